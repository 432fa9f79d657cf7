import type { ActivityFigures } from '@learnt/contract/reports'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DueText } from '../../lists/DueText.tsx'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { DateText } from '../../ui/DateText.tsx'
import { DurationText } from '../../ui/DurationText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { ExtendDialog } from '../extensions/ExtendDialog.tsx'
import { ExtensionNote } from '../extensions/ExtensionNote.tsx'
import { askAssignment } from './asks.ts'
import { Figure } from './Figure.tsx'
import { PercentText } from './PercentText.tsx'
import { scopeOf, useReportScope } from './report-scope.ts'
import { TimelineDialog } from './TimelineDialog.tsx'

export const loader: Loader = ({ client, params: { userCourseId = '' }, pathname }) =>
  client.prefetchQuery(askAssignment(scopeOf(pathname), userCourseId))

/** One person's work on one course: every activity, every attempt, and why they have it. */
export function AssignmentReportPage() {
  const { t } = useTranslation(['reports', 'extensions'])
  const { as } = useReportScope()
  const { userId, userCourseId } = useParams({ strict: false }) as { userId: string; userCourseId: string }
  const result = useQuery(askAssignment(as, userCourseId))
  const [timeline, setTimeline] = useState<string | null>(null)
  const [extending, setExtending] = useState(false)
  if (result.error) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  const one = result.data
  if (!one) return <CardsSkeleton />
  return (
    <>
      <PageHeader
        title={one.courseTitle}
        kicker={one.name}
        text={one.versionNumber === null ? undefined : t('version', { number: one.versionNumber })}
        status={<StateChip kind="progress" state={one.state} size="medium" />}
        actions={
          one.dueAt &&
          !one.completedAt && (
            <Button variant="outlined" onClick={() => setExtending(true)}>
              {t('extensions:extend')}
            </Button>
          )
        }
        back={{ href: paths.learnerReport(as, userId), label: one.name }}
      />
      <ExtensionNote extension={one.extension} />
      <Box component="dl" aria-label={t('figures')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, m: 0, mb: 3 }}>
        <Figure label={t('progress')} value={<PercentText value={one.progress} />} />
        <Figure label={t('score')} value={<PercentText value={one.scorePercent} />} />
        <Figure label={t('time')} value={<DurationText seconds={one.seconds} />} />
        <Figure label={t('assignedAt')} value={<DateText value={one.assignedAt} />} />
        <Figure
          label={t('dueAt')}
          value={<DueText value={one.dueAt} />}
          note={one.isPaused ? t('paused') : undefined}
          tone={one.dueState === 'overdue' ? 'error' : undefined}
        />
        <Figure label={t('completedAt')} value={<DateText value={one.completedAt} />} />
      </Box>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('activities')}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mb: 4, display: 'grid', gap: 1.5 }}>
        {one.activities.map((activity) => (
          <ActivityCard key={activity.activityId} activity={activity} onTimeline={setTimeline} />
        ))}
      </Box>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('sources')}
      </Typography>
      <Card sx={{ p: 2.5 }}>
        {one.sources.length === 0 ? (
          <Typography color="textSecondary">{t('nothing')}</Typography>
        ) : (
          <Box component="ul" sx={{ m: 0, ps: 2.5 }}>
            {one.sources.map((source) => (
              <li key={`${source.kind}${source.id}`}>
                {t(`source.${source.kind}`, { title: source.title })} ·{' '}
                {t(source.isOptional ? 'requiredOrOptional.optional' : 'requiredOrOptional.required')} ·{' '}
                <DateText value={source.grantedAt} />
              </li>
            ))}
          </Box>
        )}
      </Card>
      {extending && <ExtendDialog assignmentIds={[userCourseId]} name={one.name} onClose={() => setExtending(false)} />}
      {timeline && <TimelineDialog attemptId={timeline} onClose={() => setTimeline(null)} />}
    </>
  )
}

function ActivityCard({
  activity,
  onTimeline,
}: {
  activity: ActivityFigures
  onTimeline: (attemptId: string) => void
}) {
  const { t } = useTranslation('reports')
  return (
    <Card
      component="li"
      sx={{
        p: 2.5,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 2fr) minmax(0, 1fr) auto auto auto' },
        alignItems: 'center',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{activity.title}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t(`activityKinds.${activity.kind}`)}
        </Typography>
      </Box>
      <ProgressBar value={activity.progress} label={activity.title} />
      <Box>
        <StateChip kind="progress" state={activity.state} />
      </Box>
      <Typography variant="body2">
        {t('score')}: <PercentText value={activity.scorePercent} />
      </Typography>
      <Typography variant="body2">
        <DurationText seconds={activity.seconds} />
      </Typography>
      {activity.kind === 'scorm' && (
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {activity.attempts.length === 0 && (
            <Typography variant="body2" color="textSecondary">
              {t('noAttempts')}
            </Typography>
          )}
          {activity.attempts.map((attempt) => (
            <Button
              key={attempt.attemptId}
              size="small"
              variant="outlined"
              color="inherit"
              onClick={() => onTimeline(attempt.attemptId)}
            >
              <span style={visuallyHidden}>{t('openTimeline', { number: attempt.number })}: </span>
              {t('attempt', { number: attempt.number })} · {t('calls', { count: attempt.calls })} ·&nbsp;
              <DateText value={attempt.startedAt} />
            </Button>
          ))}
        </Box>
      )}
    </Card>
  )
}
