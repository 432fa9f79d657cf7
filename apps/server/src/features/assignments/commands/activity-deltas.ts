import { type RawBuilder, sql } from 'kysely'

/** Stands for "no version yet" where a version is part of a key: who has not begun gets the published one. */
export const noVersion = '00000000-0000-0000-0000-000000000000'

/** Keeps what activities were until the day before `day`: `rows` are those as they stood before this statement. */
export function keepActivityDays(rows: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into activity_days (assignment_id, activity_id, from_day, until_day, state, progress, score, seconds, started_at, completed_at)
    select p.assignment_id, p.activity_id, p.changed_day, ${day}, p.state, p.progress, p.score, p.seconds, p.started_at, p.completed_at
    from ${rows} p where p.changed_day < ${day}`
}
