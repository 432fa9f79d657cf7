import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../../platform/actor.ts'
import { hidden, type Refusal } from '../../../platform/authorize.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'

/** An event as those see it who keep it. */
export interface KeptEvent extends Row<'events'> {
  readonly title: string
  readonly status: string
  readonly leads: boolean
}

export async function findEvent(tx: ReadTx, actor: Actor, eventId: string): Promise<KeptEvent | null> {
  const { rows } = await sql<KeptEvent>`
    select e.*, d.title, d.status, exists (select from session_facilitators f where f.event_id = e.id and f.user_id = ${actor.userId}) as leads
    from events e join documents d on d.id = e.id where e.id = ${eventId}`.execute(tx)
  return rows[0] ?? null
}

/** Administrators, and whoever leads one of its dates. Nobody else knows of this side. */
export function mayLead(actor: Actor, event: Pick<KeptEvent, 'leads'>): Refusal | null {
  return isAdmin(actor) || event.leads ? null : hidden
}

/** People whom an administrator of one team may change; null: everybody. Facilitators look after all people of their event. */
export async function withinReach(
  tx: ReadTx,
  actor: Actor,
  userIds: readonly string[],
): Promise<ReadonlySet<string> | null> {
  if (!isAdmin(actor) || actor.wholeTenant) return null
  const rows = await tx
    .selectFrom('memberships')
    .select('userId')
    .where('teamId', '=', actor.teamId)
    .where('userId', 'in', [...userIds])
    .execute()
  return new Set(rows.map((row) => row.userId))
}

/** The manager's own people among these. */
export async function ownPeople(tx: ReadTx, actor: Actor, userIds?: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ userId: string }>`
    select x.user_id from manager_relations x where x.manager_id = ${actor.userId}
      and ${userIds ? sql`x.user_id = any(${[...userIds]}::uuid[])` : sql`true`}`.execute(tx)
  return new Set(rows.map((row) => row.userId))
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

/** Dates of an event, with who leads them, and what this person was at them. */
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

/** How many are in each state; offers that have ended count as what they are. */
export async function countStates(tx: ReadTx, eventId: string, now: Date): Promise<{ value: string; count: number }[]> {
  const { rows } = await sql<{ value: string; count: number }>`
    select case when r.state = 'pending' and r.offer_until <= ${now} then 'waiting-cancelled' else r.state end as value, count(*)::int as count
    from registrations r where r.event_id = ${eventId} group by 1 order by 1`.execute(tx)
  return rows
}

export async function listReservations(
  tx: ReadTx,
  eventId: string,
): Promise<{ managerId: string; name: string; seats: number }[]> {
  const { rows } = await sql<{ managerId: string; name: string; seats: number }>`
    select v.manager_id, v.seats, ${nameOfPerson(sql`v.manager_id`)} as name from event_reservations v where v.event_id = ${eventId} order by v.made_at`.execute(
    tx,
  )
  return rows
}

export async function countRefused(tx: ReadTx, eventId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from event_scans x where x.event_id = ${eventId} and x.result not in ('counted', 'already')`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
