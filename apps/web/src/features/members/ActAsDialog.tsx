import { ActingReason } from '@learnt/contract/impersonation'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { rememberTeam } from '../../api/team-hint.ts'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { paths } from '../../routes/paths.ts'
import { beginSignOut } from '../../session/leave-signed-out.ts'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'

export interface ActAsPerson {
  userId: string
  teamId: string
  name: string
}

const Form = z.object({ reason: ActingReason })
const empty = { reason: '' }

/** Asks why, then opens the homepage of the person. */
export function ActAsDialog({ person, onClose }: { person: ActAsPerson | null; onClose: () => void }) {
  const { t } = useTranslation(['members', 'common'])
  const navigate = useNavigate()
  const form = useAppForm(Form, { defaultValues: empty })
  const complain = useServerErrors(form)
  const start = useSend(api.impersonation.start, {
    outdates: [],
    onSuccess: (standing) => {
      // the page is another person's from here on: that its socket closes is no news
      beginSignOut()
      rememberTeam(standing)
      // what was typed here is sent, and what the page beneath holds is not this person's any more
      void navigate({ href: paths.home, reloadDocument: true, ignoreBlocker: true })
    },
    onError: complain,
  })
  return (
    <FormDialog
      form={form}
      title={t('actAs.title', { name: person?.name ?? '' })}
      text={t('actAs.text')}
      submitLabel={t('actAs.start')}
      isPending={start.isPending || start.isSuccess}
      onSubmit={({ reason }) => {
        if (person) start.mutate({ body: { userId: person.userId, teamId: person.teamId, reason } })
      }}
      open={person !== null}
      onClose={onClose}
      onClosed={() => form.reset(empty)}
    >
      <FormText name="reason" label={t('actAs.reason')} help={t('actAs.reasonHelp')} required autoFocus />
    </FormDialog>
  )
}
