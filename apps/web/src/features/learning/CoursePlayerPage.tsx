import type { CourseCard, LearnerCourse, OutlineActivity } from '@learnt/contract/learning'
import CloseIcon from '@mui/icons-material/Close'
import LockIcon from '@mui/icons-material/LockOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { track } from '../../api/analytics.ts'
import { call } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CardsSkeleton, LinesSkeleton, PageSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { formatDay, formatPercent } from '../../ui/times.ts'
import { shapeAfterMs } from '../../ui/useMoment.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { ActivityView } from './ActivityView.tsx'
import { askContent, askCourse, findCard } from './asks.ts'
import { CardGrid } from './CardGrid.tsx'
import { CourseAbout } from './CourseAbout.tsx'
import { CourseHead } from './CourseHead.tsx'
import { CourseOutline } from './CourseOutline.tsx'
import { chooseStep, isStepDone, neighboursOf, stepsOf } from './course-steps.ts'
import { lockText, ruleText } from './rule-text.ts'
import { StepNavigation } from './StepNavigation.tsx'
import { sendLeftovers } from './send-leftovers.ts'

export const loader: Loader = ({ client, params: { userCourseId = '' }, search }) =>
  client.prefetchQuery(askCourse(userCourseId, new URLSearchParams(search).get('activity')))

/** A course or bundle as its learner takes it; the step stands in the address. */
export function CoursePlayerPage() {
  const { t } = useTranslation('learning')
  const { userCourseId = '' } = useParams({ strict: false }) as { userCourseId?: string }
  const wanted = stepIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const router = useRouter()
  const { userId, impersonation } = useMe()
  const looksOnly = impersonation?.writes === false
  const client = useQueryClient()
  const course = useQuery(askCourse(userCourseId, wanted))
  const card = course.data ?? findCard(client, userCourseId)
  const outdate = useOutdate()
  useDocumentTitle(card?.title)
  const opened = course.data?.userCourseId
  useEffect(() => {
    if (opened) track('course-open')
  }, [opened])
  // another window, another device, a package: the outline follows
  useLive('me', (change) => (change.say === 'reset' || change.kind === 'progress') && outdate(false))
  useEffect(() => {
    // what waits on this device is the person's to send
    if (!looksOnly) void sendLeftovers(userId).then((sent) => sent && outdate(false))
  }, [userId, looksOnly, outdate])

  const chosen = course.data && !course.data.isBundle ? chooseStep(course.data, wanted) : null
  const address = course.data && paths.course(course.data.userCourseId)
  const stepId = chosen?.id ?? null
  // a step that is not there stays in the address: nothing else is opened in its place
  const named = stepId ?? wanted
  const isElsewhere = course.data !== undefined && (course.data.userCourseId !== userCourseId || named !== wanted)
  useEffect(() => {
    // the address says what is shown: the assignment behind a course's own id, and the step
    if (!isElsewhere || !address) return
    // NOTE whoever has pressed a link meanwhile goes there, though this page stands until that one comes
    const { pathname, search: latest } = router.latestLocation
    if (!pathname.startsWith(paths.course(userCourseId)) || stepIn(latest) !== wanted) return
    void navigate({ to: address, search: (named ? { activity: named } : {}) as never, replace: true })
  }, [isElsewhere, address, named, userCourseId, wanted, navigate, router])

  if (course.error && !course.data) {
    return (
      <>
        <PageHeader title={t('course')} back={{ href: paths.myCourses, label: t('back') }} />
        <ErrorState error={course.error} onRetry={() => void course.refetch()} />
      </>
    )
  }
  if (!card) return <PageSkeleton />
  return card.isBundle ? (
    <Bundle card={card} course={course.data ?? null} />
  ) : (
    <Player card={card} course={course.data ?? null} step={chosen} onChanged={outdate} />
  )
}

/** The step that an address names. */
function stepIn({ activity }: { activity?: string | string[] }): string | null {
  return (Array.isArray(activity) ? activity[0] : activity) ?? null
}

/** Asks for progress anew everywhere; the step on screen only when its own content may have changed. */
function useOutdate(): (all: boolean) => void {
  const client = useQueryClient()
  return useCallback(
    (all) => {
      void client.invalidateQueries({
        predicate: ({ queryKey: [part, what] }) => part === 'learning' && (all || what !== 'activity'),
      })
    },
    [client],
  )
}

/** Praises once, when the last step is done under the eyes of the learner; afterwards the head of the page has the date. */
function Completed({ course }: { course: LearnerCourse }) {
  const { t, i18n } = useTranslation('learning')
  const [wasDone] = useState(() => isStepDone(course))
  if (wasDone || !isStepDone(course)) return null
  const scores = stepsOf(course).flatMap(({ scorePercent }) => scorePercent ?? [])
  const score = scores.reduce((sum, one) => sum + one, 0) / scores.length
  return (
    <Alert severity="success" role="note" sx={{ mb: 3 }}>
      <Typography sx={{ fontWeight: 700 }}>{t(course.isBundle ? 'bundleDone' : 'courseDone')}</Typography>
      {course.completedAt && (
        <>{t('completedOn', { date: formatDay(new Date(course.completedAt), i18n.language) })} · </>
      )}
      {scores.length > 0 && <>{t('courseScore', { score: formatPercent(score, i18n.language) })} · </>}
      <AppLink href={course.isBundle ? paths.myBundles : paths.myCourses} color="inherit" underline="always">
        {t(course.isBundle ? 'finishBundle' : 'finish')}
      </AppLink>
    </Alert>
  )
}

/** The head of what a list knows already, and the rest as soon as it has been answered. */
interface OpenedProps {
  card: CourseCard
  course: LearnerCourse | null
}

function Bundle({ card, course }: OpenedProps) {
  return (
    <>
      <CourseHead card={card} />
      {course ? <BundleContent course={course} /> : <CardsSkeleton />}
    </>
  )
}

function BundleContent({ course }: { course: LearnerCourse }) {
  const { t } = useTranslation('learning')
  return (
    <>
      <Completed course={course} />
      <Box sx={{ mb: 3, maxWidth: 480 }}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {t('doneOf', { done: course.activitiesDone, total: course.activityCount })}
        </Typography>
        <ProgressBar value={course.progress} />
      </Box>
      <CourseAbout course={course} open />
      {course.children.length > 0 ? (
        <CardGrid courses={course.children} label={t('bundleCourses')} />
      ) : (
        <EmptyState title={t('emptyBundle')} />
      )}
      <Announcer course={course} />
    </>
  )
}

interface PlayerProps extends OpenedProps {
  step: OutlineActivity | null
  onChanged: (all: boolean) => void
}

function Player({ card, course, step, onChanged }: PlayerProps) {
  const theme = useTheme()
  const wide = useMediaQuery(theme.breakpoints.up('xl'))
  const [drawer, setDrawer] = useState(false)
  // made when it is first opened, and there from then on: it slides out, too
  const [drawn, setDrawn] = useState(false)
  return (
    <>
      <CourseHead
        card={card}
        {...(step || !course
          ? {
              onOutline: () => {
                setDrawn(true)
                setDrawer(true)
              },
            }
          : {})}
      />
      {course ? (
        <PlayerContent
          course={course}
          step={step}
          onChanged={onChanged}
          wide={wide}
          drawer={drawer}
          drawn={drawn}
          setDrawer={setDrawer}
        />
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}

interface PlayerContentProps extends Omit<PlayerProps, 'card'> {
  course: LearnerCourse
  wide: boolean
  /** Whether the outline is open as a drawer, and whether it has ever been. */
  drawer: boolean
  drawn: boolean
  setDrawer: (open: boolean) => void
}

function PlayerContent({ course, step, onChanged, wide, drawer, drawn, setDrawer }: PlayerContentProps) {
  const { t } = useTranslation('learning')
  const stepId = step?.id ?? null
  // as it was on arrival: a panel that folds away under the eyes is no help
  const [arrival] = useState({ isNew: course.state === 'notstarted', stepId })
  const shown = useRef(stepId)
  const side = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // on arrival the page's own heading has the focus
    if (shown.current !== stepId) document.getElementById('step-heading')?.focus({ preventScroll: true })
    shown.current = stepId
    // the outline scrolls by itself: the page stays where it is
    const box = side.current
    const row = box?.querySelector<HTMLElement>('[aria-current="step"]')
    if (!box || !row) return
    const [inside, wanted] = [box.getBoundingClientRect(), row.getBoundingClientRect()]
    if (wanted.top < inside.top || wanted.bottom > inside.bottom)
      box.scrollTop += wanted.top - inside.top - inside.height / 3
  }, [stepId])
  const hrefOf = (activityId: string) => paths.course(course.userCourseId, activityId)
  const outline = (
    <CourseOutline
      sections={course.sections}
      currentId={stepId}
      hrefOf={hrefOf}
      progress={course.progress}
      onChoose={() => setDrawer(false)}
    />
  )
  return (
    <>
      <Completed course={course} />
      <CourseAbout course={course} open={arrival.isNew && arrival.stepId === stepId} />
      {step ? (
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: wide ? 'minmax(260px, 320px) minmax(0, 1fr)' : 'minmax(0, 1fr)',
            alignItems: 'start',
          }}
        >
          {wide && (
            <Card
              ref={side}
              sx={{ py: 2, px: 0.5, position: 'sticky', top: 80, maxHeight: 'calc(100dvh - 96px)', overflowY: 'auto' }}
            >
              {outline}
            </Card>
          )}
          <StepPanel key={step.id} course={course} step={step} hrefOf={hrefOf} onChanged={onChanged} />
        </Box>
      ) : course.activityCount > 0 ? (
        <EmptyState
          title={t('stepGone')}
          text={t('stepGoneText')}
          action={<AppLink href={paths.course(course.userCourseId)}>{t('stepGoneAction')}</AppLink>}
        />
      ) : (
        <EmptyState title={t('emptyCourse')} text={t('emptyCourseText')} />
      )}
      {drawn && (
        <Drawer
          open={!wide && drawer}
          onClose={() => setDrawer(false)}
          anchor="left"
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-modal': true,
              'aria-label': t('outline'),
              sx: { width: 'min(340px, 90vw)' },
            },
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1.5 }}>
            <Typography variant="h3" component="p" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {course.title}
            </Typography>
            <IconButton aria-label={t('closeOutline')} onClick={() => setDrawer(false)}>
              <CloseIcon />
            </IconButton>
          </Box>
          <Box sx={{ px: 1, pb: 3 }}>{outline}</Box>
        </Drawer>
      )}
      <Announcer course={course} />
    </>
  )
}

interface StepPanelProps {
  course: LearnerCourse
  step: OutlineActivity
  hrefOf: (activityId: string) => string
  onChanged: (all: boolean) => void
}

function StepPanel({ course, step, hrefOf, onChanged }: StepPanelProps) {
  const { t } = useTranslation('learning')
  const { userCourseId } = course
  const steps = stepsOf(course)
  const facts = [
    t('stepOf', { number: steps.indexOf(step) + 1, count: steps.length }),
    t(`kinds.${step.kind}`),
    step.minutes > 0 ? t('minutes', { count: step.minutes }) : '',
    step.lock ? '' : ruleText(t, step),
  ]
  return (
    <Box component="article" aria-labelledby="step-heading" sx={{ minWidth: 0 }}>
      <Box component="header" sx={{ mb: 3 }}>
        <Typography
          id="step-heading"
          tabIndex={-1}
          variant="h2"
          sx={{
            fontSize: '1.5rem',
            '&:focus-visible': { outline: 'none' },
            overflowWrap: 'anywhere',
            scrollMarginTop: 96,
          }}
        >
          {step.title}
        </Typography>
        <Box sx={{ mt: 0.75, display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}>
          {!step.lock && step.state !== 'notstarted' && <StateChip kind="progress" state={step.state} />}
          <Typography variant="body2" color="textSecondary">
            {facts.filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        {step.description && (
          <Typography sx={{ mt: 1.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 760 }}>
            {step.description}
          </Typography>
        )}
      </Box>
      {step.lock ? (
        <Locked lock={step.lock} />
      ) : (
        <Content userCourseId={userCourseId} step={step} onChanged={onChanged} />
      )}
      <StepNavigation
        {...neighboursOf(course, step.id)}
        hrefOf={hrefOf}
        finish={{ href: paths.myCourses, label: t('finish') }}
      />
    </Box>
  )
}

function Locked({ lock }: { lock: NonNullable<OutlineActivity['lock']> }) {
  const { t } = useTranslation('learning')
  return (
    <Card sx={{ p: 4, display: 'flex', gap: 2, alignItems: 'center' }}>
      <LockIcon aria-hidden sx={{ fontSize: 36, color: 'text.secondary' }} />
      <Box>
        <Typography sx={{ fontWeight: 700 }}>{t('locked')}</Typography>
        <Typography color="textSecondary">{lockText(t, lock)}</Typography>
      </Box>
    </Card>
  )
}

function Content({
  userCourseId,
  step,
  onChanged,
}: {
  userCourseId: string
  step: OutlineActivity
  onChanged: (all: boolean) => void
}) {
  const { userId, impersonation } = useMe()
  const looksOnly = impersonation?.writes === false
  const params = { userCourseId, activityId: step.id }
  const content = useQuery({
    ...askContent(userCourseId, step.id),
    // what is on screen stays until it is asked for anew; the next visit asks for position and state as they are then
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const locked = isProblem(content.error, 'wrong-state')
  useEffect(() => {
    // somebody else's publishing has moved the locks: the outline says why
    if (locked) onChanged(false)
  }, [locked, onChanged])
  if (content.error && !content.data) return <ErrorState error={content.error} onRetry={() => void content.refetch()} />
  if (!content.data) return <LinesSkeleton lines={8} after={shapeAfterMs} />
  const view = (
    <ActivityView
      key={`${step.id} ${looksOnly}`}
      content={content.data}
      record={
        !looksOnly && {
          userId,
          userCourseId,
          onProgress: (progress) => {
            // a film reports every few seconds: only what moves the outline asks for it
            const moved =
              !progress || progress.state !== step.state || Math.floor(progress.progress) !== Math.floor(step.progress)
            if (moved) onChanged(progress === null)
          },
        }
      }
      launch={(restart) => call(api.learning.launch, { params, body: { restart } })}
      onStale={() => void content.refetch()}
    />
  )
  if (!looksOnly) return view
  return (
    <>
      <LooksOnly />
      {view}
    </>
  )
}

function LooksOnly() {
  const { t } = useTranslation('guard')
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {t('acting.looksOnly')}
    </Alert>
  )
}

/** Says aloud what has just been done, from the server's word and not from the click. */
function Announcer({ course }: { course: LearnerCourse }) {
  const { t } = useTranslation('learning')
  const [text, setText] = useState('')
  const before = useRef(course)
  useEffect(() => {
    const earlier = before.current
    before.current = course
    if (earlier.userCourseId !== course.userCourseId) return
    const wasOpen = new Set(
      stepsOf(earlier)
        .filter((step) => !isStepDone(step))
        .map((step) => step.id),
    )
    if (!isStepDone(earlier) && isStepDone(course)) setText(t(course.isBundle ? 'bundleDone' : 'courseDone'))
    else if (stepsOf(course).some((step) => isStepDone(step) && wasOpen.has(step.id))) {
      // NOTE the same words twice are read once: the second time they end otherwise
      setText((said) => (said === t('stepDone') ? `${t('stepDone')}\u00a0` : t('stepDone')))
    }
  }, [course, t])
  return (
    <div role="status" aria-live="polite" style={visuallyHidden}>
      {text}
    </div>
  )
}
