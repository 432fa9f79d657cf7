import { isDone, type ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { dayInZone, noVersion } from '../queries.ts'
import { changeAssignments, type Values } from './change-assignments.ts'

/** What one sitting adds to the row itself, beside what follows from its activities. */
export interface Touch {
  readonly versionId: string
  /** The step that was open; null: none of the version's. */
  readonly activityId: string | null
  readonly seconds: number
  /** Null: as it was. */
  readonly timedUntil: Date | null
}

/** The version that assignments are moved to. */
export interface MovedTo {
  readonly versionId: string
}

export interface Recomputed {
  readonly id: string
  readonly state: ProgressState
  readonly progress: number
  readonly score: number | null
  readonly completedAt: Date | null
}

/**
 * Works assignments of one version out from their activities: progress is the mean over all of the version's activities,
 * the score the mean of those that have one, done when all are done. `activityIds` are the version's. `touch` with nothing but a version moves them to it.
 */
export async function recomputeProgress(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  ids: readonly string[],
  activityIds: readonly string[],
  touch: Touch | MovedTo | null = null,
): Promise<Recomputed[]> {
  return changeAssignments<Recomputed>(ctx, tx, {
    found: sql`
      locked as materialized (select a as was, a.id from assignments a where a.id = any(${ids}::uuid[]) order by a.id for update),
      figures as materialized (
        select l.was, l.id, one.* from locked l cross join lateral (
          select sum(p.progress) as progress, avg(p.score) as score, min(p.started_at) as started_at, ${countStates(sql`p`)}
          from activity_progress p where p.assignment_id = l.id and p.activity_id = any(${activityIds}::uuid[])
        ) one
      )`,
    update: {
      from: 'figures',
      set: { ...figuresOf(sql`${activityIds.length}::int`, sql`${ctx.now}::timestamptz`), ...touched(ctx, touch) },
    },
    answer: sql`select (became).id, (became).state, (became).progress, (became).score, (became).completed_at from changed`,
  })
}

function touched(ctx: Pick<Ctx, 'now'>, touch: Touch | MovedTo | null): Values {
  if (touch === null) return {}
  // Whoever has not begun is on no version: they see the published one.
  if (!('seconds' in touch))
    return { versionId: sql`case when a.started_at is null then null else ${touch.versionId}::uuid end` }
  return {
    seconds: sql`a.seconds + ${touch.seconds}`,
    versionId: sql`${touch.versionId}`,
    lastActivityId: sql`coalesce(${touch.activityId}::uuid, a.last_activity_id)`,
    lastActivityAt: sql`greatest(a.last_activity_at, ${ctx.now})`,
    timedUntil: sql`coalesce(${touch.timedUntil}, a.timed_until)`,
  }
}

interface Standing {
  readonly state: ProgressState
  readonly score: number | null
  readonly seconds: number
}

export interface SavedActivity {
  readonly assignmentId: string
  readonly activityId: string
  /** How it stands, read under the assignment's lock. */
  readonly before: Standing
  readonly after: Standing & { readonly progress: number; readonly position: unknown }
  /** Where it counts: the assignment's document and version; null: the assignment is not active. */
  readonly counts: { readonly documentId: string; readonly versionId: string | null } | null
}

/** Writes how somebody stands with one activity, with its deltas and the row of the day before, in one statement. */
export async function saveActivity(ctx: Pick<Ctx, 'now'>, tx: WriteTx, of: SavedActivity): Promise<void> {
  const { assignmentId, activityId, before, after, counts } = of
  const done = isDone(after.state)
  const sides = [
    { sign: -1, ...before },
    { sign: 1, ...after },
  ].filter((side) => counts !== null && side.state !== 'notstarted')
  const deltas =
    sides.length === 0
      ? sql`select`
      : sql`
    insert into activity_deltas (id, document_id, version_id, activity_id, sign, state, score, seconds)
    values ${sql.join(
      sides.map(
        ({ sign, state, score, seconds }) =>
          sql`(gen_random_uuid(), ${counts?.documentId}, ${counts?.versionId ?? noVersion}, ${activityId}, ${sign}, ${state}, ${score}, ${seconds})`,
      ),
    )}`
  await sql`
    with days as (${keepActivityDays(
      sql`(select * from activity_progress where assignment_id = ${assignmentId} and activity_id = ${activityId})`,
      dayInZone(ctx.now),
    )}),
    saved as (
      insert into activity_progress (assignment_id, activity_id, state, progress, score, seconds, position, started_at, completed_at, updated_at, changed_day)
      values (${assignmentId}, ${activityId}, ${after.state}, ${after.progress}, ${after.score}, ${after.seconds},
        ${after.position === null ? null : json(after.position)}, ${ctx.now}, ${done ? ctx.now : null}, ${ctx.now}, ${dayInZone(ctx.now)})
      on conflict (tenant_id, assignment_id, activity_id) do update set
        state = excluded.state, progress = excluded.progress, score = excluded.score, seconds = excluded.seconds, position = excluded.position,
        completed_at = case when ${done} then coalesce(activity_progress.completed_at, excluded.completed_at) end,
        updated_at = excluded.updated_at, changed_day = greatest(activity_progress.changed_day, excluded.changed_day)
    )
    ${deltas}`.execute(tx)
}

/** Keeps what activities were until the day before `day`: `rows` are those as they stood before this statement. */
export function keepActivityDays(rows: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into activity_days (assignment_id, activity_id, from_day, until_day, state, progress, score, seconds, started_at, completed_at)
    select p.assignment_id, p.activity_id, p.changed_day, ${day}, p.state, p.progress, p.score, p.seconds, p.started_at, p.completed_at
    from ${rows} p where p.changed_day < ${day}`
}

/** Numbers of rows by state. */
export function countStates(of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    count(*) filter (where ${of}.state in ('completed', 'passed'))::int as done,
    count(*) filter (where ${of}.state = 'passed')::int as passed,
    count(*) filter (where ${of}.state = 'failed')::int as failed,
    count(*) filter (where ${of}.state <> 'notstarted')::int as begun`
}

/** Values of `a` from `f`; a row without figures has nothing begun. `at`: when what is finished by it was finished. */
export function figuresOf(total: RawBuilder<unknown>, at: RawBuilder<unknown>): Values {
  const isDone = sql`(${total} > 0 and coalesce(f.done, 0) = ${total})`
  return {
    progress: sql`case when ${total} > 0 then least(100, round(coalesce(f.progress, 0) / ${total}, 2)) else 0 end`,
    score: sql`round(f.score, 2)`,
    activitiesDone: sql`floor(coalesce(f.done, 0))::int`,
    state: sql`case
      when ${isDone} then case when f.passed > 0 then 'passed' else 'completed' end
      when f.failed > 0 and f.done + f.failed = ${total} then 'failed'
      when f.begun > 0 or a.started_at is not null then 'inprogress'
      else 'notstarted' end`,
    startedAt: sql`coalesce(a.started_at, f.started_at)`,
    completedAt: sql`case when ${isDone} then coalesce(a.completed_at, ${at}) end`,
  }
}
