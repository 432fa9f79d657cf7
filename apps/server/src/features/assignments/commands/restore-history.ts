import { type RawBuilder, sql } from 'kysely'
import type { CauseCtx } from '../../../platform/causes.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { noVersion } from '../queries.ts'
import { changeAssignments } from './change-assignments.ts'

/** An assignment with its activities and past days as it stands: JSON for restoreHistory(). `id` is SQL; the names inside are their own. */
export function snapshotOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_build_object(
    'assignment', (select to_jsonb(one_of) from assignments one_of where one_of.id = ${id}),
    'days', coalesce((select jsonb_agg(day_of) from assignment_days day_of where day_of.assignment_id = ${id}), '[]'),
    'activities', coalesce((select jsonb_agg(step_of) from activity_progress step_of where step_of.assignment_id = ${id}), '[]'),
    'activityDays', coalesce((select jsonb_agg(step_day) from activity_days step_day where step_day.assignment_id = ${id}), '[]'))`
}

/** What an assignment `a` is compared by, to find whether anybody has learnt on since. */
export const standingOf: RawBuilder<unknown> = sql`jsonb_build_object(
  'state', a.state, 'progress', a.progress, 'completedAt', a.completed_at, 'lastActivityAt', a.last_activity_at, 'seconds', a.seconds,
  'versionId', a.version_id, 'isEnded', a.ended_at is not null)`

/** Columns that follow from what somebody did; what gives the document, and until when, stays as it is now. */
const learnt = [
  ...(['state', 'progress', 'score', 'seconds', 'activitiesDone', 'versionId', 'lastActivityId', 'startedAt'] as const),
  ...(['completedAt', 'lastActivityAt', 'timedUntil', 'periodFrom', 'monthDay'] as const),
]

/**
 * Makes assignments again what snapshots say, with their activities and past days, as if what was recorded since had never
 * been. The caller holds them, and has found that nobody has learnt on. One that was made since is nothing again.
 */
export async function restoreHistory(
  ctx: CauseCtx,
  tx: WriteTx,
  snapshots: readonly { readonly assignmentId: string; readonly before: unknown }[],
): Promise<void> {
  const ids = snapshots.map((one) => one.assignmentId)
  if (ids.length === 0) return
  const told = sql`jsonb_to_recordset(${json(snapshots)}::jsonb) as s ("assignmentId" uuid, before jsonb)`
  const counted = (sign: -1 | 1) => sql`
    insert into activity_deltas (id, document_id, version_id, activity_id, sign, state, score, seconds)
    select gen_random_uuid(), a.document_id, coalesce(a.version_id, ${noVersion}::uuid), p.activity_id, ${sql.lit(sign)}, p.state, p.score, p.seconds
    from activity_progress p join assignments a on a.id = p.assignment_id
    where p.assignment_id = any(${ids}::uuid[]) and p.state <> 'notstarted' and a.is_active`
  await counted(-1).execute(tx)
  await sql`
    with days as (delete from assignment_days where assignment_id = any(${ids}::uuid[])),
    activity_days_gone as (delete from activity_days where assignment_id = any(${ids}::uuid[]))
    delete from activity_progress where assignment_id = any(${ids}::uuid[])`.execute(tx)
  await changeAssignments(ctx, tx, {
    found: sql`
    told as materialized (select * from ${told}),
    figures as materialized (
      select a as was, a.id, f.* from told t join assignments a on a.id = t."assignmentId"
      cross join lateral (
        select ${sql.join([...learnt, 'changedDay'].map((column) => sql.ref(column)))}
        from jsonb_populate_record(null::assignments, case when jsonb_typeof(t.before -> 'assignment') = 'object' then t.before -> 'assignment'
          else '{"state": "notstarted", "progress": 0, "seconds": 0, "activities_done": 0, "changed_day": "-infinity"}' end)
      ) f
    )`,
    update: {
      from: 'figures',
      set: Object.fromEntries(learnt.map((column) => [column, sql.ref(`f.${column}`)])),
    },
    day: sql`f.changed_day`,
    restoresDays: true,
    beside: sql`
    days as (
      insert into assignment_days select d.* from told t cross join lateral jsonb_populate_recordset(null::assignment_days, t.before -> 'days') d
    ),
    activity_days_back as (
      insert into activity_days select d.* from told t cross join lateral jsonb_populate_recordset(null::activity_days, t.before -> 'activityDays') d
    ),
    activities_back as (
      insert into activity_progress select p.* from told t cross join lateral jsonb_populate_recordset(null::activity_progress, t.before -> 'activities') p
    )`,
    answer: sql`select (became).id from changed`,
  })
  await counted(1).execute(tx)
}
