import { isDone, type ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { dayInZone } from '../queries.ts'
import { keepActivityDays, noVersion } from './activity-deltas.ts'

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
