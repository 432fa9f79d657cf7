import type { CourseCard, LearnerCourse, OutlineActivity } from '@learnt/contract/learning'
import LockIcon from '@mui/icons-material/LockOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
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
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CardsSkeleton, LinesSkeleton, PageSkeleton } from '../../ui/Skeletons.tsx'
import { shapeAfterMs } from '../../ui/useMoment.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { ExtensionNote } from '../extensions/ExtensionNote.tsx'
import { Earns } from '../points/lazy-parts.ts'
import { RatingCard } from '../ratings/RatingCard.tsx'
import { ActivityView } from './ActivityView.tsx'
import { askContent, askCourse, findCard } from './asks.ts'
import { BundlePath } from './BundlePath.tsx'
import { CourseAbout } from './CourseAbout.tsx'
import { CourseDone } from './CourseDone.tsx'
import { CourseHead } from './CourseHead.tsx'
import { CourseStart } from './CourseStart.tsx'
import { chooseStep, isBeforeStart, isStepDone, stepsOf } from './course-steps.ts'
import { LockedCourse } from './LockedCourse.tsx'
import { NewVersionNotice } from './NewVersionNotice.tsx'
import { PlayerFrame } from './PlayerFrame.tsx'
import { learningPaths } from './paths.ts'
import { lockText } from './rule-text.ts'
import { sendLeftovers } from './send-leftovers.ts'
import { useNewVersion } from './useNewVersion.ts'

const CycleNote = lazyPart(async () => (await import('./CycleNote.tsx')).CycleNote)
const PathwayLine = lazyPart(async () => (await import('../pathways/PathwayLine.tsx')).PathwayLine)

export const loader: Loader = ({ client, params: { userCourseId = '' }, search }) =>
  client.prefetchQuery(askCourse(userCourseId, new URLSearchParams(search).get('activity')))

/** A course or bundle as its learner takes it; the address names the step. */
export function CoursePlayerPage() {
  const { t } = useTranslation('learning')
  const { userCourseId = '' } = useParams({ strict: false }) as { userCourseId?: string }
  const search = useSearch({ strict: false }) as Words
  const wanted = wordIn(search, 'activity')
  const wantedPathway = wordIn(search, 'pathway')
  const navigate = useNavigate()
  const router = useRouter()
  const { userId, impersonation } = useMe()
  const looksOnly = impersonation?.writes === false
  const client = useQueryClient()
  const course = useQuery(askCourse(userCourseId, wanted))
  const newVersion = useNewVersion(course.data)
  const replaced = newVersion.found
  // the screen keeps the old version until the learner goes on to the new one
  const shown = replaced?.course ?? course.data
  const card = shown ?? findCard(client, userCourseId)
  const openedId = shown?.userCourseId
  const refresh = useOutdate()
  const isReplaced = replaced !== null
  const outdate = useCallback((all: boolean) => !isReplaced && refresh(all), [isReplaced, refresh])
  useDocumentTitle(card?.title)
  useEffect(() => {
    if (openedId) track('course-open')
  }, [openedId])
  // the outline also follows changes from another window, another device or a package
  useLive('me', (change) => (change.say === 'reset' || change.kind === 'progress') && outdate(false))
  useEffect(() => {
    // progress that waits on this device belongs to the person, so it is not sent while somebody acts as them
    if (!looksOnly) void sendLeftovers(userId).then((sent) => sent && outdate(false))
  }, [userId, looksOnly, outdate])

  // a link from a pathway skips the start page, because the pathway has shown the course already
  const isBefore = shown !== undefined && wanted === null && wantedPathway === null && isBeforeStart(shown)
  // after the start, the learner can open the start page again
  const isStartAgain =
    shown !== undefined && !shown.isBundle && shown.landing.isShown && wordIn(search, 'view') === 'start'
  const isStart = isBefore || isStartAgain
  const chosen = shown && !shown.isBundle && !isStart ? chooseStep(shown, wanted) : null
  const pathwayId = card ? pathwayAround(card, wantedPathway) : null
  const address = shown && paths.course(shown.userCourseId)
  const stepId = chosen?.id ?? null
  // an unknown step stays in the address, and no other step opens in its place
  const named = stepId ?? wanted
  const isElsewhere = shown !== undefined && (shown.userCourseId !== userCourseId || named !== wanted)
  useEffect(() => {
    // the address names what is shown: the assignment instead of a course’s own id, and the step
    if (!isElsewhere || !address) return
    // NOTE a link that the learner pressed meanwhile wins, though this page stays until the next one loads
    const { pathname, search: latest } = router.latestLocation
    if (!pathname.startsWith(paths.course(userCourseId)) || wordIn(latest, 'activity') !== wanted) return
    const words = {
      ...(named ? { activity: named } : {}),
      ...(wantedPathway ? { pathway: wantedPathway } : {}),
      ...(isStartAgain ? { view: 'start' } : {}),
    }
    void navigate({ to: address, search: words as never, replace: true })
  }, [isElsewhere, address, named, userCourseId, wanted, wantedPathway, isStartAgain, navigate, router])

  if (course.error && !course.data) {
    return (
      <>
        <PageHeader title={t('course')} back={{ href: learningPaths.myCourses, label: t('back') }} />
        <ErrorState error={course.error} onRetry={() => void course.refetch()} />
      </>
    )
  }
  if (!card) return <PageSkeleton />
  if (card.waitsFor) return <LockedCourse card={card} waitsFor={card.waitsFor} course={shown ?? null} />
  const opened = { card, course: shown ?? null, pathwayId }
  if (card.isBundle) return <Bundle {...opened} />
  if (isStart) return <Start card={card} course={shown} pathwayId={pathwayId} />
  const goOn = async () => {
    newVersion.forget()
    refresh(true)
    // the address with the course’s own id opens the current cycle
    if (replaced?.kind === 'restarted') return navigate({ to: paths.course(card.courseId) })
    // when the step is gone, go to the step to resume; the cached course may still be the old version
    const { data: fresh } = await course.refetch()
    if (fresh && chooseStep(fresh, wanted) === null) await navigate({ to: paths.course(userCourseId) })
  }
  return (
    <>
      {replaced && <NewVersionNotice found={replaced.kind} onGoOn={() => void goOn()} />}
      <Player {...opened} step={chosen} isReplaced={isReplaced} onChanged={outdate} />
    </>
  )
}

type Words = Record<string, string | string[] | undefined>

/** The value of this parameter in the address. */
function wordIn(search: Words, name: 'activity' | 'pathway' | 'view'): string | null {
  const said = search[name]
  return (Array.isArray(said) ? said[0] : said) ?? null
}

/** The pathway that is shown with a course: the one that linked to it, else the first that contains it. */
function pathwayAround({ within }: CourseCard, wanted: string | null): string | null {
  const pathways = within.filter(({ type }) => type === 'pathway')
  return (pathways.find(({ id }) => id === wanted) ?? pathways[0])?.id ?? null
}

/** Fetches progress again everywhere, but the step on screen only when its own content may have changed. */
function useOutdate(): (all: boolean) => void {
  const client = useQueryClient()
  return useCallback(
    (all) => {
      void client.invalidateQueries({
        predicate: ({ queryKey: [part, what] }) =>
          part === 'pathways' || (part === 'learning' && (all || what !== 'activity')),
      })
    },
    [client],
  )
}

/** The heading at once when a list has it already, and the rest when the answer comes. */
interface OpenedProps {
  card: CourseCard
  course: LearnerCourse | null
  /** The pathway that contains the course. */
  pathwayId: string | null
}

/** A course before its first start, or the same page again later. It opens no step. */
function Start({ card, course, pathwayId }: OpenedProps & { course: LearnerCourse }) {
  return (
    <>
      {pathwayId && <AroundLine pathwayId={pathwayId} />}
      <CourseHead card={card} pathwayId={pathwayId} />
      {course.cycle.validUntil && <CycleNote course={course} mayStartOver={false} />}
      {!isStepDone(course) && <ExtensionNote extension={course.extension} />}
      <CourseStart course={course} pathwayId={pathwayId} />
    </>
  )
}

function Bundle({ card, course, pathwayId }: OpenedProps) {
  return (
    <>
      {pathwayId && <AroundLine pathwayId={pathwayId} />}
      <CourseHead card={card} pathwayId={pathwayId} />
      {course ? <BundleContent course={course} pathwayId={pathwayId} /> : <CardsSkeleton />}
    </>
  )
}

/** Reserves its height while it loads, so that the page below does not jump. */
function AroundLine({ pathwayId }: { pathwayId: string }) {
  return (
    <Box sx={{ minHeight: 38, mb: 2 }}>
      <PathwayLine pathwayId={pathwayId} />
    </Box>
  )
}

function BundleContent({ course, pathwayId }: { course: LearnerCourse; pathwayId: string | null }) {
  const { t } = useTranslation('learning')
  return (
    <>
      <CourseDone course={course} pathwayId={pathwayId} />
      <Box sx={{ mb: 3, maxWidth: 480 }}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {t('doneOf', { done: course.activitiesDone, total: course.activityCount })}
        </Typography>
        <ProgressBar value={course.progress} />
      </Box>
      {(course.cycle.validUntil || course.earlierCycles.length > 0) && (
        <CycleNote course={course} mayStartOver={false} />
      )}
      <ExtensionNote extension={course.extension} />
      <CourseAbout course={course} open />
      {course.children.length > 0 ? (
        <BundlePath courses={course.children} pathwayId={pathwayId} />
      ) : (
        <EmptyState title={t('emptyBundle')} />
      )}
      <Earns assignmentId={course.userCourseId} isDone={course.completedAt !== null} />
      {course.completedAt && <RatingCard key={course.completedAt} assignmentId={course.userCourseId} />}
      <Announcer course={course} />
    </>
  )
}

interface PlayerProps extends OpenedProps {
  step: OutlineActivity | null
  /** The course has a new version: keep what is on the screen and do not fetch it again. */
  isReplaced: boolean
  onChanged: (all: boolean) => void
}

function Player({ card, course, pathwayId, step, isReplaced, onChanged }: PlayerProps) {
  const [drawer, setDrawer] = useState(false)
  return (
    <>
      {pathwayId && <AroundLine pathwayId={pathwayId} />}
      <CourseHead
        card={card}
        pathwayId={pathwayId}
        {...(step || !course ? { onOutline: () => setDrawer(true) } : {})}
      />
      {course ? (
        <PlayerContent
          key={course.userCourseId}
          course={course}
          pathwayId={pathwayId}
          step={step}
          isReplaced={isReplaced}
          onChanged={onChanged}
          drawer={drawer}
          onDrawer={setDrawer}
        />
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}

interface PlayerContentProps extends Omit<PlayerProps, 'card'> {
  course: LearnerCourse
  drawer: boolean
  onDrawer: (open: boolean) => void
}

function PlayerContent({ course, pathwayId, step, isReplaced, onChanged, drawer, onDrawer }: PlayerContentProps) {
  const { t } = useTranslation('learning')
  const { userCourseId } = course
  const stepId = step?.id ?? null
  // the state on arrival: a panel that closes while the learner looks at it does not help
  const [arrival] = useState({ isNew: course.state === 'notstarted', stepId })
  // opening the first step begins the course, so nothing may appear above what the learner is reading
  const mayStartOver = course.cycle.mayStartOver && (!arrival.isNew || isStepDone(course))
  return (
    <>
      <CourseDone course={course} pathwayId={pathwayId} />
      {(course.cycle.validUntil || mayStartOver || course.earlierCycles.length > 0) && (
        <CycleNote course={course} mayStartOver={mayStartOver} />
      )}
      {!isStepDone(course) && <ExtensionNote extension={course.extension} />}
      <CourseAbout course={course} open={arrival.isNew && arrival.stepId === stepId} />
      {step ? (
        <PlayerFrame
          title={course.title}
          sections={course.sections}
          progress={course.progress}
          step={step}
          hrefOf={(activityId) => paths.course(userCourseId, activityId, pathwayId ?? undefined)}
          finish={
            pathwayId
              ? { href: paths.pathway(pathwayId), label: t('finishPathway') }
              : { href: learningPaths.myCourses, label: t('finish') }
          }
          drawer={drawer}
          onDrawer={onDrawer}
        >
          {step.lock ? (
            <Locked lock={step.lock} />
          ) : (
            <Content userCourseId={userCourseId} step={step} isReplaced={isReplaced} onChanged={onChanged} />
          )}
        </PlayerFrame>
      ) : course.activityCount > 0 ? (
        <EmptyState
          title={t('stepGone')}
          text={t('stepGoneText')}
          action={
            <AppLink href={paths.course(userCourseId, undefined, pathwayId ?? undefined)}>
              {t('stepGoneAction')}
            </AppLink>
          }
        />
      ) : (
        <EmptyState title={t('emptyCourse')} text={t('emptyCourseText')} />
      )}
      <Earns assignmentId={course.userCourseId} isDone={course.completedAt !== null} />
      {course.completedAt && <RatingCard key={course.completedAt} assignmentId={course.userCourseId} />}
      <Announcer course={course} />
    </>
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
  isReplaced,
  onChanged,
}: {
  userCourseId: string
  step: OutlineActivity
  isReplaced: boolean
  onChanged: (all: boolean) => void
}) {
  const { userId, impersonation } = useMe()
  const looksOnly = impersonation?.writes === false
  const params = { userCourseId, activityId: step.id }
  const content = useQuery({
    ...askContent(userCourseId, step.id),
    enabled: !isReplaced,
    // keep the content until something invalidates it; the next visit fetches the current position and state
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const locked = isProblem(content.error, 'wrong-state')
  useEffect(() => {
    // an author published and changed the locks: the outline shows the reason
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
            // a video reports every few seconds, so only reports that change the outline fetch it again
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

/** Announces what was just done, when the server confirms it and not at the click. */
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
      // NOTE screen readers skip a repeated text, so the second time it ends differently
      setText((said) => (said === t('stepDone') ? `${t('stepDone')}\u00a0` : t('stepDone')))
    }
  }, [course, t])
  return (
    <div role="status" aria-live="polite" style={visuallyHidden}>
      {text}
    </div>
  )
}
