import { roleRank, roles } from '@learnt/contract/roles'
import { fullName } from '@learnt/contract/text'
import { Invitation } from '@learnt/contract/users'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { FormChoices } from '../../ui/form/FormChoices.tsx'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'

/** Asks somebody into a team. What was typed stays when it is refused. */
export function InviteDialog({
  teams,
  onClose,
}: {
  teams: readonly { value: string; label: string }[]
  onClose: () => void
}) {
  const { t } = useTranslation(['settings', 'common'])
  const me = useMe()
  const form = useAppForm(Invitation, {
    defaultValues: { firstName: '', lastName: '', email: '', teamId: me.teamId, roles: ['learner'] },
  })
  const complain = useServerErrors(form)
  const send = useSend(api.users.invite, {
    outdates: ['members', 'users'],
    onSuccess: ({ mailed }, { body }) => {
      const name = fullName(body)
      showToast({
        variant: 'success',
        text: t(mailed === 'link' ? 'users.invite.sentLink' : 'users.invite.sentWelcome', { name }),
      })
      onClose()
    },
    onError: complain,
  })
  const grantable = roles.filter((role) => roleRank[role] <= roleRank[me.role])
  return (
    <FormDialog
      form={form}
      title={t('users.invite.title')}
      text={t('users.invite.text')}
      submitLabel={t('users.invite.send')}
      isPending={send.isPending}
      onSubmit={(body) => send.mutate({ body })}
      onClose={onClose}
    >
      <FormText name="firstName" label={t('users.invite.firstName')} required autoFocus autoComplete="off" />
      <FormText name="lastName" label={t('users.invite.lastName')} required autoComplete="off" />
      <FormText
        name="email"
        kind="email"
        label={t('users.invite.email')}
        required
        autoComplete="off"
        slotProps={{ htmlInput: { dir: 'ltr' } }}
      />
      <FormSelect name="teamId" label={t('users.invite.team')} options={teams} required />
      <FormChoices
        name="roles"
        label={t('users.invite.roles')}
        options={grantable.map((value) => ({ value, label: t(`common:roles.${value}`) }))}
      />
    </FormDialog>
  )
}
