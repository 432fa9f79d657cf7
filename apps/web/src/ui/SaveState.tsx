import CloudDoneIcon from '@mui/icons-material/CloudDoneOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined'
import SyncIcon from '@mui/icons-material/Sync'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDay } from './times.ts'

/** How the person's work stands. `saved` carries the server's own moment: it is said only after the server's answer. */
export type Saving =
  | { state: 'idle' }
  | { state: 'unsaved' }
  | { state: 'saving' }
  | { state: 'saved'; at: string }
  | { state: 'retrying' }
  | { state: 'failed'; reason?: string }
  | { state: 'conflict' }

export function SaveState({ saving }: { saving: Saving }) {
  const { t, i18n } = useTranslation()
  const formatSaved = (at: Date) => {
    const [date, time] = [formatDay(at, i18n.language), formatClock(at, i18n.language)]
    return date === formatDay(new Date(), i18n.language) ? time : t('time.at', { date, time })
  }
  if (saving.state === 'idle') return <Box role="status" />
  const bad = saving.state === 'retrying' || saving.state === 'failed' || saving.state === 'conflict'
  const text = {
    unsaved: () => t('save.unsaved'),
    saving: () => t('save.saving'),
    saved: () => t('save.saved', { time: 'at' in saving ? formatSaved(new Date(saving.at)) : '' }),
    retrying: () => t('save.retrying'),
    failed: () => ('reason' in saving && saving.reason ? `${t('save.failed')}: ${saving.reason}` : t('save.failed')),
    conflict: () => t('save.conflict'),
  }[saving.state]()
  return (
    <Box
      role="status"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        color: bad ? 'error.main' : 'text.secondary',
        '& svg': { fontSize: 18 },
      }}
    >
      {bad ? (
        <ErrorIcon aria-hidden />
      ) : saving.state === 'saved' ? (
        <CloudDoneIcon aria-hidden />
      ) : (
        <SyncIcon aria-hidden />
      )}
      <Typography variant="caption" sx={{ fontWeight: 600 }}>
        {text}
      </Typography>
    </Box>
  )
}
