import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const lookMs = 1000

/**
 * Says that a newer build is there, and reloads when the person says so: never by itself. It waits while a course runs;
 * what is unsaved is asked about by the page itself, as for every way of leaving it.
 */
export function NewVersionNotice() {
  const { t } = useTranslation('guard')
  const [open, setOpen] = useState(true)
  const [running, setRunning] = useState(isRunning)
  useEffect(() => {
    const timer = setInterval(() => setRunning(isRunning()), lookMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Snackbar open={open && !running} anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}>
      <Alert
        role="status"
        severity="info"
        sx={{ boxShadow: 8, border: 1, borderColor: 'info.main', alignItems: 'center' }}
        action={
          <>
            <Button color="inherit" size="small" onClick={() => setOpen(false)}>
              {t('newVersion.later')}
            </Button>
            <Button color="inherit" size="small" variant="outlined" onClick={() => location.reload()}>
              {t('newVersion.reload')}
            </Button>
          </>
        }
      >
        {t('newVersion.text')}
      </Alert>
    </Snackbar>
  )
}

function isRunning(): boolean {
  return document.querySelector('[data-running-course]') !== null
}
