import type { CompletionRule } from '@learnt/contract/courses'
import type { learning } from '@learnt/contract/learning'
import { isDone, type ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { z } from 'zod'
import { deliverStep, stepFollowersOf } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { invalid, notFound, ProblemError } from '../../../platform/problem.ts'
import { type Around, aroundOf, followMove, lockAround } from '../../assignments/commands/recompute-containers.ts'
import { recomputeProgress, saveActivity } from '../../assignments/commands/recompute-progress.ts'
import {
  better,
  countTime,
  judge,
  judgePackage,
  type LearnerEvent,
  type Media,
  reachesEnd,
  readMedia,
  watch,
  watchedPercent,
} from '../policy.ts'
import { findOutline, findSeenStep, type OutlineStep } from '../queries/find-outline.ts'
import type { OwnStep } from '../queries/find-own-course.ts'
import { describeStatement, type Happening, storeStatements, type Verb } from './statements.ts'

/**
 * Where a report comes from.
 * - `page`: the learner's own page; the completion rule has been asked already
 * - `launch`: a package is opened
 * - `package`: what a package said of itself; the completion rule is applied here
 * - `form`: an attempt at a form; the completion rule has been asked already
 * - `event`: a seat at an event
 * - `recompute`: an attempt worked out again, or attendance; the only one that may go backwards
 */
export type ProgressSource = 'page' | 'launch' | 'package' | 'form' | 'event' | 'recompute'

export interface ProgressReport {
  readonly assignmentId: string
  readonly activityId: string
  readonly state: ProgressState
  /** 0 to 100. */
  readonly progress: number
  readonly scorePercent: number | null
  /** Time since the last report; whole seconds are kept. */
  readonly secondsAdded: number
  /** Until when the time of the learner's pages is accounted for with it. */
  readonly timedUntil?: Date
  /** Where to go on; what stands is kept when it is left out. */
  readonly position?: unknown
  readonly source: ProgressSource
}

/** How a step stands, under the lock of its assignment. */
export interface StepBefore {
  readonly state: ProgressState
  readonly progress: number
  readonly score: number | null
  readonly seconds: number
  readonly position: unknown
  /** Until when the time of the learner's pages in this course is accounted for; at first since it was assigned. */
  readonly timedUntil: Date
}

export interface RecordedProgress {
  readonly state: ProgressState
  readonly progress: number
  readonly scorePercent: number | null
  readonly seconds: number
  readonly changed: boolean
  readonly course: { readonly state: ProgressState; readonly progress: number; readonly completedAt: Date | null }
}

interface Loaded extends Around {
  userId: string
  isActive: boolean
  versionId: string | null
  state: ProgressState
  courseId: string
  courseTitle: string
  publishedVersionId: string | null
  activity: {
    state: ProgressState
    progress: number
    score: number | null
    seconds: number
    position: unknown
  } | null
  timedUntil: Date
  /** Consequences that follow where the step is finished by this, or is finished no longer. */
  followedBy: number[]
}

/**
 * Records that the learner opened, saw, ticked or watched a step. The page says what happened; what that comes to is decided
 * here, by the step's rule, with what was watched before.
 */
export function recordEvent(
  ctx: Ctx,
  tx: WriteTx,
  own: OwnStep,
  event: z.output<typeof learning.progress.body>,
): Promise<RecordedProgress> {
  const isMedia = own.step.kind === 'video' || own.step.kind === 'audio'
  if (event.event === 'watch' && !isMedia) throw invalid({ 'body.event': 'invalid' })
  return recordDecision(ctx, tx, { assignmentId: own.course.id, activityId: own.step.id }, (before, step) => {
    const media = event.event === 'watch' ? watch(readMedia(before.position), event) : null
    const judged = judge(step.completion, happened(event.event, isMedia, media))
    if (judged === null) throw invalid({ 'body.event': 'invalid' })
    const time = countTime(before.timedUntil, ctx.now, event.seconds)
    return {
      ...judged,
      scorePercent: null,
      secondsAdded: time.seconds,
      ...(time.until ? { timedUntil: time.until } : {}),
      ...(media ? { position: media } : {}),
      source: 'page',
    }
  })
}

/**
 * Records how far somebody is with one step: the step, the course, the containers it is part of, the deltas of the reports,
 * the xAPI statements and the word to the person's browsers, all in the caller's transaction. The assignment's row is
 * locked first, so reports of one course follow each other and none is lost. Whoever calls has checked the right to it.
 */
export function recordProgress(ctx: Ctx, tx: WriteTx, report: ProgressReport): Promise<RecordedProgress> {
  return recordDecision(ctx, tx, report, () => report)
}

/** The same where the report depends on what stands: `decide` is asked under the lock. */
export async function recordDecision(
  ctx: Ctx,
  tx: WriteTx,
  { assignmentId, activityId }: Pick<ProgressReport, 'assignmentId' | 'activityId'>,
  decide: (before: StepBefore, step: OutlineStep) => Omit<ProgressReport, 'assignmentId' | 'activityId'>,
): Promise<RecordedProgress> {
  const [held, { rows }] = await Promise.all([
    // With the containers that it is part of: of two courses of one bundle the second must see the first.
    lockAround(tx, [assignmentId]),
    // A statement of its own, so that it sees what the one before waited for.
    sql<Loaded>`
      select a.user_id, a.is_active, a.version_id, a.state, c.id as course_id, c.title as course_title, c.published_version_id,
        coalesce(a.timed_until, a.assigned_at) as timed_until,
        (select to_jsonb(p) from activity_progress p where p.assignment_id = a.id and p.activity_id = ${activityId}) as activity,
        ${aroundOf(sql`array[a.id]`)}, ${stepFollowersOf({ assignmentId: sql`a.id`, documentId: sql`c.id`, activityId })} as followed_by
      from assignments a join documents c on c.id = a.document_id
      where a.id = ${assignmentId}`.execute(tx),
  ])
  const loaded = rows[0]
  const versionId = loaded?.versionId ?? loaded?.publishedVersionId
  const outline = versionId ? await findOutline(tx, ctx.actor.tenantId, versionId) : null
  const present = outline?.activities.find((one) => one.id === activityId)
  // Somebody was carried over while the page was open: what they did in a step that is gone is recorded all the same.
  const step = present ?? (await findSeenStep(tx, ctx.actor.tenantId, { assignmentId, activityId }))
  if (!loaded || !outline || !step) throw notFound()

  const before = { ...readActivity(loaded.activity), timedUntil: loaded.timedUntil }
  const report = decide(before, step)
  const after = advance(before, report, step.completion)
  const seconds = Math.max(0, Math.round(report.secondsAdded))
  const position = report.position === undefined ? before.position : report.position

  const [, [course]] = await Promise.all([
    saveActivity(ctx, tx, {
      assignmentId,
      activityId,
      before,
      after: { ...after, seconds: before.seconds + seconds, position },
      // Moved to the version below, where the assignment has none yet.
      counts: loaded.isActive ? { documentId: loaded.courseId, versionId: loaded.versionId } : null,
    }),
    recomputeProgress(
      ctx,
      tx,
      [assignmentId],
      outline.activities.map((one) => one.id),
      {
        versionId: outline.versionId,
        activityId: present ? activityId : null,
        seconds,
        timedUntil: report.timedUntil ?? null,
      },
    ),
  ])
  if (!course) throw new ProblemError('internal')
  if (isDone(before.state) !== isDone(after.state))
    await deliverStep(ctx, tx, { assignmentId, activityId }, loaded.followedBy)

  const scene = {
    publicUrl: ctx.services.settings.publicUrl,
    impersonatorId: ctx.actor.impersonator?.userId ?? null,
    tenantId: ctx.actor.tenantId,
    userId: loaded.userId,
    assignmentId,
    document: { id: loaded.courseId, title: loaded.courseTitle },
    now: ctx.now,
  }
  const happenings: Happening[] = stepVerbs(before, after, report.source).map((verb) => ({
    verb,
    step,
    ...after,
    scorePercent: after.score,
    seconds,
  }))
  const verdict = verdictOf(loaded.state, course.state)
  if (verdict)
    happenings.push({
      verb: verdict,
      step: null,
      state: course.state,
      progress: course.progress,
      scorePercent: course.score,
      seconds: 0,
    })
  const changed = before.state !== after.state || before.progress !== after.progress || before.score !== after.score
  await Promise.all([
    storeStatements(
      ctx,
      tx,
      scene,
      happenings.map((what) => describeStatement(scene, what)),
    ),
    changed ? announce(ctx, tx, { topic: 'me', userId: loaded.userId, kind: 'progress', id: assignmentId }) : null,
    followMove(ctx, tx, loaded, {
      before: loaded.state,
      after: course.state,
      held,
      mayGoBack: report.source === 'recompute',
    }),
  ])
  return {
    state: after.state,
    progress: after.progress,
    scorePercent: after.score,
    seconds: before.seconds + seconds,
    changed,
    course: { state: course.state, progress: course.progress, completedAt: course.completedAt },
  }
}

interface Standing {
  readonly state: ProgressState
  readonly progress: number
  readonly score: number | null
}

function readActivity(row: Loaded['activity']): Omit<StepBefore, 'timedUntil'> {
  if (row === null) return { state: 'notstarted', progress: 0, score: null, seconds: 0, position: null }
  return {
    state: row.state,
    progress: row.progress,
    score: row.score,
    seconds: row.seconds,
    position: row.position,
  }
}

function advance(
  before: Standing,
  report: Omit<ProgressReport, 'assignmentId' | 'activityId'>,
  rule: CompletionRule,
): Standing {
  const said = {
    state: report.state,
    progress: clamp(report.progress),
    scorePercent: report.scorePercent === null ? null : clamp(report.scorePercent),
  }
  const judged = report.source === 'page' ? said : judgePackage(rule, said)
  const now = { state: judged.state, progress: judged.progress, score: said.scorePercent }
  return report.source === 'recompute' ? now : better(before, now)
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent * 100) / 100))
}

/** A statement for every launch, beginning, progress by a whole percent, and verdict. */
function stepVerbs(before: Standing, after: Standing, source: ProgressSource): Verb[] {
  const found: Verb[] = []
  if (source === 'launch') found.push('launched')
  if (before.state === 'notstarted' && after.state !== 'notstarted') found.push('initialized')
  const verdict = verdictOf(before.state, after.state)
  if (verdict) found.push(verdict)
  else if (Math.floor(after.progress) > Math.floor(before.progress)) found.push('progressed')
  return found
}

function verdictOf(before: ProgressState, after: ProgressState): Verb | null {
  if (before === after) return null
  return after === 'completed' || after === 'passed' || after === 'failed' ? after : null
}

/** What the page's word comes to: a film or a sound is seen by being played, whatever the page says. */
function happened(
  event: z.output<typeof learning.progress.body>['event'],
  isMedia: boolean,
  media: Media | null,
): LearnerEvent {
  if (media)
    return { event: 'watch', percent: watchedPercent(media.segments, media.duration), toEnd: reachesEnd(media) }
  if (event === 'tick') return { event }
  return { event: event === 'view' && !isMedia ? 'view' : 'open' }
}
