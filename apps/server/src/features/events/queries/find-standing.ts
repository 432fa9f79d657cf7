import type { AttendanceState, SessionMark } from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

/** How a person stands to an event as far as a step of a course is concerned. */
export interface AttendanceStanding {
  readonly state: AttendanceState | null
  readonly sessions: number
  readonly marks: readonly SessionMark[]
  /** Length of the dates that they attended. */
  readonly seconds: number
  /** Steps of their courses that the event stands in. */
  readonly steps: readonly { readonly assignmentId: string; readonly activityId: string }[]
}

/** One statement. */
export async function findStanding(tx: ReadTx, of: { eventId: string; userId: string }): Promise<AttendanceStanding> {
  const { rows } = await sql<AttendanceStanding>`
    select (select r.state from registrations r where r.event_id = ${of.eventId} and r.user_id = ${of.userId}) as state,
      (select count(*)::int from event_sessions s where s.event_id = ${of.eventId} and s.dropped_at is null) as sessions,
      coalesce(m.marks, '[]') as marks, coalesce(m.seconds, 0) as seconds,
      coalesce((select jsonb_agg(jsonb_build_object('assignmentId', x.assignment_id, 'activityId', x.activity_id)) from event_steps_of(${of.eventId}, ${of.userId}) x), '[]') as steps
    from (
      select jsonb_agg(m.mark) as marks, (sum(extract(epoch from s.ends_at - s.starts_at)) filter (where m.mark <> 'not attended'))::int as seconds
      from attendance_marks m join event_sessions s on s.id = m.session_id and s.dropped_at is null
      where m.event_id = ${of.eventId} and m.user_id = ${of.userId}
    ) m`.execute(tx)
  return rows[0] ?? { state: null, sessions: 0, marks: [], seconds: 0, steps: [] }
}
