import type { EventHead } from '@learnt/contract/events/operations'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { eventPaths } from './event-paths.ts'

/** Soon the event takes place with too few people: whether it does is decided here. `onCancel` absent: on another page. */
export function BelowMinimum({ head, onCancel }: { head: EventHead; onCancel?: () => void }) {
  const { t } = useTranslation(['eventPeople', 'events'])
  const { t: problems } = useTranslation('problems')
  const run = useSend(api.events.runAnyway, {
    outdates: ['events'],
    onSuccess: () => showToast({ variant: 'success', text: t('below.runs') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  if (!head.belowMinimum) return null
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <Typography>{t('below.text', { held: head.seats.held, min: head.seats.min })}</Typography>
      {head.can.runAnyway === null ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1, alignItems: 'center' }}>
          <Button
            size="small"
            variant="contained"
            loading={run.isPending}
            onClick={() => run.mutate({ params: { documentId: head.eventId } })}
          >
            {t('below.run')}
          </Button>
          {onCancel ? (
            <Button size="small" color="error" variant="outlined" onClick={onCancel}>
              {t('below.cancel')}
            </Button>
          ) : (
            <AppLink href={`${eventPaths.editor(head.eventId)}?tab=running`}>{t('below.cancel')}</AppLink>
          )}
        </Box>
      ) : (
        <Typography variant="body2">{t('below.decided')}</Typography>
      )}
    </Alert>
  )
}
