import type { UnderWay, UnderWayByState } from '@learnt/contract/courses'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { planAnew } from '../../../platform/db/plan-anew.ts'
import { type JobOutcome, type ReportProgress, startJob } from '../../../platform/jobs/job.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { beginCycles, lockPeopleOf } from '../../assignments/commands/begin-cycles.ts'
import { changeAssignments } from '../../assignments/commands/change-assignments.ts'
import { findAround, lockMoving, recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import { recomputeProgress } from '../../assignments/commands/recompute-progress.ts'
import { isStillGiven } from '../../assignments/queries.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { findOutline } from '../queries/find-outline.ts'

/** People that the publication moves itself; more of them are a job's. */
const peopleAtOnce = 200
/** People that one transaction of the job moves. */
const peopleInRange = 1000

interface Move {
  readonly courseId: string
  readonly versionId: string
  readonly choice: UnderWayByState
}

/** One choice for everyone under way, or the choices by state, as the latter. */
export function byState(choice: z.output<typeof UnderWay>): UnderWayByState {
  return typeof choice === 'string' ? { inprogress: choice, failed: choice, completed: 'keep' } : choice
}

/**
 * What the publication of a course does to the people who are on the version before, or on an older one: `finish` leaves
 * them there, `carry` takes them along and works their progress out again, `restart` opens a new cycle for them on the new
 * version and keeps the old one. Who has finished stays as they are unless `restart` was chosen for them; who has not
 * begun gets the new version. Few people are moved here; many by a job, while they go on learning.
 * Call it in the transaction that publishes, which holds the document.
 */
export async function carryOver(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    course: { id: string; title: string; isBundle: boolean }
    fromVersionId: string
    toVersionId: string
    choice: z.output<typeof UnderWay>
  },
): Promise<void> {
  // A bundle has no steps of its own: everybody gets its courses, and each course has its versions.
  if (of.course.isBundle) return
  const move: Move = { courseId: of.course.id, versionId: of.toVersionId, choice: byState(of.choice) }
  // Whoever has something on record without a version (an import) has it of the version until now.
  await changeAssignments(ctx, tx, {
    found: sql`without as materialized (
      select a.id, a as was from assignments a
      where a.document_type = 'course' and a.document_id = ${move.courseId} and a.version_id is null and a.state <> 'notstarted' order by a.id for update
    )`,
    update: { from: 'without', set: { versionId: sql`${of.fromVersionId}` } },
    answer: sql`select from changed`,
  })
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from assignments a where ${isToMove(move)}`.execute(tx)
  const people = rows[0]?.people ?? 0
  await tx
    .insertInto('versionMoves')
    .values({
      versionId: move.versionId,
      documentId: move.courseId,
      choice: json(move.choice),
      people,
      begunAt: ctx.now,
    })
    .execute()
  if (people > peopleAtOnce) {
    const input = { courseId: move.courseId, versionId: move.versionId }
    await startJob(ctx, tx, { kind: 'courses.carryOver', subject: of.course.title, input, total: people })
    return
  }
  if (people > 0) await moveNext(ctx, tx, move, { after: null, rules: 'alone' })
  await finish(ctx, tx, move, of.course.title)
}

/**
 * The job: some people at a time, each time in a transaction of its own. Whom it has moved it does not find again, so begun
 * again after a crash it does the rest. A later publication makes its own choice for everybody who is not moved yet.
 */
export async function finishCarryOver(
  ctx: Ctx,
  input: { courseId: string; versionId: string },
  progress: ReportProgress,
): Promise<JobOutcome> {
  let after: string | null = null
  for (;;) {
    const step: {
      state: 'goesOn' | 'done' | 'overtaken'
      last: string | null
      carried: number
      restarted: number
      people: number
    } = await ctx.write(async (tx) => {
      const found = await holdMove(tx, input)
      if (!found) return { state: 'overtaken', last: null, carried: 0, restarted: 0, people: 0 }
      const last: string | null = found.isFinished
        ? null
        : await moveNext(ctx, tx, found.move, { after, rules: 'shared' })
      if (last === null && !found.isFinished) await finish(ctx, tx, found.move, found.title)
      return { state: last === null ? 'done' : 'goesOn', last, ...(await countMoved(tx, input.versionId)) }
    })
    const { carried, restarted } = step
    await progress(carried + restarted, Math.max(step.people, carried + restarted))
    if (step.state !== 'goesOn') return { result: { carried, restarted, overtaken: step.state === 'overtaken' } }
    after = step.last
  }
}

/** The move, with its course held: a publication waits for this range, and its own choice comes after it. */
async function holdMove(
  tx: WriteTx,
  of: { courseId: string; versionId: string },
): Promise<{ move: Move; title: string; isFinished: boolean } | null> {
  const { rows } = await sql<{ title: string }>`
    select title from documents where id = ${of.courseId} and published_version_id = ${of.versionId} for share`.execute(
    tx,
  )
  const title = rows[0]?.title
  if (title === undefined) return null
  const row = await tx
    .selectFrom('versionMoves')
    .select(['choice', 'finishedAt'])
    .where('versionId', '=', of.versionId)
    .executeTakeFirstOrThrow()
  return { move: { ...of, choice: row.choice as UnderWayByState }, title, isFinished: row.finishedAt !== null }
}

async function countMoved(tx: WriteTx, versionId: string) {
  return tx
    .selectFrom('versionMoves')
    .select(['people', 'carried', 'restarted'])
    .where('versionId', '=', versionId)
    .executeTakeFirstOrThrow()
}

/**
 * Moves the next people after one, in the order of their ids; answers the last of them, null when there were none.
 * `rules`: how to hold the rules' lock while cycles begin. The publication goes on to need it alone.
 */
async function moveNext(
  ctx: Ctx,
  tx: WriteTx,
  move: Move,
  { after, rules }: { after: string | null; rules: 'alone' | 'shared' },
): Promise<string | null> {
  const { rows: next } = await sql<{ id: string; userId: string; way: 'carry' | 'restart' }>`
    select a.id, a.user_id, ${wayOf(move.choice)} as way from assignments a
    where ${isToMove(move)} and ${after === null ? sql`true` : sql`a.user_id > ${after}`}
    -- Somebody may have two of them: whoever is seen last is seen whole.
    order by a.user_id fetch first ${peopleInRange} rows with ties`.execute(tx)
  const last = next.at(-1)?.userId
  if (last === undefined) return null
  await planAnew(tx, next.length)
  const again = next.filter((one) => one.way === 'restart').map((one) => one.id)
  if (again.length > 0) {
    await lockRules(tx, rules)
    await lockPeopleOf(tx, again)
  }
  const ids = next.map((one) => one.id)
  const { isWithin, held } = await lockMoving(tx, ids, move.courseId)
  // Asked again under the locks: somebody may have finished meanwhile.
  const { rows } = await sql<{ id: string; way: 'carry' | 'restart' }>`
    select a.id, ${wayOf(move.choice)} as way from assignments a where a.id = any(${ids}::uuid[]) and ${isToMove(move)}`.execute(
    tx,
  )
  const goingBy = (way: 'carry' | 'restart') => rows.flatMap((one) => (one.way === way ? [one.id] : []))
  const [carried, ending] = [goingBy('carry'), goingBy('restart')]
  if (carried.length > 0) {
    await carry(ctx, tx, move, carried)
    if (isWithin) {
      const { containers, waiting } = await findAround(tx, carried)
      await recomputeContainers(ctx, tx, containers, { held, waiting })
    }
  }
  const restarted = ending.length > 0 ? await restart(ctx, tx, ending) : 0
  await Promise.all([
    tellPages(ctx, tx, 'carried', carried),
    tellPages(ctx, tx, 'restarted', ending),
    sql`update version_moves set carried = carried + ${carried.length}, restarted = restarted + ${restarted} where version_id = ${move.versionId}`.execute(
      tx,
    ),
  ])
  return last
}

/** Everybody is where the choice leads them. */
async function finish(ctx: Ctx, tx: WriteTx, move: Move, title: string): Promise<void> {
  const { rows } = await sql<{ people: number; carried: number; restarted: number }>`
    update version_moves set finished_at = ${ctx.now} where version_id = ${move.versionId} returning people, carried, restarted`.execute(
    tx,
  )
  const moved = rows[0]
  if (!moved || moved.people === 0) return
  await audit(ctx, tx, {
    action: 'courses.carryOver',
    subjectType: 'course',
    subjectId: move.courseId,
    subjectTitle: title,
    after: { versionId: move.versionId, choice: move.choice, ...moved },
  })
}

/** Takes people along to the version; what they did in the one before stays on record with it. */
async function carry(ctx: Ctx, tx: WriteTx, move: Move, ids: readonly string[]): Promise<void> {
  const outline = await findOutline(tx, ctx.actor.tenantId, move.versionId)
  if (!outline) throw new Error('A publication of a version that is not there')
  await sql`
    insert into seen_versions (assignment_id, version_id, from_at, until_at)
    select a.id, a.version_id, coalesce(before.until_at, a.started_at), ${ctx.now}
    from assignments a
    left join lateral (select max(s.until_at) as until_at from seen_versions s where s.assignment_id = a.id) before on true
    where a.id = any(${ids}::uuid[]) and a.started_at is not null
    on conflict (tenant_id, assignment_id, version_id) do update set until_at = excluded.until_at`.execute(tx)
  const steps = outline.activities.map((one) => one.id)
  const moved = await recomputeProgress(ctx, tx, ids, steps, { versionId: move.versionId })
  const finished = moved.filter((one) => one.completedAt !== null).map((one) => one.id)
  if (finished.length > 0) await enqueue(ctx, tx, 'learning.describeFinished', { assignmentIds: finished })
}

/** Opens a new cycle on the new version, and tells its people. Answers how many it opened. */
async function restart(ctx: Ctx, tx: WriteTx, ids: readonly string[]): Promise<number> {
  const begun = await beginCycles(ctx, tx, {
    assignments: ids.map((assignmentId) => ({ assignmentId })),
    reason: 'restart',
  })
  if (begun.length === 0) return 0
  await notifyMany(ctx, tx, {
    kind: 'courseRestarted',
    atMost: begun.length,
    from: sql`
      select a.user_id, null::text as team_id, 'courseRestarted:' || a.id as key, '/apps/course/' || a.id as link,
        jsonb_build_object('documentType', 'course', 'courseId', c.id, 'title', c.title) as params
      from assignments a join documents c on c.id = a.document_id
      where a.id = any(${begun.map((one) => one.id)}::uuid[]) order by a.user_id`,
  })
  return begun.length
}

/** Whoever has not been there for so long has no page of the course on the screen. */
const onScreenForHours = 12

async function tellPages(ctx: Ctx, tx: WriteTx, kind: 'carried' | 'restarted', ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const since = new Date(ctx.now.getTime() - onScreenForHours * 3_600_000)
  await sql`
    insert into live_events (id, topic, user_id, kind, subject_id, at)
    select gen_random_uuid(), 'me', user_id, ${kind}::text, id::text, ${ctx.now}::timestamptz
    from assignments where id = any(${ids}::uuid[]) and last_activity_at > ${since}`.execute(tx)
}

/** What becomes of an assignment `a`. Who has a version and nothing begun goes along. */
function wayOf({ inprogress, failed, completed }: UnderWayByState): RawBuilder<string> {
  return sql<string>`
    case a.state when 'notstarted' then 'carry' when 'inprogress' then ${inprogress}::text when 'failed' then ${failed}::text else ${completed}::text end`
}

function isToMove({ courseId, versionId, choice }: Move): RawBuilder<boolean> {
  return sql<boolean>`(
    a.document_type = 'course' and a.document_id = ${courseId} and a.version_id <> ${versionId} and ${wayOf(choice)} in ('carry', 'restart')
    and a.ended_at is null and (a.is_active or (${wayOf(choice)} = 'carry' and ${isStillGiven})))`
}
