import type { ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import { type Cause, deliverCauses } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { moveActivities } from './activity-deltas.ts'
import { appendDeltas, causeOf, changeDay, keepCauses, keepDays } from './append-deltas.ts'

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
  const { rows } = await sql<Recomputed & { cause: Cause | null }>`
    with locked as materialized (select a as was, a.id from assignments a where a.id = any(${ids}::uuid[]) order by a.id for update),
    figures as materialized (
      select l.was, l.id, one.* from locked l cross join lateral (
        select sum(p.progress) as progress, avg(p.score) as score, min(p.started_at) as started_at, ${countStates(sql`p`)}
        from activity_progress p where p.assignment_id = l.id and p.activity_id = any(${activityIds}::uuid[])
      ) one
    ),
    changed as (
      update assignments a set ${figuresSet(sql`${activityIds.length}::int`, ctx.now)} ${touched(ctx, touch)}
      from figures f where a.id = f.id returning f.was, a as became
    ),
    deltas as (${appendDeltas(ctx.now)}),
    days as (${keepDays()}),
    activities as (${moveActivities()}),
    causes_kept as (${keepCauses(ctx.now)})
    select (became).id, (became).state, (became).progress, (became).score, (became).completed_at, ${causeOf(sql`(became).id`)} as cause from changed`.execute(
    tx,
  )
  await deliverCauses(
    ctx,
    tx,
    rows.map((row) => row.cause),
  )
  return rows
}

function touched(ctx: Pick<Ctx, 'now'>, touch: Touch | MovedTo | null): RawBuilder<unknown> {
  if (touch === null) return sql``
  // Whoever has not begun is on no version: they see the published one.
  if (!('seconds' in touch))
    return sql`, version_id = case when a.started_at is null then null else ${touch.versionId}::uuid end`
  return sql`, seconds = a.seconds + ${touch.seconds}, version_id = ${touch.versionId}, last_activity_id = coalesce(${touch.activityId}::uuid, a.last_activity_id), last_activity_at = greatest(a.last_activity_at, ${ctx.now}), timed_until = coalesce(${touch.timedUntil}, a.timed_until)`
}

/** Numbers of rows by state. */
export function countStates(of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    count(*) filter (where ${of}.state in ('completed', 'passed'))::int as done,
    count(*) filter (where ${of}.state = 'passed')::int as passed,
    count(*) filter (where ${of}.state = 'failed')::int as failed,
    count(*) filter (where ${of}.state <> 'notstarted')::int as begun`
}

/** Columns of `a` from `f`; a row without figures has nothing begun. `when`: of history, the moment and the day. */
export function figuresSet(
  total: RawBuilder<unknown>,
  now: Date,
  when: { at: RawBuilder<unknown>; day: RawBuilder<unknown> } = { at: sql`${now}::timestamptz`, day: changeDay(now) },
): RawBuilder<unknown> {
  const isDone = sql`(${total} > 0 and coalesce(f.done, 0) = ${total})`
  return sql`
    progress = case when ${total} > 0 then least(100, round(coalesce(f.progress, 0) / ${total}, 2)) else 0 end,
    score = round(f.score, 2),
    activities_done = floor(coalesce(f.done, 0))::int,
    state = case
      when ${isDone} then case when f.passed > 0 then 'passed' else 'completed' end
      when f.failed > 0 and f.done + f.failed = ${total} then 'failed'
      when f.begun > 0 or a.started_at is not null then 'inprogress'
      else 'notstarted' end,
    changed_day = ${when.day},
    started_at = coalesce(a.started_at, f.started_at),
    completed_at = case when ${isDone} then coalesce(a.completed_at, ${when.at}) end`
}
