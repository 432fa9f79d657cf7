import type { AttendanceState } from '@learnt/contract/events/attendance'
import { tidyAddress } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isOpened, isWhollyLookedAfter, type LookedAfter } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'

/** An event, and whether the caller leads one of its dates. */
export interface LedEvent {
  readonly id: string
  readonly leads: boolean
}

/** As who somebody looks at the people of an event: as its facilitator or administrator, or as their manager. */
export type EventReader = 'keeper' | 'manager'

/** People whom somebody may change at an event, with the membership through which they get a new seat (null: whichever gave them the event). Null: everybody. */
export type Reach = ReadonlyMap<string, string | null> | null

/**
 * Memberships `o` that open seats of an event to the reader; null: all of its people are theirs. Facilitators look after all
 * people of their event, others by what they look after (decisions 0031 and 0064).
 */
export function coveredBy(actor: Actor, event: Pick<LedEvent, 'leads'>, reader: EventReader): LookedAfter {
  if (reader === 'manager') return reachOf(actor, 'manager')
  return event.leads ? null : reachOf(actor, 'administrator')
}

/** Whether a registration `r` is the reader's: its membership, or every one of its person, is looked after by them. */
export function isOpenSeat(of: LookedAfter): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`(exists (select from memberships o where o.id = r.membership_id and ${of}) or ${isWhollyLookedAfter(of, sql`r.user_id`)})`
}

/**
 * Whether the reader may give a person a seat, or change the one that they have: `r` is their registration, if they have
 * one. Somebody who is in other teams, too, stays out of reach while what they have of the event comes from elsewhere.
 */
export function isReached(
  of: LookedAfter,
  person: { eventId: string | RawBuilder<unknown>; userId: RawBuilder<unknown> },
  now: Date,
): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`true`
  const { eventId, userId } = person
  return sql<boolean>`(${isWhollyLookedAfter(of, userId)} or case
    when r.id is not null and ${stateOf(now)} not in ('cancelled', 'waiting-cancelled') then exists (select from memberships o where o.id = r.membership_id and ${of})
    else not exists (
        select from assignments a where a.user_id = ${userId} and a.document_type = 'event' and a.document_id = ${eventId} and a.is_active and not ${isOpened(of, sql`a.id`, userId)})
      and not exists (select from event_steps_of(${eventId}, ${userId}) step where not ${isOpened(of, sql`step.assignment_id`, userId)}) end)`
}

/** The state of a registration `r` as it is now. */
export function stateOf(now: Date): RawBuilder<AttendanceState> {
  return sql<AttendanceState>`case when r.state = 'pending' and r.offer_until <= ${now} then 'waiting-cancelled' else r.state end`
}

/** Which of these people the reader may change at an event. One statement. */
export async function findReach(
  ctx: Ctx,
  tx: ReadTx,
  event: LedEvent,
  userIds: readonly string[],
  reader: EventReader = 'keeper',
): Promise<Reach> {
  const { actor, now } = ctx
  if (reader === 'keeper' && isAdmin(actor) && actor.wholeTenant) return null
  const ways: RawBuilder<unknown>[] = []
  if (reader === 'keeper' && event.leads)
    ways.push(
      sql`select p.id as user_id, null::text as membership_id from people p where ${isOfEvent(event.id, sql`p.id`)}`,
    )
  if (reader === 'manager' || isAdmin(actor)) {
    const of = reachOf(actor, reader === 'manager' ? reader : 'administrator')
    ways.push(sql`
      select * from (
        select distinct on (p.id) p.id as user_id, o.id as membership_id
        from people p join memberships o on o.user_id = p.id and ${of} left join registrations r on r.event_id = ${event.id} and r.user_id = p.id
        where ${isReached(of, { eventId: event.id, userId: sql`p.id` }, now)}
        order by p.id, o.status = 'active' desc, o.is_primary desc, o.id) own`)
  }
  if (ways.length === 0) return new Map()
  const { rows } = await sql<{ userId: string; membershipId: string | null }>`
    with people as (select distinct id from unnest(${[...userIds]}::uuid[]) given(id))
    ${sql.join(ways, sql` union all `)}`.execute(tx)
  // Whoever is both keeps the membership.
  const reach = new Map<string, string | null>()
  for (const row of rows) reach.set(row.userId, row.membershipId ?? reach.get(row.userId) ?? null)
  return reach
}

/** Whether a person has anything to do with an event: a registration, the event, or a step of a course that it stands in. */
export function isOfEvent(eventId: string | RawBuilder<unknown>, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from registrations r where r.event_id = ${eventId} and r.user_id = ${userId})
    or exists (select from assignments a where a.user_id = ${userId} and a.document_type = 'event' and a.document_id = ${eventId} and a.is_active and not a.needs_request)
    or exists (select from event_steps_of(${eventId}, ${userId})))`
}

/** Active people by their exact addresses. */
export async function findByAddress(
  tx: ReadTx,
  addresses: readonly string[],
): Promise<{ userId: string; email: string }[]> {
  const { rows } = await sql<{ userId: string; email: string }>`
    select distinct m.user_id, m.email from memberships m where m.status = 'active' and m.email = any(${addresses.map((one) => tidyAddress(one))}::text[])`.execute(
    tx,
  )
  return rows
}
