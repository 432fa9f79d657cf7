import { type RawBuilder, sql } from 'kysely'

/** Stands for "no version yet" where a version is part of a key: who has not begun gets the published one. */
export const noVersion = '00000000-0000-0000-0000-000000000000'

/**
 * Of every statement that may change `is_active` or `version_id` of a course's assignments, beside appendDeltas(), with
 * the same CTE `changed`: what people did of the activities no longer counts where it did, and counts where they are now.
 * Whoever changes a row of activity_progress holds the assignment, so that these rows stand still.
 */
export function moveActivities(): RawBuilder<unknown> {
  return sql`
    insert into activity_deltas (id, document_id, version_id, activity_id, sign, state, score, seconds)
    select gen_random_uuid(), (became).document_id, side.version_id, p.activity_id, side.sign, p.state, p.score, p.seconds
    from changed
    cross join lateral (
      select -1 as sign, ${versionOf('was')} as version_id where (was).is_active
      union all
      select 1, ${versionOf('became')} where (became).is_active
    ) side
    cross join lateral (
      select activity_id, state, score, seconds from activity_progress
      where assignment_id = (became).id and state <> 'notstarted' offset 0
    ) p
    where (was).id is not null and (was).document_type = 'course'
      -- Of who has begun nothing there is nothing to look for.
      and ((became).state <> 'notstarted' or (became).started_at is not null or (was).state <> 'notstarted' or (was).started_at is not null)
      and ((was).is_active, ${versionOf('was')}) is distinct from ((became).is_active, ${versionOf('became')})`
}

/** Keeps what activities were until the day before `day`: `rows` are those as they stood before this statement. */
export function keepActivityDays(rows: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into activity_days (assignment_id, activity_id, from_day, until_day, state, progress, score, seconds, started_at, completed_at)
    select p.assignment_id, p.activity_id, p.changed_day, ${day}, p.state, p.progress, p.score, p.seconds, p.started_at, p.completed_at
    from ${rows} p where p.changed_day < ${day}`
}

function versionOf(row: 'was' | 'became'): RawBuilder<string> {
  return sql<string>`coalesce((${sql.raw(row)}).version_id, ${noVersion}::uuid)`
}
