import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface ConfirmDialogProps {
  open: boolean
  title: ReactNode
  text?: ReactNode
  /** The verb on the button: "Withdraw", "Delete". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** What has to be typed first, for things that cannot be taken back. */
  typed?: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    text,
    confirmLabel,
    cancelLabel,
    danger = false,
    typed,
    busy = false,
    onConfirm,
    onClose,
  } = props
  const { t } = useTranslation()
  const [word, setWord] = useState('')
  const id = useId()
  const ready = !typed || word.trim() === typed
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={id}
      slotProps={{ transition: { onExited: () => setWord('') } }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready && !busy) onConfirm()
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          {text && (
            <Typography component="div" color="textSecondary">
              {text}
            </Typography>
          )}
          {typed && (
            <TextField
              autoFocus
              fullWidth
              size="small"
              sx={{ mt: 2.5 }}
              label={t('confirm.typed', { word: typed })}
              value={word}
              onChange={(event) => setWord(event.target.value)}
              error={word !== '' && !typed.startsWith(word.trim())}
              helperText={word !== '' && !typed.startsWith(word.trim()) ? t('confirm.mismatch') : ' '}
              autoComplete="off"
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy} color="inherit" autoFocus={!typed && danger}>
            {cancelLabel ?? t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            disabled={!ready}
            loading={busy}
            autoFocus={!typed && !danger}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
