import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { EventView } from './EventView.tsx'
import type { EventStepPlace } from './step-place.ts'

/** An event as a step of a course: its dates, the way in, and what was attended before. */
export function EventStep(params: EventStepPlace) {
  const { t } = useTranslation('steps')
  const { t: problems } = useTranslation('problems')
  const result = useQuery(queryOf(api.events.inCourse.own, { params }))
  useLive('me', () => void result.refetch())
  const count = useSend(api.events.inCourse.count, {
    outdates: ['events', 'learning'],
    onSuccess: () => showToast({ variant: 'success', text: t('counted') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const step = result.data
  if (result.error && !step) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  if (!step) return <LinesSkeleton lines={6} />
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {step.count === null && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" loading={count.isPending} onClick={() => count.mutate({ params })}>
              {t('count')}
            </Button>
          }
        >
          {t('attendedBefore')}
        </Alert>
      )}
      <EventView event={step.event} step={params} />
      {step.event.state === 'attending' && (
        <Typography variant="body2" color="textSecondary">
          {t('attendanceText')}
        </Typography>
      )}
    </Box>
  )
}
