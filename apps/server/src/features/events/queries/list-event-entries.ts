import { documentKinds } from '@learnt/contract/document-kinds'
import type { AttendanceState } from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import type { CalendarAsk, CalendarItem, CalendarSource } from '../../../platform/calendar-sources.ts'
import type { ReadTx } from '../../../platform/db/database.ts'

/** Dates of events that a person takes part in, waits for or leads. */
export const eventEntries: CalendarSource = { kinds: ['event'], list: listEventEntries }

interface DateRow {
  sessionId: string
  eventId: string
  title: string
  description: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  place: string
  /** null: the person leads it. */
  state: AttendanceState | null
  isCancelled: boolean
  canJoin: boolean
  sequence: number
  changedAt: Date | null
}

async function listEventEntries(tx: ReadTx, ask: CalendarAsk): Promise<CalendarItem[]> {
  const { rows } = await sql<DateRow>`
    select s.id as session_id, e.id as event_id, case when s.title = '' then d.title else d.title || ': ' || s.title end as title, d.description,
      s.starts_at, s.ends_at, e.time_zone, coalesce(nullif(concat_ws(', ', nullif(p.name, ''), nullif(p.address, '')), ''), s.address) as place,
      r.state, e.cancelled_at is not null as is_cancelled, coalesce(c.sequence + greatest(s.revision - c.revision, 0), s.revision) as sequence,
      greatest(c.sent_at, s.changed_at) as changed_at,
      s.join_url <> '' and e.cancelled_at is null and (r.state in ('attending', 'cancellation', 'attended') or r.state is null)
        and ${ask.now} between s.starts_at - make_interval(mins => e.join_minutes) and s.ends_at as can_join
    from (
      select r.event_id, r.state, null::uuid as session_id from registrations r
      where r.user_id = ${ask.userId} and (r.state in ('attending', 'cancellation', 'attended', 'not attended', 'waiting') or r.state = 'pending' and r.offer_until > ${ask.now}
          or r.state = 'cancelled' and exists (select from events x where x.id = r.event_id and x.cancelled_at is not null))
      union all
      select s.event_id, null, s.id from session_facilitators f join event_sessions s on s.id = f.session_id where f.user_id = ${ask.userId}
    ) r
    join events e on e.id = r.event_id join documents d on d.id = e.id
    join event_sessions s on s.event_id = e.id and s.dropped_at is null and (r.session_id is null or r.session_id = s.id)
    left join event_rooms p on p.id = s.room_id
    left join calendar_entries c on c.session_id = s.id and c.user_id = ${ask.userId}
    where s.starts_at < ${ask.to} and s.ends_at >= ${ask.from}
    order by s.starts_at, s.id limit ${ask.limit}`.execute(tx)
  // A person who leads an event and takes part in it has each date once.
  const once = new Map(rows.map((row) => [row.sessionId, row]))
  for (const row of rows) if (row.state !== null) once.set(row.sessionId, row)
  return [...once.values()].map((row) => ({
    id: `event:${row.sessionId}`,
    kind: 'event',
    title: row.title,
    description: row.description,
    place: row.place,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    days: null,
    timeZone: row.timeZone,
    mark: markOf(row),
    documentType: 'event',
    href: `${documentKinds.event.learner.one(row.eventId)}${row.state === null ? '?tab=attendance' : ''}`,
    joinHref: row.canJoin ? `/join/${row.eventId}` : '',
    own: null,
    uid: `${row.sessionId}.${ask.userId}`,
    sequence: row.sequence,
    ...(row.changedAt ? { changedAt: row.changedAt } : {}),
  }))
}

function markOf({ state, isCancelled }: DateRow): 'cancelled' | 'waiting' | 'done' | 'none' {
  if (isCancelled) return 'cancelled'
  if (state === 'waiting' || state === 'pending') return 'waiting'
  return state === 'attended' ? 'done' : 'none'
}
