import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { PersonPoints } from './PersonPoints.tsx'

/** One person's points over the page. Mount it to open it. */
export function PersonPointsDialog({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const { t } = useTranslation(['points', 'common'])
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const id = useId()
  const [isTyped, setTyped] = useState(false)
  const close = useCloseGuard(isTyped, onClose)
  return (
    <Dialog open onClose={() => void close()} fullScreen={phone} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {t('points:person.title', { name })}
      </DialogTitle>
      <DialogContent>
        <PersonPoints userId={userId} name={name} onTyped={setTyped} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()}>
          {t('common:actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
