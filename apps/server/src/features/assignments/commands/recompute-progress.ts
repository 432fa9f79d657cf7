import type { ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
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
