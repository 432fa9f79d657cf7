import { sql } from 'kysely'
import type { WriteTx } from '../src/platform/db/database.ts'

/**
 * Past states of the demonstration's assignments (assigned, then begun), so that reports show past days from the start.
 */
export async function seedDays(tx: WriteTx): Promise<void> {
  await sql`
    with dated as materialized (
      select a.*, (a.assigned_at at time zone zone)::date as given_day, greatest(a.started_at, a.assigned_at) as begun_at,
        (greatest(a.assigned_at, a.started_at, a.completed_at, a.last_activity_at) at time zone zone)::date as now_since,
        (greatest(a.started_at, a.assigned_at) at time zone zone)::date as begun_day
      from assignments a cross join (select control.zone_of_tenant() as zone) tenant
      where a.changed_day = '-infinity'
    ),
    current as (update assignments a set changed_day = d.now_since from dated d where a.id = d.id),
    given as (
      insert into assignment_days (assignment_id, from_day, until_day, user_id, document_type, document_id, is_active, is_optional, state, progress, seconds, assigned_at, due_at, due_day)
      select id, given_day, coalesce(begun_day, now_since), user_id, document_type, document_id, true, is_optional, 'notstarted', 0, 0, assigned_at, due_at, due_day
      from dated where coalesce(begun_day, now_since) > given_day
    )
    insert into assignment_days (assignment_id, from_day, until_day, user_id, document_type, document_id, is_active, is_optional, state, progress, seconds, version_id,
      assigned_at, started_at, due_at, due_day, last_activity_at)
    select id, begun_day, now_since, user_id, document_type, document_id, true, is_optional, 'inprogress', round(progress / 2, 2), seconds / 2, version_id,
      assigned_at, started_at, due_at, due_day, begun_at
    from dated where started_at is not null and now_since > begun_day`.execute(tx)
  await sql`
    with dated as materialized (
      select p.*, (p.started_at at time zone zone)::date as begun_day, (greatest(p.started_at, p.completed_at, p.updated_at) at time zone zone)::date as now_since
      from activity_progress p cross join (select control.zone_of_tenant() as zone) tenant
      where p.changed_day = '-infinity'
    ),
    current as (
      update activity_progress p set changed_day = d.now_since from dated d where p.assignment_id = d.assignment_id and p.activity_id = d.activity_id
    )
    insert into activity_days (assignment_id, activity_id, from_day, until_day, state, progress, seconds, started_at)
    select assignment_id, activity_id, begun_day, now_since, 'inprogress', round(progress / 2, 2), seconds / 2, started_at
    from dated where now_since > begun_day`.execute(tx)
  await sql`
    insert into rollup_marks (name, folded_at) select 'history', coalesce(min(assigned_at), now()) from assignments
    on conflict (tenant_id, name) do update set folded_at = excluded.folded_at`.execute(tx)
}
