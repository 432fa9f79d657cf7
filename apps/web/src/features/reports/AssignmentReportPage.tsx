import type { Cycle } from '@learnt/contract/cycles'
import type { ActivityFigures, AssignmentFigures } from '@learnt/contract/reports'
import Alert from '@mui/material/Alert'
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
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { DurationText } from '../../ui/DurationText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { formatDay } from '../../ui/times.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { ExtendDialog } from '../extensions/ExtendDialog.tsx'
import { ExtensionNote } from '../extensions/ExtensionNote.tsx'
import { askAssignment } from './asks.ts'
import { Figure } from './Figure.tsx'
import { PercentText } from './PercentText.tsx'
import { PreviewLink } from './PreviewLink.tsx'
import { reportPaths } from './paths.ts'
import { ReadList } from './ReadList.tsx'
import { scopeOf, useReportScope } from './report-scope.ts'
import { StatementList } from './StatementList.tsx'
import { StepList } from './StepList.tsx'
import { TimelineDialog } from './TimelineDialog.tsx'

export const loader: Loader = ({ client, params: { userCourseId = '' }, pathname }) =>
  client.prefetchQuery(askAssignment(scopeOf(pathname), userCourseId))

/** One person's work on one document: activities with every attempt, steps, what was read, statements, and why they have it. */
export function AssignmentReportPage() {
  const { t } = useTranslation(['reports', 'extensions'])
  const { as } = useReportScope()
  const { userId, userCourseId } = useParams({ strict: false }) as { userId: string; userCourseId: string }
  const result = useQuery(askAssignment(as, userCourseId))
  const Anchor = useAnchor()
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
        back={{ href: paths.learnerReport(as, userId), label: one.name }}
        actions={
          <>
            {one.startedAt && (
              <Button
                component={Anchor}
                variant="outlined"
                href={reportPaths.assignmentRecord(as, userId, userCourseId)}
              >
                {t('openRecord')}
              </Button>
            )}
            <PreviewLink type={one.documentType} documentId={one.courseId} />
            {one.dueAt && !one.completedAt && one.isCurrent && one.canExtend && (
              <Button variant="outlined" onClick={() => setExtending(true)}>
                {t('extensions:extend')}
              </Button>
            )}
          </>
        }
      />
      {!one.isCurrent && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('earlierNotice')}
        </Alert>
      )}
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
      {one.cycles.length > 1 && <Cycles of={one} />}
      {one.activities.length > 0 && (
        <>
          <Typography variant="h2" sx={{ mb: 1.5 }}>
            {t('activities')}
          </Typography>
          <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mb: 4, display: 'grid', gap: 1.5 }}>
            {one.activities.map((activity) => (
              <ActivityCard key={activity.activityId} activity={activity} onTimeline={setTimeline} />
            ))}
          </Box>
        </>
      )}
      {one.steps.length > 0 && <StepList steps={one.steps} userId={userId} />}
      {one.reads.length > 0 && <ReadList reads={one.reads} />}
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
      <StatementList userCourseId={userCourseId} />
      {extending && <ExtendDialog assignmentIds={[userCourseId]} name={one.name} onClose={() => setExtending(false)} />}
      {timeline && <TimelineDialog attemptId={timeline} onClose={() => setTimeline(null)} />}
    </>
  )
}

/** Every time that the person had the course; each opens with its own record. */
function Cycles({ of }: { of: Pick<AssignmentFigures, 'userId' | 'userCourseId'> & { cycles: readonly Cycle[] } }) {
  const { t, i18n } = useTranslation('reports')
  const { as } = useReportScope()
  return (
    <Box component="section" sx={{ mb: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('cycles')}
      </Typography>
      <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 2.5, display: 'grid', gap: 1.5 }}>
        {of.cycles.map((one) => (
          <Box
            component="li"
            key={one.userCourseId}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
          >
            {one.userCourseId === of.userCourseId ? (
              <Typography component="span" sx={{ fontWeight: 700 }}>
                {t('cycle')} {one.number} ({t('shownNow')})
              </Typography>
            ) : (
              <AppLink href={paths.assignmentReport(as, of.userId, one.userCourseId)}>
                {t('openCycle', { number: one.number })}
              </AppLink>
            )}
            <StateChip kind="progress" state={one.state} />
            <Typography component="span" variant="body2" color="textSecondary">
              {t('assignedAt')} <DateText value={one.assignedAt} />
              {one.completedAt && (
                <>
                  {' · '}
                  {t('completedAt')} <DateText value={one.completedAt} />
                </>
              )}
              {one.validUntil && ` · ${t('validUntil')} ${formatDay(new Date(one.validUntil), i18n.language, 'UTC')}`}
              {one.scorePercent !== null && (
                <>
                  {' · '}
                  {t('score')} <PercentText value={one.scorePercent} />
                </>
              )}
            </Typography>
          </Box>
        ))}
      </Card>
    </Box>
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
  const Anchor = useAnchor()
  const { as } = useReportScope()
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
      {activity.submissions.length > 0 && (
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {activity.submissions.map((one) => (
            <Button
              key={one.submissionId}
              component={Anchor}
              href={`/apps/${as}/formSubmission/${one.submissionId}`}
              size="small"
              variant="outlined"
              color="inherit"
            >
              {t('attempt', { number: one.number })} · {t(`submissionStates.${keyOf(one.outcome ?? one.state)}`)}
              {one.percent !== null && (
                <>
                  {' · '}
                  <PercentText value={one.percent} />
                </>
              )}
              &nbsp;· <DateText value={one.submittedAt ?? one.startedAt} />
            </Button>
          ))}
        </Box>
      )}
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

/** Names of texts have no spaces. */
function keyOf<State extends string>(state: State) {
  return (state === 'not approved' ? 'notApproved' : state) as 'notApproved' | Exclude<State, 'not approved'>
}
