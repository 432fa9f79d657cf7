import { type RawBuilder, sql } from 'kysely'

/**
 * The last word of every statement that changes assignments: what they were counts -1, what they became +1, in the same
 * statement, so that the sum of the deltas is always what a count of the assignments gives.
 *
 * The statement has a CTE `changed` with two whole rows of assignments each: `was`, read under the row's lock, and
 * `became`, as RETURNING says; a new one was null. (Two CTEs to be joined would be compared each with each, whenever the
 * planner takes them for small.) An assignment that is not active counts for nothing.
 */
export function appendDeltas(now: Date): RawBuilder<unknown> {
  return sql`
    insert into progress_deltas (id, course_id, user_id, sign, state, is_optional, due_day, progress, score, seconds, last_activity_at, at)
    select gen_random_uuid(), document_id, user_id, sign, state, is_optional, ${countedDueDay}, progress, score, seconds, last_activity_at, ${now}
    from (select sign, (counts).* from changed cross join lateral (values (-1, was), (1, became)) side(sign, counts)) rows
    where is_active and document_type = 'course'`
}

/** The day of a row of assignments that its delta and a recount count by: from the row alone, so that both agree for ever. */
export const countedDueDay: RawBuilder<string | null> = sql`
  case when is_optional or state in ('completed', 'passed') or (frozen_at is not null and due_at > frozen_at) then null else due_day end`
