import { VideoHosts } from '@learnt/contract/video-hosts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { FormChoices } from '../../ui/form/FormChoices.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { hostOf } from '../tenants/host-of.ts'

/** The hosts whose videos may stand on the tenant's pages. Mount it to open it. */
export function VideoHostsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('videoHosts')
  const stored = useQuery(queryOf(api.videoHosts.get, {}))
  const form = useAppForm(VideoHosts, { defaultValues: { hosts: stored.data?.hosts ?? [] } })
  const complain = useServerErrors(form)
  useEffect(() => {
    if (stored.data && !form.formState.isDirty) form.reset(stored.data)
  }, [stored.data, form])
  const save = useSend(api.videoHosts.save, {
    outdates: ['videoHosts'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('saved') })
      onClose()
    },
    onError: complain,
  })
  return (
    <FormDialog
      form={form}
      title={t('title')}
      text={t('text')}
      submitLabel={t('save')}
      isPending={save.isPending}
      onSubmit={(body) => save.mutate({ body })}
      open
      onClose={onClose}
    >
      <FormChoices
        name="hosts"
        free
        read={hostOf}
        disabled={stored.data === undefined}
        label={t('hosts')}
        help={t('help')}
        options={['www.youtube-nocookie.com', 'player.vimeo.com'].map((value) => ({ value, label: value }))}
      />
    </FormDialog>
  )
}
