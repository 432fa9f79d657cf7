import type { DueExtension } from '@learnt/contract/extensions'
import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../lists/useDueDay.ts'
import { formatDay } from '../../ui/times.ts'

/** That somebody gave a later date, who, and why. */
export function ExtensionNote({ extension }: { extension: DueExtension | null | undefined }) {
  const { t, i18n } = useTranslation('extensions')
  const dueDay = useDueDay()
  if (!extension) return null
  const day = dueDay(extension.dueAt)
  const was = formatDay(new Date(`${extension.fromDay}T12:00:00Z`), i18n.language, 'UTC')
  return (
    <Alert severity="info" role="note" sx={{ mb: 3, maxWidth: 760 }}>
      <Typography sx={{ fontWeight: 700 }}>
        {extension.by ? t('note', { day, name: extension.by }) : t('noteSomebody', { day })}
      </Typography>
      <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} dir="auto">
        {extension.reason}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('was', { day: was })}
      </Typography>
    </Alert>
  )
}
