import { ActingReason } from '@learnt/contract/impersonation'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { rememberTeam } from '../../api/team-hint.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { paths } from '../../routes/paths.ts'
import { beginSignOut } from '../../session/leave-signed-out.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
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
  const close = useCloseGuard(form.formState.isDirty, onClose)
  return (
    <Dialog
      open={person !== null}
      onClose={start.isPending ? undefined : () => void close()}
      maxWidth="sm"
      fullWidth
      aria-labelledby="act-as"
      slotProps={{ transition: { onExited: () => form.reset(empty) } }}
    >
      <AppForm
        form={form}
        summary={false}
        onSubmit={({ reason }) => {
          if (person) start.mutate({ body: { userId: person.userId, teamId: person.teamId, reason } })
        }}
      >
        <DialogTitle id="act-as">{t('actAs.title', { name: person?.name ?? '' })}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ mb: 2.5 }}>
            {t('actAs.text')}
          </Typography>
          <FormText name="reason" label={t('actAs.reason')} help={t('actAs.reasonHelp')} required autoFocus />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={start.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={start.isPending || start.isSuccess}>
            {t('actAs.start')}
          </Button>
        </DialogActions>
      </AppForm>
    </Dialog>
  )
}
