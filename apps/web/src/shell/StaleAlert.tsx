import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { Saved } from '../api/problem.ts'
import { formatClock, formatDay } from '../ui/times.ts'

/** Two people saved the same settings: who was faster, and the two ways on. */
export function StaleAlert({
  saved,
  onLoad,
  onOverwrite,
}: {
  saved: Saved | null
  onLoad: () => void
  onOverwrite: () => void
}) {
  const { t, i18n } = useTranslation('settings')
  return (
    <Alert
      severity="warning"
      role="alert"
      sx={{ mb: 2.5 }}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button size="small" color="inherit" variant="outlined" onClick={onLoad}>
            {t('stale.load')}
          </Button>
          <Button size="small" color="inherit" onClick={onOverwrite}>
            {t('stale.overwrite')}
          </Button>
        </Box>
      }
    >
      <strong>
        {saved
          ? t('stale.who', {
              name: saved.by,
              day: formatDay(saved.at, i18n.language),
              time: formatClock(saved.at, i18n.language),
            })
          : t('stale.somebody')}
      </strong>
      <br />
      {t('stale.text')}
    </Alert>
  )
}
