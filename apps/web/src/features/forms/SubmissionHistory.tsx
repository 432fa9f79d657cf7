import type { ReviewedSubmission } from '@learnt/contract/forms/operations'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/DateText.tsx'

/** What happened to a submission, and who did it, the oldest first. */
export function SubmissionHistory({ events }: { events: ReviewedSubmission['events'] }) {
  const { t } = useTranslation('formMarking')
  if (events.length === 0) return null
  return (
    <Card sx={{ p: 2 }}>
      <Typography variant="h2" sx={{ fontSize: '1.0625rem', mb: 1 }}>
        {t('history')}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {events.map((event) => (
          <Box component="li" key={`${event.at} ${event.event} ${event.level}`}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {t(`events.${event.event}`)}
              {event.by && <span dir="auto">{` · ${event.by}`}</span>}
              {event.forWhom && ` (${t('forWhom', { name: event.forWhom })})`}
            </Typography>
            <Typography variant="caption" component="p" color="textSecondary">
              <DateText value={event.at} format="minute" />
              {event.level && ` · ${event.level}`}
            </Typography>
            {event.comment && (
              <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {event.comment}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </Card>
  )
}
