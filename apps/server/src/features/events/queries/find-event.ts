import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../../platform/actor.ts'
import { hidden, type Refusal } from '../../../platform/authorize.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import type { LookedAfter } from '../../assignments/queries.ts'
import { refuseOrganiser } from '../../documents/policy.ts'
import { isOpenSeat, stateOf } from './reach.ts'

/** An event as those see it who keep it. */
export interface KeptEvent extends Row<'events'> {
  readonly title: string
  readonly status: string
  readonly createdBy: string | null
  readonly leads: boolean
}

export async function findEvent(tx: ReadTx, actor: Actor, eventId: string): Promise<KeptEvent | null> {
  const { rows } = await sql<KeptEvent>`
    select e.*, d.title, d.status, d.created_by, exists (select from session_facilitators f where f.event_id = e.id and f.user_id = ${actor.userId}) as leads
    from events e join documents d on d.id = e.id where e.id = ${eventId}`.execute(tx)
  return rows[0] ?? null
}

/** Administrators, and leaders of one of its dates. Nobody else knows about this side. */
export function mayLead(actor: Actor, event: Pick<KeptEvent, 'leads'>): Refusal | null {
  return isAdmin(actor) || event.leads ? null : hidden
}

/**
 * The code of check-in is for leaders and the organiser of the event. An administrator of one team would get the code
 * for people of all others (decision 0064).
 */
export function mayShowCode(actor: Actor, event: Pick<KeptEvent, 'leads' | 'createdBy'>): Refusal | null {
  return event.leads ? null : refuseOrganiser(actor, { type: 'event', createdBy: event.createdBy })
}

export interface SessionRow {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly roomId: string | null
  readonly roomName: string | null
  readonly roomAddress: string | null
  readonly address: string
  readonly isVirtual: boolean
  readonly facilitators: { userId: string; name: string }[]
  readonly mark: string | null
}

/** Dates of an event, with their leaders, and what this person was at them. */
export async function listSessions(tx: ReadTx, eventId: string, userId: string | null): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.number, s.title, s.starts_at, s.ends_at, s.room_id, room.name as room_name, room.address as room_address, s.address,
      e.place <> 'inPerson' as is_virtual,
      coalesce((select jsonb_agg(jsonb_build_object('userId', f.user_id, 'name', ${nameOfPerson(sql`f.user_id`)}) order by f.user_id) from session_facilitators f where f.session_id = s.id), '[]') as facilitators,
      ${userId === null ? sql`null` : sql`(select m.mark from attendance_marks m where m.session_id = s.id and m.user_id = ${userId})`} as mark
    from event_sessions s join events e on e.id = s.event_id left join event_rooms room on room.id = s.room_id
    where s.event_id = ${eventId} and s.dropped_at is null order by s.starts_at, s.number`.execute(tx)
  return rows
}

export function nameOfPerson(userId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce((select rtrim(n.shown_first_name || ' ' || n.last_name) from memberships n where n.user_id = ${userId} order by n.is_primary desc limit 1), '')`
}

/** How many of the people the reader sees are in each state; ended offers count as ended. */
export async function countStates(
  tx: ReadTx,
  event: Pick<KeptEvent, 'id'>,
  of: LookedAfter,
  now: Date,
): Promise<{ value: string; count: number; isSeen: boolean }[]> {
  const { rows } = await sql<{ value: string; count: number; isSeen: boolean }>`
    select ${stateOf(now)} as value, ${isOpenSeat(of)} as is_seen, count(*)::int as count
    from registrations r where r.event_id = ${event.id} group by 1, 2 order by 1`.execute(tx)
  return rows
}

/** Seats reserved by managers; an administrator of one team sees only those for its own people. */
export async function listReservations(
  tx: ReadTx,
  event: Pick<KeptEvent, 'id'>,
  of: LookedAfter,
): Promise<{ managerId: string; name: string; seats: number }[]> {
  const { rows } = await sql<{ managerId: string; name: string; seats: number }>`
    select v.manager_id, v.seats, ${nameOfPerson(sql`v.manager_id`)} as name from event_reservations v
    where v.event_id = ${event.id} and ${of === null ? sql`true` : sql`exists (select from memberships o where o.user_id = v.manager_id and ${of})`}
    order by v.made_at`.execute(tx)
  return rows
}

/** The seats that one manager has reserved. */
export async function countReserved(tx: ReadTx, eventId: string, managerId: string): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select v.seats from event_reservations v where v.event_id = ${eventId} and v.manager_id = ${managerId}`.execute(tx)
  return rows[0]?.seats ?? 0
}
