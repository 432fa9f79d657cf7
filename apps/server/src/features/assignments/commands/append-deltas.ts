import { type RawBuilder, sql } from 'kysely'
import { type Cause, followersOf } from '../../../platform/causes.ts'

/**
 * The last word of every statement that changes assignments: what they were counts -1, what they became +1, in the same
 * statement, so that the sum of the deltas is always what a count of the assignments gives.
 *
 * The statement has a CTE `changed` with two whole rows of assignments each: `was`, read under the row's lock, and
 * `became`, as RETURNING says; a new one was null. (Two CTEs to be joined would be compared each with each, whenever the
 * planner takes them for small.) An assignment that is not active counts for nothing, but activity in it is activity of
 * the person: it comes with the sign 0.
 */
export function appendDeltas(now: Date): RawBuilder<unknown> {
  return sql`
    insert into progress_deltas (id, document_type, document_id, user_id, version_id, sign, state, is_optional, due_day, progress, score, seconds, last_activity_at, at)
    select gen_random_uuid(), document_type, document_id, user_id, coalesce(version_id, '00000000-0000-0000-0000-000000000000'), case when is_active then sign else 0 end, state, is_optional, ${countedDueDayOf('rows')}, progress, score,
      seconds, last_activity_at, ${now}
    from (
      select sign, is_later, (counts).* from changed
      cross join lateral (values (-1, was, false), (1, became, (became).last_activity_at is distinct from (was).last_activity_at)) side(sign, counts, is_later)
    ) rows
    where is_active or is_later`
}

/**
 * Beside it in the same statement: what an assignment was until the day before this change is kept for reports as of a
 * past day. Only the first change of a day leaves a row. Whoever changes assignments sets `changed_day` to `changeDay`.
 */
export function keepDays(): RawBuilder<unknown> {
  return sql`
    insert into assignment_days (assignment_id, from_day, until_day, user_id, document_type, document_id, is_active, is_optional, state, progress, score, seconds,
      version_id, assigned_at, started_at, completed_at, due_at, due_day, frozen_at, waits_for, last_activity_at)
    select (was).id, (was).changed_day, (became).changed_day, (was).user_id, (was).document_type, (was).document_id, (was).is_active, (was).is_optional, (was).state,
      (was).progress, (was).score, (was).seconds, (was).version_id, (was).assigned_at, (was).started_at, (was).completed_at, (was).due_at,
      (was).due_day, (was).frozen_at, (was).waits_for, (was).last_activity_at
    from changed
    where (was).id is not null and (became).changed_day > (was).changed_day
      -- A row that was made for this very change was nothing before it.
      and ((was).is_active or (was).changed_day > '-infinity')`
}

/**
 * Beside them in the same statement: that a document was finished, or is finished no longer, which deliverCauses() then hands
 * on. A CTE \`causes_kept\`; causeOf() reads it. `at`: when it was finished, of history.
 */
export function keepCauses(now: Date, at: RawBuilder<unknown> = sql`${now}::timestamptz`): RawBuilder<unknown> {
  return sql`
    insert into causes (id, kind, user_id, assignment_id, document_type, document_id, state, score, at)
    select gen_random_uuid(), case when (became).state in ('completed', 'passed') then 'finished' else 'voided' end,
      (became).user_id, (became).id, (became).document_type, (became).document_id, (became).state, (became).score, ${at}
    from changed
    where (was).id is not null and ((was).state in ('completed', 'passed')) <> ((became).state in ('completed', 'passed'))
    returning id, assignment_id, ${followersOf()} as followed_by`
}

/** The cause that a statement with keepCauses() wrote for an assignment; null: there is none, or nothing follows from it. */
export function causeOf(assignmentId: RawBuilder<unknown>): RawBuilder<Cause | null> {
  return sql<Cause | null>`(
    select jsonb_build_object('id', cause.id, 'assignmentId', cause.assignment_id, 'by', cause.followed_by)
    from causes_kept cause where cause.assignment_id = ${assignmentId} and cause.followed_by <> '{}')`
}

/**
 * The day of a change in the tenant's zone, for a row \`a\` that is being changed. Never before the last one: of two changes
 * about midnight the later to get the row belongs to the later day, whatever its clock said.
 */
export function changeDay(now: Date): RawBuilder<string> {
  return sql<string>`greatest(a.changed_day, ${dayInZone(now)})`
}

/** Today where the tenant is; asked once in a statement. */
export function dayInZone(now: Date): RawBuilder<string> {
  return sql<string>`(select (${now}::timestamptz at time zone control.zone_of_tenant())::date)`
}

/**
 * The day of a row of assignments that its delta, a recount and reports count by: from the row alone, so that all agree
 * for ever. As dueState() has it: what is locked cannot be late.
 */
export function countedDueDayOf(row: string): RawBuilder<string | null> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql`
  case when ${of('is_optional')} or ${of('state')} in ('completed', 'passed') or ${of('waits_for')} is not null or (${of('frozen_at')} is not null and ${of('due_at')} > ${of('frozen_at')})
    then null else ${of('due_day')} end`
}
