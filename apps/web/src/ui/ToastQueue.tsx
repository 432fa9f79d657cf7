import CloseIcon from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Snackbar from '@mui/material/Snackbar'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissToast, onToasts, readToasts, type Toast } from './toasts.ts'

/** The queued messages one after the other, top centre. */
export function ToastQueue() {
  const toasts = useSyncExternalStore(onToasts, readToasts)
  const [shown, setShown] = useState<Toast | null>(null)
  const [open, setOpen] = useState(false)
  const { t } = useTranslation()
  const first = toasts[0] ?? null

  useEffect(() => {
    if (!shown && first) {
      setShown(first)
      setOpen(true)
    } else if (shown && !toasts.some((toast) => toast.id === shown.id)) setOpen(false)
  }, [first, shown, toasts])

  if (!shown) return null
  const leave = () => {
    dismissToast(shown.id)
    setShown(null)
  }
  return (
    <Snackbar
      key={shown.id}
      open={open}
      // NOTE a message that can be taken back must be reachable by keyboard for all of its time
      autoHideDuration={shown.duration}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      onClose={(_, reason) => reason !== 'clickaway' && setOpen(false)}
      slotProps={{ transition: { onExited: leave } }}
    >
      <Alert
        role={shown.variant === 'error' || shown.variant === 'warning' ? 'alert' : 'status'}
        severity={shown.variant}
        variant="standard"
        sx={{
          boxShadow: 8,
          border: 1,
          borderColor: `${shown.variant}.main`,
          minWidth: { sm: 320 },
          maxWidth: 560,
          alignItems: 'center',
        }}
        action={
          <>
            {shown.action && (
              <Button
                color="inherit"
                size="small"
                onClick={() => {
                  shown.action?.run()
                  setOpen(false)
                }}
              >
                {shown.action.label}
              </Button>
            )}
            <IconButton size="small" color="inherit" aria-label={t('toast.dismiss')} onClick={() => setOpen(false)}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        }
      >
        {shown.text}
      </Alert>
    </Snackbar>
  )
}
