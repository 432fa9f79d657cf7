import { type AttendanceState, seatStates } from '@learnt/contract/events/attendance'
import type { events } from '@learnt/contract/events/operations'
import { searchForm, tidyAddress } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isAdmin, isManager } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectCells } from '../../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { isWhollyLookedAfter, type LookedAfter } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { nameOfPerson } from './find-event.ts'
import { coveredBy, isOfEvent, isOpenSeat, type LedEvent, stateOf } from './reach.ts'

export interface AttendeeRow {
  readonly registrationId: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly position: string[]
  readonly state: AttendanceState
  readonly number: number
  readonly place: number | null
  readonly since: Date
  readonly registeredAt: Date
  readonly offerUntil: Date | null
  readonly note: string
  readonly isWalkIn: boolean
  readonly marks: { sessionId: string; mark: string; at: string; by: string; source: string }[]
}

type Query = z.output<typeof events.attendees.query>

const sorts: Record<Query['sort'], { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  name: { by: sql`m.sort_name`, type: sql`text` },
  number: { by: sql`r.number`, type: sql`bigint` },
  state: { by: sql`r.state`, type: sql`text` },
  since: { by: sql`r.since`, type: sql`timestamptz` },
}

/** People of an event whom the reader sees: an administrator of one team the seats of its people, facilitators all. */
export async function listAttendees(
  ctx: Ctx,
  tx: ReadTx,
  event: LedEvent,
  query: Omit<Query, 'state'> & { state?: readonly AttendanceState[] | undefined },
  { isList = false }: { isList?: boolean } = {},
): Promise<{ rows: AttendeeRow[]; next: string | null; total: number }> {
  const list = `event:${event.id}:${isList}:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const { by, type } = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const states = query.state?.length ? query.state : isList ? ['waiting', 'pending'] : seatStates
  // A cancelled offer that nobody has noticed is in no list of what is open.
  const found = sql`
    ${seatRows(ctx, event)} and ${stateOf(ctx.now)} = any(${states}::text[])
      and ${query.search ? sql`m.search_words like ${`%${searchForm(query.search).replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}`
  const after = cursor
    ? sql`(${by}, r.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${cursor[0]}::${type}, ${cursor[1]}::uuid)`
    : sql`true`
  const [page, count] = await Promise.all([
    sql<AttendeeRow & { sortValue: string }>`
      select ${attendeeColumns(ctx.now)}, (${by})::text as sort_value ${found} and ${after} order by ${by} ${direction}, r.id ${direction} limit ${query.limit + 1}`.execute(
      tx,
    ),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.registrationId] }),
    total: count.rows[0]?.total ?? 0,
  }
}

/** Place in the waiting list of a registration `r`, from 1. */
export const placeOf = sql<number | null>`
  case when r.state = 'waiting' then (select count(*)::int from registrations w where w.event_id = r.event_id and w.state = 'waiting' and w.number <= r.number) end`

function attendeeColumns(now: Date): RawBuilder<unknown> {
  return sql`
    r.id as registration_id, r.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, m.position, ${stateOf(now)} as state, r.number, ${placeOf} as place,
    r.since, r.registered_at, r.offer_until, r.note, r.is_walk_in,
    coalesce((select jsonb_agg(jsonb_build_object('sessionId', k.session_id, 'mark', k.mark, 'at', k.at, 'by', ${nameOfPerson(sql`k.by_user`)}, 'source', k.source) order by k.at)
      from attendance_marks k where k.event_id = r.event_id and k.user_id = r.user_id), '[]') as marks`
}

/** Names of those who hold a seat, for a list to sign. */
export async function listSeatHolders(ctx: Ctx, tx: ReadTx, event: LedEvent): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select rtrim(m.shown_first_name || ' ' || m.last_name) as name ${seatRows(ctx, event)} and r.state = any(${seatStates}::text[])
    order by m.sort_name, r.number`.execute(tx)
  return rows.map((row) => row.name)
}

/** Columns of the file, with the keys of their headers. */
export const attendeeFileColumns: readonly FileColumn[] = [
  { header: 'name', type: 'text', of: sql`name` },
  { header: 'email', type: 'text', of: sql`email` },
  { header: 'state', type: 'text', of: sql`state` },
  { header: 'registeredAt', type: 'moment', of: sql`registered_at` },
  { header: 'marks', type: 'text', of: sql`marks` },
  { header: 'note', type: 'text', of: sql`note` },
]

/** Registrations `r` that the reader sees, with the membership `m` of each. */
function seatRows(ctx: Ctx, event: LedEvent): RawBuilder<unknown> {
  return sql`
    from registrations r join lateral (
      select m.* from memberships m where m.user_id = r.user_id order by m.id = r.membership_id desc, m.is_primary desc limit 1
    ) m on true
    where r.event_id = ${event.id} and ${isOpenSeat(coveredBy(ctx.actor, event, 'keeper'))}`
}

/** Everybody who has anything to do with the event, whatever became of it, in the order of their numbers. */
export function attendeesFile(
  ctx: Ctx,
  event: LedEvent,
  of: { format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))} from (
      select rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, ${stateOf(ctx.now)} as state, r.registered_at, r.note, r.number,
        coalesce((select string_agg(s.number || ': ' || k.mark, ', ' order by s.number) from attendance_marks k join event_sessions s on s.id = k.session_id
          where k.event_id = r.event_id and k.user_id = r.user_id), '') as marks
      ${seatRows(ctx, event)}) f order by number`
}

export async function countAttendees(ctx: Ctx, tx: ReadTx, event: LedEvent): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${seatRows(ctx, event)}`.execute(tx)
  return rows[0]?.total ?? 0
}

interface FoundPerson {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly state: AttendanceState | null
}

/**
 * People for adding and walk-ins, with where they stand: people of the event to who leads it, to administrators and managers
 * those whom they look after. Somebody else only by their exact address, and only to who leads the event.
 */
export async function findPeople(
  ctx: Ctx,
  tx: ReadTx,
  event: LedEvent,
  { search }: { search: string },
): Promise<FoundPerson[]> {
  const { actor } = ctx
  const isFound = sql`m.search_words like ${`%${searchForm(search).replace(/[\\%_]/g, '\\$&')}%`}`
  const ways: RawBuilder<unknown>[] = []
  if (isAdmin(actor)) ways.push(sql`(${isFound} and ${covers(reachOf(actor, 'administrator'))})`)
  if (event.leads) {
    ways.push(sql`(m.email = ${tidyAddress(search)})`, sql`(${isFound} and ${isOfEvent(event.id, sql`m.user_id`)})`)
    if (isManager(actor)) ways.push(sql`(${isFound} and ${actor.userId} = any (m.all_managers))`)
  }
  const { rows } = await sql<FoundPerson>`
    select user_id, name, email, state from (
      select distinct on (m.user_id) m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email,
        case when r.id is not null and ${isOpenSeat(coveredBy(actor, event, 'keeper'))} then ${stateOf(ctx.now)} end as state
      from memberships m left join registrations r on r.event_id = ${event.id} and r.user_id = m.user_id
      where m.status = 'active' and (${sql.join(ways, sql` or `)})
      order by m.user_id, m.is_primary desc limit 200
    ) found order by name limit 20`.execute(tx)
  return rows
}

/** The same memberships, where they are called `m`. */
function covers(of: LookedAfter): RawBuilder<boolean> {
  return of === null ? sql<boolean>`true` : sql<boolean>`exists (select from memberships o where o.id = m.id and ${of})`
}

interface ScanRow {
  readonly id: string
  readonly sessionId: string | null
  readonly result: string
  readonly userId: string | null
  readonly name: string
  readonly by: string
  readonly scannedAt: Date
  readonly receivedAt: Date
}

/**
 * Scans `x` of an event that the reader sees: of its people, so far as their seats are the reader's, and codes that were
 * nobody's. Who is nobody of the event is never named.
 */
function scanRows(ctx: Ctx, event: LedEvent, which: 'refused' | 'late'): RawBuilder<unknown> {
  const { actor } = ctx
  const of = coveredBy(actor, event, 'keeper')
  const isTheirs =
    of === null
      ? sql`true`
      : sql`(x.by_user = ${actor.userId} or r.id is not null and ${isOpenSeat(of)} or r.id is null and x.user_id is not null and ${isWhollyLookedAfter(of, sql`x.user_id`)})`
  return sql`
    from event_scans x left join registrations r on r.event_id = x.event_id and r.user_id = x.user_id
    where x.event_id = ${event.id} and ${which === 'late' ? sql`x.result = 'late'` : sql`x.result not in ('counted', 'already', 'late')`} and ${isTheirs}`
}

export async function countScans(ctx: Ctx, tx: ReadTx, event: LedEvent): Promise<{ refused: number; late: number }> {
  const { rows } = await sql<{ refused: number; late: number }>`
    select (select count(*)::int ${scanRows(ctx, event, 'refused')}) as refused, (select count(*)::int ${scanRows(ctx, event, 'late')}) as late`.execute(
    tx,
  )
  return rows[0] ?? { refused: 0, late: 0 }
}

export async function listScans(
  ctx: Ctx,
  tx: ReadTx,
  event: LedEvent,
  query: { cursor?: string | undefined; limit: number; which: 'refused' | 'late' },
): Promise<{ rows: ScanRow[]; next: string | null; total: number }> {
  const list = `event-scans:${event.id}:${query.which}`
  const after = decodeCursor(ctx, list, query.cursor)
  const found = scanRows(ctx, event, query.which)
  const of = coveredBy(ctx.actor, event, 'keeper')
  const isNamed =
    of === null
      ? isOfEvent(event.id, sql`x.user_id`)
      : sql`(r.id is not null and ${isOpenSeat(of)} or ${isWhollyLookedAfter(of, sql`x.user_id`)})`
  const [page, count] = await Promise.all([
    sql<ScanRow & { text: string }>`
      select x.id, x.session_id, x.result, case when ${isNamed} then x.user_id end as user_id, ${nameOfPerson(sql`x.user_id`)} as name, ${nameOfPerson(sql`x.by_user`)} as by,
        x.scanned_at, x.received_at, x.received_at::text as text
      ${found} and ${after ? sql`(x.received_at, x.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)` : sql`true`}
      order by x.received_at desc, x.id desc limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.text, last.id] }),
    total: count.rows[0]?.total ?? 0,
  }
}
