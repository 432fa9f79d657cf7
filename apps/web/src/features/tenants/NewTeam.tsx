import { type TeamRecord, teams } from '@learnt/contract/teams'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { IdField, NewDialog } from './NewDialog.tsx'
import { slugOf } from './slug-of.ts'

export function NewTeam(props: {
  tenantId: string
  open: boolean
  onClose: () => void
  onMade: (team: TeamRecord) => void
}) {
  const { tenantId, open, onClose, onMade } = props
  const { t } = useTranslation('administration')
  const form = useAppForm(teams.create.body, { defaultValues: { id: '', displayName: '' } })
  const complain = useServerErrors(form)
  const create = useSend(api.teams.create, {
    outdates: ['tenants', 'session'],
    onSuccess: (team) => {
      showToast({ variant: 'success', text: t('tenant.teams.created', { name: team.displayName }) })
      onClose()
      onMade(team)
    },
    onError: complain,
  })
  const suggestId = () => {
    const name = slugOf(form.getValues('displayName'))
    if (!form.formState.dirtyFields.id && name !== '') form.setValue('id', `${tenantId}-${name}`.slice(0, 60))
  }
  return (
    <NewDialog
      form={form}
      open={open}
      onClose={onClose}
      isPending={create.isPending}
      onSubmit={(body) => create.mutate({ params: { tenantId }, body })}
      suggestId={suggestId}
      title={t('tenant.teams.newTitle')}
      button={t('tenant.teams.create')}
    >
      <FormText name="displayName" label={t('tenant.teams.displayName')} required autoFocus />
      <IdField help={t('tenant.teams.idHelp')} />
    </NewDialog>
  )
}
