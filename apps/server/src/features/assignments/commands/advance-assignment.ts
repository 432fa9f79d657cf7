import type { ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { appendDeltas, changeDay, keepDays } from './append-deltas.ts'

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
}

export interface Advanced {
  readonly before: ProgressState
  readonly state: ProgressState
  readonly progress: number
  readonly completedAt: Date | null
}

/** Moves an assignment of a document that has no steps: begun, or finished. Null: there is no such assignment. */
export async function advanceAssignment(ctx: Pick<Ctx, 'now'>, tx: WriteTx, of: Advance): Promise<Advanced | null> {
  const isDone = sql`(a.state in ('completed', 'passed') or ${of.isFinished})`
  const { rows } = await sql<Advanced>`
    with locked as materialized (select a as was, a.id from assignments a where a.id = ${of.assignmentId} for update),
    changed as (
      update assignments a set
        state = case when a.state in ('completed', 'passed') then a.state when ${of.isFinished} then 'completed' else 'inprogress' end,
        progress = case when ${isDone} then 100 else a.progress end,
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
    days as (${keepDays()})
    select (was).state as before, (became).state, (became).progress, (became).completed_at from changed`.execute(tx)
  return rows[0] ?? null
}
