import type { ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { changeAssignments } from './change-assignments.ts'

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
  const [advanced] = await changeAssignments<Advanced>(ctx, tx, {
    found: sql`locked as materialized (select a as was, a.id from assignments a where a.id = ${of.assignmentId} for update)`,
    update: {
      from: 'locked',
      set: {
        state: sql`case when ${stands} and not (a.state = 'completed' and ${to} = 'passed') then a.state when ${to} = 'inprogress' and a.state = 'failed' then a.state else ${to} end`,
        progress: sql`case when ${isDone} then 100 else a.progress end`,
        score: result
          ? result.replaces
            ? sql`${result.scorePercent}::numeric`
            : sql`greatest(a.score, ${result.scorePercent}::numeric)`
          : sql`a.score`,
        activitiesDone: sql`case when ${isDone} then 1 else 0 end`,
        seconds: sql`a.seconds + ${of.seconds}`,
        versionId: sql`${of.versionId}`,
        startedAt: sql`coalesce(a.started_at, ${ctx.now})`,
        completedAt: sql`case when ${isDone} then coalesce(a.completed_at, ${ctx.now}) end`,
        lastActivityAt: sql`greatest(a.last_activity_at, ${ctx.now})`,
        timedUntil: sql`coalesce(${of.timedUntil}, a.timed_until)`,
      },
    },
    beside: of.beside,
    answer: sql`
      select (became).id, (was).state as before, (became).state, (became).progress, (became).completed_at, ${of.answer ?? sql`0`} as beside from changed`,
  })
  return advanced ?? null
}
