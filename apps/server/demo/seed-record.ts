import { launchableItems } from '@learnt/contract/package-tree'
import type { ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import { type AttemptStanding, judgeAttempt, judgeSco } from '../src/features/attempts/judge.ts'
import { getPackage } from '../src/features/attempts/packages-in-memory.ts'
import { describeStatement, type StatementRow, type Verb } from '../src/features/learning/commands/statements.ts'
import type { Ctx } from '../src/platform/context.ts'
import { json, type WriteTx } from '../src/platform/db/database.ts'
import { deterministicId } from '../src/platform/ids.ts'
import { activitiesOf, activityIdOf, courseIdOf, idOf } from './seed-content.ts'
import { userIdOf } from './seed-people.ts'
import type { DemoActivity, DemoActivityProgress, DemoAssignment, DemoAttempt, DemoCourse } from './shapes.ts'

/** Rows written by one statement. */
const BATCH = 2000

interface Pack {
  readonly id: string
  readonly playable: NonNullable<Awaited<ReturnType<typeof getPackage>>>
}

interface Happened {
  readonly at: Date
  readonly verb: Verb
  readonly step: DemoActivity | null
  readonly state: ProgressState
  readonly progress: number
  readonly scorePercent: number | null
  readonly seconds: number
}

/** The packages of the courses by `course/activity`, with what is in them. */
export async function openPackages(
  ctx: Ctx,
  tx: WriteTx,
  packages: ReadonlyMap<string, string>,
): Promise<Map<string, Pack>> {
  const found = new Map<string, Pack>()
  for (const [key, id] of packages) {
    const playable = await getPackage(tx, ctx.actor.tenantId, id)
    if (!playable) throw new Error(`The package of ${key} cannot be played`)
    found.set(key, { id, playable })
  }
  return found
}

/**
 * The record behind the history, as if the people had existed: xAPI statements of every step and course, and attempts
 * at packages with their data. The same history gives the same rows.
 */
export async function seedRecord(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    assignments: readonly DemoAssignment[]
    courses: ReadonlyMap<string, DemoCourse>
    packages: ReadonlyMap<string, Pack>
  },
): Promise<void> {
  const statements: object[] = []
  const attempts: object[] = []
  const scos: object[] = []
  for (const assignment of of.assignments) {
    const course = of.courses.get(assignment.courseSlug)
    if (!course || assignment.activities.length === 0) continue
    const whose = whoseIs(ctx, assignment)
    for (const [nth, what] of happeningsOf(assignment, course).entries())
      statements.push(statementOf(ctx, whose, assignment, course, what, nth))
    for (const { step, taken } of stepsOf(assignment, course)) {
      const pack = of.packages.get(`${course.slug}/${step.key}`)
      if (step.kind !== 'scorm' || !pack) continue
      for (const [nth, sitting] of taken.attempts.entries()) {
        const made = attemptOf(ctx, whose, { assignment, course, step, pack, sitting, number: nth + 1 })
        attempts.push(made.attempt)
        scos.push(...made.scos)
      }
    }
  }
  for (const rows of batchesOf(statements)) {
    await sql`
      with given as materialized (select * from jsonb_to_recordset(${json(rows)}::jsonb) as x (
        id uuid, stored timestamptz, user_id uuid, verb text, object_id text, assignment_id uuid, activity_id uuid, body jsonb)),
      keys as (insert into statement_keys (id, stored) select id, stored from given)
      insert into statements (id, stored, user_id, verb, object_id, assignment_id, activity_id, body)
      select id, stored, user_id, verb, object_id, assignment_id, activity_id, body from given`.execute(tx)
  }
  for (const rows of batchesOf(attempts)) {
    await sql`
      insert into attempts (id, assignment_id, activity_id, user_id, package_id, number, epoch, acked_epoch, state, progress, score, seconds,
        seconds_reported, current_sco, is_suspended, started_at, launched_at, last_saved_at, reported_at, completed_at)
      select id, assignment_id, activity_id, user_id, package_id, number, 1, 1, state, progress, score, seconds, seconds, current_sco, is_suspended,
        started_at, started_at, saved_at, saved_at, completed_at
      from jsonb_to_recordset(${json(rows)}::jsonb) as x (id uuid, assignment_id uuid, activity_id uuid, user_id uuid, package_id uuid, number integer,
        state text, progress numeric, score numeric, seconds integer, current_sco text, is_suspended boolean, started_at timestamptz, saved_at timestamptz,
        completed_at timestamptz)`.execute(tx)
  }
  for (const rows of batchesOf(scos)) {
    await sql`
      insert into attempt_scos (attempt_id, sco_id, acked_epoch, acked_seq, cmi, status, score, status_before, is_suspended, is_ended, visit_epoch, visit,
        seconds_now, first_opened_at, updated_at)
      select attempt_id, sco_id, 1, 1, cmi, status, score, 'not attempted', is_suspended, is_ended, 1, 1, seconds, opened_at, updated_at
      from jsonb_to_recordset(${json(rows)}::jsonb) as x (attempt_id uuid, sco_id text, cmi jsonb, status text, score numeric, is_suspended boolean,
        is_ended boolean, seconds integer, opened_at timestamptz, updated_at timestamptz)`.execute(tx)
  }
}

function whoseIs(ctx: Ctx, assignment: DemoAssignment) {
  const { tenantId } = ctx.actor
  const userId = userIdOf(assignment.personKey)
  const courseId = courseIdOf(tenantId, assignment.courseSlug)
  return {
    userId,
    courseId,
    assignmentId: deterministicId('assignment', tenantId, userId, 'course', courseId, '0'),
  }
}

type Whose = ReturnType<typeof whoseIs>

function stepsOf(
  assignment: DemoAssignment,
  course: DemoCourse,
): { step: DemoActivity; taken: DemoActivityProgress }[] {
  const taken = new Map(assignment.activities.map((one) => [one.activityKey, one]))
  return activitiesOf(course).flatMap((step) => {
    const found = taken.get(step.key)
    return found ? [{ step, taken: found }] : []
  })
}

/** Every statement that recordProgress() would have written, in order. */
function happeningsOf(assignment: DemoAssignment, course: DemoCourse): Happened[] {
  const steps = stepsOf(assignment, course)
  const found = steps.flatMap(({ step, taken }) => happeningsOfStep(step, taken))
  const scores = steps.flatMap(({ taken }) => taken.score ?? [])
  if (assignment.state === 'completed' && assignment.completedAt) {
    const state = steps.some(({ taken }) => taken.completedAt && taken.passed) ? 'passed' : 'completed'
    found.push({
      at: assignment.completedAt,
      verb: state,
      step: null,
      state,
      progress: 100,
      scorePercent:
        scores.length === 0
          ? null
          : Math.round((100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 100,
      seconds: 0,
    })
  }
  return found
}

function happeningsOfStep(step: DemoActivity, taken: DemoActivityProgress): Happened[] {
  const found: Happened[] = []
  const say = (at: Date, verb: Verb, of: Partial<Happened> = {}) =>
    found.push({ at, verb, step, state: 'inprogress', progress: 0, scorePercent: null, seconds: 0, ...of })
  let best: number | null = null
  let hasFailed = false
  for (const [nth, sitting] of taken.attempts.entries()) {
    const isLast = nth === taken.attempts.length - 1
    const seconds = Math.round((sitting.endedAt.getTime() - sitting.startedAt.getTime()) / 1000)
    if (step.kind === 'scorm') say(sitting.startedAt, 'launched')
    if (nth === 0) say(sitting.startedAt, 'initialized')
    if (sitting.score !== undefined) best = Math.max(best ?? 0, sitting.score)
    if (isLast && taken.completedAt) {
      const state = taken.passed ? 'passed' : 'completed'
      // A page that is complete when viewed is complete before any time is spent on it.
      const spent = taken.completedAt.getTime() > sitting.startedAt.getTime() ? seconds : 0
      say(taken.completedAt, state, { state, progress: 100, scorePercent: best, seconds: spent })
    } else if (sitting.passed === false) {
      if (!hasFailed) say(sitting.endedAt, 'failed', { state: 'failed', progress: 100, scorePercent: best, seconds })
      hasFailed = true
    } else {
      const progress = isLast
        ? taken.progressPercent
        : Math.round((taken.progressPercent * (nth + 1)) / taken.attempts.length)
      if (progress > 0) say(sitting.endedAt, 'progressed', { progress, scorePercent: best, seconds })
    }
  }
  return found
}

function statementOf(
  ctx: Ctx,
  { userId, courseId, assignmentId }: Whose,
  assignment: DemoAssignment,
  course: DemoCourse,
  what: Happened,
  nth: number,
): object {
  const { tenantId } = ctx.actor
  const step = what.step && { id: activityIdOf(tenantId, course.slug, what.step.key), title: what.step.title }
  const scene = {
    publicUrl: ctx.services.settings.publicUrl,
    tenantId,
    userId,
    assignmentId,
    document: { id: courseId, title: course.title },
    now: what.at,
  }
  const row: StatementRow = describeStatement(scene, { ...what, step })
  const id = idOf(tenantId, 'statement', assignment.personKey, course.slug, String(nth))
  return {
    id,
    stored: what.at,
    user_id: userId,
    verb: row.verb,
    object_id: row.objectId,
    assignment_id: assignmentId,
    activity_id: row.activityId,
    body: { ...row.body, id },
  }
}

/** One attempt at a package: the data of its items, and the server's verdict. */
function attemptOf(
  ctx: Ctx,
  { userId, assignmentId }: Whose,
  of: {
    assignment: DemoAssignment
    course: DemoCourse
    step: DemoActivity & { kind: 'scorm' }
    pack: Pack
    sitting: DemoAttempt
    number: number
  },
): { attempt: object; scos: object[] } {
  const { tenantId } = ctx.actor
  const { step, pack, sitting } = of
  const { kind, organization } = pack.playable
  const id = idOf(tenantId, 'attempt', of.assignment.personKey, of.course.slug, step.key, String(of.number))
  const taken = of.assignment.activities.find((one) => one.activityKey === step.key)
  const isThrough = sitting.passed !== undefined || taken?.completedAt?.getTime() === sitting.endedAt.getTime()
  const leaves = launchableItems(organization.items)
  // A learner who stopped half-way has opened the first item only.
  const opened = isThrough ? leaves : leaves.slice(0, 1)
  const seconds = Math.round((sitting.endedAt.getTime() - sitting.startedAt.getTime()) / 1000)
  const standings = new Map<string, ReturnType<typeof judgeSco>>()
  const scos = opened.map((item, nth) => {
    const sco = step.package.scos.find((one) => item.id === `item-${one.key}`)
    const asks = sco?.slides.some((slide) => slide.kind === 'question') ?? false
    const cmi = wordsOf(kind, { isThrough, score: asks ? sitting.score : undefined, passed: sitting.passed })
    const said = judgeSco(kind, item, cmi, { initialized: true, ended: isThrough })
    standings.set(item.id, said)
    const at = (share: number) => new Date(sitting.startedAt.getTime() + Math.round(seconds * share) * 1000)
    return {
      attempt_id: id,
      sco_id: item.id,
      cmi,
      status: said.status,
      score: said.score,
      is_suspended: said.isSuspended,
      is_ended: isThrough,
      seconds: Math.round(seconds / opened.length),
      opened_at: at(nth / opened.length),
      updated_at: at((nth + 1) / opened.length),
    }
  })
  const standing: AttemptStanding = judgeAttempt(organization.items, (item) => standings.get(item))
  const isDone = standing.state === 'completed' || standing.state === 'passed'
  return {
    scos,
    attempt: {
      id,
      assignment_id: assignmentId,
      activity_id: activityIdOf(tenantId, of.course.slug, step.key),
      user_id: userId,
      package_id: pack.id,
      number: of.number,
      ...standing,
      seconds,
      current_sco: opened.at(-1)?.id ?? null,
      is_suspended: !isThrough,
      started_at: sitting.startedAt,
      saved_at: sitting.endedAt,
      completed_at: isDone ? sitting.endedAt : null,
    },
  }
}

/** The run-time data that an item of our own packages leaves. */
function wordsOf(
  kind: 'scorm12' | 'scorm2004',
  of: { isThrough: boolean; score: number | undefined; passed: boolean | undefined },
): Record<string, string> {
  const verdict = of.score === undefined ? null : of.passed ? 'passed' : 'failed'
  if (kind === 'scorm12') {
    return {
      'cmi.core.lesson_status': of.isThrough ? (verdict ?? 'completed') : 'incomplete',
      'cmi.core.exit': of.isThrough ? '' : 'suspend',
      ...(of.score === undefined
        ? {}
        : { 'cmi.core.score.raw': String(of.score), 'cmi.core.score.min': '0', 'cmi.core.score.max': '100' }),
    }
  }
  return {
    'cmi.completion_status': of.isThrough ? 'completed' : 'incomplete',
    'cmi.exit': of.isThrough ? 'normal' : 'suspend',
    ...(verdict ? { 'cmi.success_status': verdict } : {}),
    ...(of.score === undefined
      ? {}
      : {
          'cmi.score.scaled': String(of.score / 100),
          'cmi.score.raw': String(of.score),
          'cmi.score.min': '0',
          'cmi.score.max': '100',
        }),
  }
}

function* batchesOf(rows: readonly object[]): Generator<readonly object[]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH)
}
