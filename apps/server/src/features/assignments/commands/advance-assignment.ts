import type { ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import { type Cause, deliverCauses } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { appendDeltas, causeOf, changeDay, keepCauses, keepDays } from './append-deltas.ts'

export interface Advance {
  readonly assignmentId: string
  readonly versionId: string
  /** It is finished with this; else it is begun. What is finished stays so. */
  readonly isFinished: boolean
  /** Time that this adds. */
  readonly seconds: number
  /** Until when the time of the learner's pages is accounted for with it; null: as it was. */
  readonly timedUntil: Date | null
  /** A CTE of the caller's that is written in the same statement. */
  readonly beside: RawBuilder<unknown>
  /** A number of the caller's that is answered with the rest. */
  readonly answer?: RawBuilder<unknown>
  /** What it came to, where that is more than finished: a result that is better than what stands. */
  readonly result?: {
    readonly state: 'completed' | 'passed' | 'failed'
    readonly scorePercent: number | null
    /** It takes the place of what stands, even of something better. */
    readonly replaces: boolean
  }
}

export interface Advanced {
  readonly before: ProgressState
  readonly state: ProgressState
  readonly progress: number
  readonly completedAt: Date | null
  readonly beside: number
}

/** Moves an assignment of a document that has no steps: begun, or finished. Null: there is no such assignment. */
export async function advanceAssignment(ctx: Pick<Ctx, 'now'>, tx: WriteTx, of: Advance): Promise<Advanced | null> {
  const { result } = of
  const to = result?.state ?? (of.isFinished ? 'completed' : 'inprogress')
  const isEnd = to === 'completed' || to === 'passed'
  const stands = result?.replaces ? sql`false` : sql`a.state in ('completed', 'passed')`
  const isDone = sql`(${stands} or ${isEnd})`
  const { rows } = await sql<Advanced & { cause: Cause | null }>`
    with locked as materialized (select a as was, a.id from assignments a where a.id = ${of.assignmentId} for update),
    changed as (
      update assignments a set
        state = case when ${stands} and not (a.state = 'completed' and ${to} = 'passed') then a.state when ${to} = 'inprogress' and a.state = 'failed' then a.state else ${to} end,
        progress = case when ${isDone} then 100 else a.progress end,
        score = ${result ? (result.replaces ? sql`${result.scorePercent}::numeric` : sql`greatest(a.score, ${result.scorePercent}::numeric)`) : sql`a.score`},
        activities_done = case when ${isDone} then 1 else 0 end,
        seconds = a.seconds + ${of.seconds},
        version_id = ${of.versionId},
        started_at = coalesce(a.started_at, ${ctx.now}),
        completed_at = case when ${isDone} then coalesce(a.completed_at, ${ctx.now}) end,
        last_activity_at = greatest(a.last_activity_at, ${ctx.now}),
        timed_until = coalesce(${of.timedUntil}, a.timed_until),
        changed_day = ${changeDay(ctx.now)}
      from locked l where a.id = l.id returning l.was, a as became
    ),
    ${of.beside},
    deltas as (${appendDeltas(ctx.now)}),
    days as (${keepDays()}),
    causes_kept as (${keepCauses(ctx.now)})
    select (was).state as before, (became).state, (became).progress, (became).completed_at, ${of.answer ?? sql`0`} as beside, ${causeOf(sql`(became).id`)} as cause from changed`.execute(
    tx,
  )
  const [advanced] = rows
  if (!advanced) return null
  await deliverCauses(ctx, tx, [advanced.cause])
  return advanced
}
