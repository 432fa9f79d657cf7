import { documentKinds } from '@learnt/contract/document-kinds'
import type { AttendanceState } from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

/** Dates of events in a person's calendar, with the UIDs and sequences that the mails about them have. */
export async function listEventEntries(
  tx: ReadTx,
  ask: { readonly userId: string; readonly now: Date; readonly from: Date; readonly to: Date; readonly limit: number },
) {
  const { rows } = await sql<{
    id: string
    eventId: string
    title: string
    description: string
    place: string
    startsAt: Date
    endsAt: Date
    timeZone: string
    state: AttendanceState
    isCancelled: boolean
    isVirtual: boolean
    sequence: number
    changedAt: Date
  }>`
    select s.id, e.id as event_id, case when s.title = '' then d.title else d.title || ': ' || s.title end as title, d.description,
      case when e.place = 'virtual' then '' else concat_ws(', ', nullif(room.name, ''), nullif(coalesce(nullif(s.address, ''), room.address), '')) end as place,
      s.starts_at, s.ends_at, e.time_zone, r.state, e.cancelled_at is not null as is_cancelled, s.join_url <> '' as is_virtual, coalesce(c.sequence, 0) as sequence,
      coalesce(c.sent_at, r.since) as changed_at
    from registrations r join events e on e.id = r.event_id join documents d on d.id = e.id
    join event_sessions s on s.event_id = e.id and s.dropped_at is null left join event_rooms room on room.id = s.room_id
    left join calendar_entries c on c.session_id = s.id and c.user_id = r.user_id
    where r.user_id = ${ask.userId} and s.ends_at >= ${ask.from} and s.starts_at < ${ask.to}
      and (r.state in ('attending', 'cancellation', 'attended', 'not attended', 'waiting') or (r.state = 'pending' and r.offer_until > ${ask.now})
        or (r.state = 'cancelled' and e.cancelled_at is not null))
    order by s.starts_at, s.id limit ${ask.limit}`.execute(tx)
  return rows.map((row) => ({
    id: `event:${row.id}`,
    kind: 'event' as const,
    title: row.title,
    description: row.description,
    place: row.place,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    days: null,
    timeZone: row.timeZone,
    mark: markOf(row),
    documentType: 'event' as const,
    href: documentKinds.event.learner.one(row.eventId),
    joinHref: row.isVirtual && !row.isCancelled && row.state !== 'waiting' ? `/join/${row.eventId}` : '',
    own: null,
    /** Before the host: `uidOf` of the mails. */
    entry: { sessionId: row.id, userId: ask.userId },
    sequence: row.sequence,
    changedAt: row.changedAt,
  }))
}

function markOf(row: { state: AttendanceState; isCancelled: boolean }): 'cancelled' | 'waiting' | 'done' | 'none' {
  if (row.isCancelled) return 'cancelled'
  if (row.state === 'waiting' || row.state === 'pending') return 'waiting'
  return row.state === 'attended' ? 'done' : 'none'
}
