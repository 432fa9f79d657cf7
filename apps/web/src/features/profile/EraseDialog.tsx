import { EraseWish } from '@learnt/contract/data-exports'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'

/** Asks whether it is meant, and why. */
export function EraseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['profile', 'common'])
  const form = useAppForm(EraseWish, { defaultValues: { reason: '' } })
  const complain = useServerErrors(form)
  const ask = useSend(api.eraseRequests.ask, {
    outdates: ['dataExports'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('profile:data.sent') })
      onClose()
    },
    onError: complain,
  })
  return (
    <FormDialog
      form={form}
      title={t('profile:data.askTitle')}
      text={t('profile:data.askText')}
      submitLabel={t('profile:data.ask')}
      submitColor="error"
      isPending={ask.isPending}
      onSubmit={(values) => ask.mutate({ body: values })}
      onClose={onClose}
    >
      <FormText
        name="reason"
        label={t('profile:data.why')}
        help={t('profile:data.whyHelp')}
        multiline
        minRows={3}
        autoFocus
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  )
}
