import { type Role, roleRank, roles } from '@learnt/contract/roles'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Person } from './person.ts'

/** Roles of one membership; nobody gives or takes one above their own. */
export function RolesDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation(['settings', 'common', 'problems'])
  const { t: words } = useTranslation('problems')
  const me = useMe()
  const before = roles.filter((role) => person.roles.includes(role))
  const [held, setHeld] = useState<readonly Role[]>(before)
  const [refused, setRefused] = useState('')
  const save = useSend(api.members.update, {
    outdates: ['members', 'users', 'session'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('users.roles.saved', { name: person.name }) })
      onClose()
    },
    onError: (error) =>
      setRefused((isProblem(error) && error.errors.map((one) => one.message).join(' ')) || problemText(words, error)),
  })
  const apply = () => {
    if (held.length === 0) return setRefused(t('users.roles.none'))
    save.mutate({
      params: { userId: person.userId },
      query: { teamId: person.teamId },
      body: { roles: [...held] },
    })
  }
  const touched = held.length !== before.length || before.some((role) => !held.includes(role))
  const close = useCloseGuard(touched, onClose)
  return (
    <Dialog
      open
      onClose={save.isPending ? undefined : () => void close()}
      maxWidth="sm"
      fullWidth
      aria-labelledby="roles"
    >
      <DialogTitle id="roles">{t('users.roles.title', { name: person.name })}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('users.roles.text', { team: person.teamName })}
        </Typography>
        {roles.map((role) => {
          const above = roleRank[role] > roleRank[me.role]
          return (
            <FormControlLabel
              key={role}
              sx={{ display: 'flex', alignItems: 'flex-start', mb: 1, '& .MuiCheckbox-root': { mt: -0.75 } }}
              disabled={above}
              control={
                <Checkbox
                  checked={held.includes(role)}
                  onChange={(event) => {
                    setRefused('')
                    setHeld(event.target.checked ? [...held, role] : held.filter((one) => one !== role))
                  }}
                />
              }
              label={
                <>
                  <strong>{t(`common:roles.${role}`)}</strong>
                  <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
                    {above ? t('users.roles.above') : t(`users.roles.about.${role}`)}
                  </Typography>
                </>
              }
            />
          )
        })}
        {refused && (
          <Alert severity="error" role="alert" sx={{ mt: 1 }}>
            {refused}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()} disabled={save.isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" loading={save.isPending} onClick={apply}>
          {t('save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
