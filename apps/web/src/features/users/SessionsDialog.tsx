import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'
import { MemberSessions } from '../members/MemberSessions.tsx'
import type { Person } from './person.ts'

export function SessionsDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="sessions">
      <DialogTitle id="sessions">{t('users.sessions.title', { name: person.name })}</DialogTitle>
      <DialogContent>
        <MemberSessions userId={person.userId} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('users.sessions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
