import { badgeLimits } from '@learnt/contract/badge-design'
import type { BadgeHolder } from '@learnt/contract/badges'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

/** Revokes an award with a reason that the person reads. Mount it to open it. */
export function RevokeDialog({ award, onClose }: { award: BadgeHolder; onClose: () => void }) {
  const { t } = useTranslation(['badges', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const revoke = useSend(api.badges.revoke, {
    onSuccess: () => {
      showToast({ variant: 'success', text: t('revoke.done') })
      onClose()
    },
  })
  const close = useCloseGuard(reason !== '' && !revoke.isPending, onClose)
  const isMissing = isTried && reason.trim() === ''
  return (
    <Dialog
      open
      onClose={revoke.isPending ? undefined : () => void close()}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (reason.trim()) revoke.mutate({ params: { awardId: award.id }, body: { reason: reason.trim() } })
        }}
      >
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {t('revoke.title', { name: award.name, title: award.title })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography color="textSecondary">{t('revoke.text')}</Typography>
          <TextField
            autoFocus
            required
            multiline
            label={t('revoke.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={isMissing}
            helperText={isMissing ? fieldText(problems, 'required') : ' '}
            slotProps={{ htmlInput: { maxLength: badgeLimits.reason, dir: 'auto' } }}
          />
          {revoke.error && <Alert severity="error">{problemText(problems, revoke.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={revoke.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={revoke.isPending}>
            {t('revoke.action')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
