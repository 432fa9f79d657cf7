import type { CourseRecord, RecordedPackage, RecordedStep } from '@learnt/contract/records'
import HistoryIcon from '@mui/icons-material/History'
import EmptyIcon from '@mui/icons-material/HourglassEmpty'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { paths } from '../../routes/paths.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'
import { formatDay } from '../../ui/times.ts'
import { ActivityView } from '../learning/ActivityView.tsx'
import { chooseStep } from '../learning/course-steps.ts'
import { PlayerFrame, useOutlineAside } from '../learning/PlayerFrame.tsx'
import { WrittenText } from '../learning/WrittenText.tsx'
import { findActivity } from './content.ts'
import { previewActivity, previewOutline } from './preview-content.ts'

/** Who looks: the learner at their own record, or somebody who looks after them. */
type Reader = 'own' | 'admin' | 'manager'

const readerOf = (pathname: string): Reader =>
  pathname.startsWith('/apps/admin/') ? 'admin' : pathname.startsWith('/apps/manager/') ? 'manager' : 'own'

/** The operations of each reader have the same shapes. */
const operationsOf = (as: Reader) =>
  as === 'own'
    ? { record: api.learning.record, launch: api.learning.recordLaunch }
    : ({ record: api.reports[as].record, launch: api.reports[as].recordLaunch } as unknown as {
        record: typeof api.learning.record
        launch: typeof api.learning.recordLaunch
      })

/** What exactly somebody saw of a course: the versions that they were on, with pages, files and packages as they were. */
export function CourseRecordPage() {
  const { t } = useTranslation('records')
  const as = useMatches({ select: (matches) => readerOf(matches.at(-1)?.pathname ?? '') })
  const { userCourseId = '', userId = '' } = useParams({ strict: false }) as { userCourseId?: string; userId?: string }
  const { version } = useSearch({ strict: false }) as { version?: string }
  const record = useQuery(
    queryOf(operationsOf(as).record, { params: { userCourseId }, query: version ? { version } : {} }),
  )
  useDocumentTitle(record.data && `${t('title')}: ${record.data.title}`)
  const back =
    as === 'own'
      ? { href: paths.course(userCourseId), label: t('backToCourse') }
      : { href: paths.assignmentReport(as, userId, userCourseId), label: t('backToReport') }
  if (record.error && !record.data)
    return (
      <>
        <PageHeader title={t('title')} back={back} />
        <ErrorState error={record.error} onRetry={() => void record.refetch()} />
      </>
    )
  if (!record.data) return <PageSkeleton />
  return <Shown as={as} record={record.data} back={back} onStale={() => void record.refetch()} />
}

interface ShownProps {
  as: Reader
  record: CourseRecord
  back: { href: string; label: string }
  onStale: () => void
}

function Shown({ as, record, back, onStale }: ShownProps) {
  const { t } = useTranslation(['records', 'courses'])
  const aside = useOutlineAside()
  const [drawer, setDrawer] = useState(false)
  const { activity: wanted } = useSearch({ strict: false }) as { activity?: string }
  const { shown } = record
  const sections = shown ? previewOutline(shown.content) : []
  const step = chooseStep({ sections, resumeActivityId: null }, wanted ?? null)
  const activity = shown && step ? findActivity(shown.content, step.id) : null
  const content = shown && activity ? previewActivity(activity, shown.files) : null
  return (
    <>
      <PageHeader
        title={record.title}
        kicker={as === 'own' ? t('title') : `${t('title')}: ${record.name}`}
        back={back}
        status={<StateChip kind="progress" state={record.state} size="medium" />}
        actions={
          step &&
          !aside && (
            <Button variant="outlined" aria-haspopup="dialog" onClick={() => setDrawer(true)}>
              {t('courses:preview.outline')}
            </Button>
          )
        }
      />
      {shown === null ? (
        <EmptyState title={t('nothing')} text={t('nothingText')} />
      ) : (
        <>
          <Alert severity="info" icon={<HistoryIcon />} sx={{ mb: 2 }}>
            {t('readOnly', { number: shown.number })}
          </Alert>
          <VersionChoice record={record} shown={shown.versionId} />
          {shown.content.landing.isShown && shown.content.landing.html && (
            <Box component="details" sx={{ mb: 3 }}>
              <Box component="summary" sx={{ mb: 1, fontWeight: 700, cursor: 'pointer' }}>
                {t('courses:preview.startPage')}
              </Box>
              <WrittenText html={shown.content.landing.html} />
            </Box>
          )}
          {step ? (
            <PlayerFrame
              title={record.title}
              sections={sections}
              progress={null}
              step={step}
              hrefOf={(id) => `?version=${shown.versionId}&activity=${encodeURIComponent(id)}`}
              finish={back}
              drawer={drawer}
              onDrawer={setDrawer}
            >
              <StepFacts record={record} stepId={step.id} />
              {content ? (
                <ActivityView
                  key={`${shown.versionId} ${step.id}`}
                  content={content}
                  record={false}
                  launch={() =>
                    call(operationsOf(as).launch, {
                      params: { userCourseId: record.userCourseId },
                      body: { versionId: shown.versionId, activityId: step.id },
                    })
                  }
                  onStale={onStale}
                />
              ) : (
                <StatePanel icon={<EmptyIcon />} tone="neutral" title={t('courses:preview.missing')} />
              )}
            </PlayerFrame>
          ) : (
            <EmptyState title={t('nothing')} text={t('nothingText')} />
          )}
          <Removed record={record} shown={shown.number} />
        </>
      )}
    </>
  )
}

/** The versions that the person was on, with the days. */
function VersionChoice({ record, shown }: { record: CourseRecord; shown: string }) {
  const { t, i18n } = useTranslation('records')
  const navigate = useNavigate()
  const day = (moment: string) => formatDay(new Date(moment), i18n.language)
  return (
    <TextField
      select
      label={t('version')}
      value={shown}
      onChange={(event) => void navigate({ to: '.', search: { version: event.target.value } as never, replace: true })}
      sx={{ mb: 3, minWidth: { xs: '100%', sm: 360 } }}
    >
      {record.versions.map((version) => (
        <MenuItem key={version.versionId} value={version.versionId}>
          {t(version.until ? 'during' : 'since', {
            number: version.number,
            from: day(version.from),
            until: version.until ? day(version.until) : '',
          })}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** How far the person came in the step, and which package each attempt was made in. */
function StepFacts({ record, stepId }: { record: CourseRecord; stepId: string }) {
  const { t } = useTranslation('records')
  const step = record.steps.find((one) => one.id === stepId)
  if (!step) return null
  return (
    <Card variant="outlined" sx={{ p: 2, mb: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <StateChip kind="progress" state={step.state} />
        {step.scorePercent !== null && (
          <Typography variant="body2">{t('score', { percent: Math.round(step.scorePercent * 100) / 100 })}</Typography>
        )}
        {step.startedAt && (
          <Typography variant="body2" color="textSecondary">
            {t('started')} <DateText value={step.startedAt} format="minute" />
          </Typography>
        )}
        {step.completedAt && (
          <Typography variant="body2" color="textSecondary">
            {t('completed')} <DateText value={step.completedAt} format="minute" />
          </Typography>
        )}
      </Box>
      <Attempts step={step} packages={record.packages} />
    </Card>
  )
}

function Attempts({ step, packages }: { step: RecordedStep; packages: readonly RecordedPackage[] }) {
  const { t } = useTranslation('records')
  if (step.attempts.length === 0) return null
  return (
    <Box component="ul" aria-label={t('attempts')} sx={{ m: 0, paddingInlineStart: 2.5 }}>
      {step.attempts.map((attempt) => {
        const pack = packages.find((one) => one.id === attempt.packageId)
        return (
          <Typography component="li" variant="body2" key={attempt.number} sx={{ overflowWrap: 'anywhere' }}>
            {t('attempt', { number: attempt.number })} · <DateText value={attempt.startedAt} format="minute" />
            {pack && ` · ${packageWords(pack)}`}
          </Typography>
        )
      })}
    </Box>
  )
}

/** Title, version if the manifest names one, edition, file, and the beginning of the archive's figure. */
function packageWords(pack: RecordedPackage): string {
  const edition = pack.kind === 'scorm12' ? 'SCORM 1.2' : `SCORM ${pack.edition}`
  return [pack.title, pack.version, edition, pack.fileName, `SHA-256 ${pack.sha256.slice(0, 12)}`]
    .filter(Boolean)
    .join(' · ')
}

/** Steps that the person began in other versions than the one on the page. */
function Removed({ record, shown }: { record: CourseRecord; shown: number }) {
  const { t } = useTranslation('records')
  const elsewhere = record.steps.filter((step) => !step.versions.includes(shown) && step.state !== 'notstarted')
  if (elsewhere.length === 0) return null
  return (
    <Card component="section" variant="outlined" sx={{ p: 2, mt: 3 }}>
      <Typography variant="h4" component="h2" sx={{ mb: 1 }}>
        {t('elsewhere')}
      </Typography>
      <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.5 }}>
        {elsewhere.map((step) => (
          <Typography component="li" variant="body2" key={step.id} sx={{ overflowWrap: 'anywhere' }}>
            {t('inVersions', { title: step.title, versions: step.versions.join(', ') })}{' '}
            <StateChip kind="progress" state={step.state} />
          </Typography>
        ))}
      </Box>
    </Card>
  )
}
