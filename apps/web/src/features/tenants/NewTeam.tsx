import { type TeamRecord, teams } from '@learnt/contract/teams'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { slugOf } from './slug-of.ts'

const empty = { id: '', displayName: '' }

export function NewTeam(props: {
  tenantId: string
  open: boolean
  onClose: () => void
  onMade: (team: TeamRecord) => void
}) {
  const { tenantId, open, onClose, onMade } = props
  const { t } = useTranslation(['administration', 'common'])
  const form = useAppForm(teams.create.body, { defaultValues: empty })
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
    <Dialog
      open={open}
      onClose={create.isPending ? undefined : onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby="new-team"
      slotProps={{ transition: { onExited: () => form.reset(empty) } }}
    >
      <AppForm form={form} onSubmit={(body) => create.mutate({ params: { tenantId }, body })}>
        <DialogTitle id="new-team">{t('tenant.teams.newTitle')}</DialogTitle>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }} onBlur={suggestId}>
            <FormText name="displayName" label={t('tenant.teams.displayName')} required autoFocus />
            <FormText
              name="id"
              label={t('tenants.id')}
              help={t('tenant.teams.idHelp')}
              required
              autoComplete="off"
              slotProps={{ htmlInput: { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } }}
            />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={create.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('tenant.teams.create')}
          </Button>
        </DialogActions>
      </AppForm>
    </Dialog>
  )
}
