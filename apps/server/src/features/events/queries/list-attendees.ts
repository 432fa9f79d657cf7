import { type AttendanceState, seatStates } from '@learnt/contract/events/attendance'
import type { events } from '@learnt/contract/events/operations'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectCells } from '../../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { nameOfPerson } from './find-event.ts'

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

/** People of an event whom the reader sees: an administrator of one team its people, facilitators all. */
export async function listAttendees(
  ctx: Ctx,
  tx: ReadTx,
  eventId: string,
  query: Omit<Query, 'state'> & { state?: readonly AttendanceState[] | undefined },
  { leads, isList = false }: { leads: boolean; isList?: boolean },
): Promise<{ rows: AttendeeRow[]; next: string | null; total: number }> {
  const list = `event:${eventId}:${isList}:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const { by, type } = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const states = query.state?.length ? query.state : isList ? ['waiting', 'pending'] : seatStates
  // A cancelled offer that nobody has noticed is in no list of what is open.
  const found = sql`
    from registrations r join lateral (
      select m.* from memberships m where m.user_id = r.user_id and ${isSeen(ctx.actor, leads)} order by m.id = r.membership_id desc, m.is_primary desc limit 1
    ) m on true
    where r.event_id = ${eventId} and ${stateOf(ctx.now)} = any(${states}::text[])
      and ${query.search ? sql`m.search_text like ${`%${searchForm(query.search).replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}`
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

export function isSeen(actor: Actor, leads: boolean): RawBuilder<unknown> {
  return leads || !isAdmin(actor) || actor.wholeTenant ? sql`true` : sql`m.team_id = ${actor.teamId}`
}

/** The state of a registration `r` as it is now. */
export function stateOf(now: Date): RawBuilder<AttendanceState> {
  return sql<AttendanceState>`case when r.state = 'pending' and r.offer_until <= ${now} then 'waiting-cancelled' else r.state end`
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
export async function listSeatHolders(ctx: Ctx, tx: ReadTx, eventId: string, leads: boolean): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select rtrim(m.shown_first_name || ' ' || m.last_name) as name ${fileRows(ctx, eventId, leads)} and r.state = any(${seatStates}::text[])
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

function fileRows(ctx: Ctx, eventId: string, leads: boolean): RawBuilder<unknown> {
  return sql`
    from registrations r join lateral (
      select m.* from memberships m where m.user_id = r.user_id and ${isSeen(ctx.actor, leads)} order by m.id = r.membership_id desc, m.is_primary desc limit 1
    ) m on true
    where r.event_id = ${eventId}`
}

/** Everybody who has anything to do with the event, whatever became of it, in the order of their numbers. */
export function attendeesFile(
  ctx: Ctx,
  eventId: string,
  of: { leads: boolean; format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))} from (
      select rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, ${stateOf(ctx.now)} as state, r.registered_at, r.note, r.number,
        coalesce((select string_agg(s.number || ': ' || k.mark, ', ' order by s.number) from attendance_marks k join event_sessions s on s.id = k.session_id
          where k.event_id = r.event_id and k.user_id = r.user_id), '') as marks
      ${fileRows(ctx, eventId, of.leads)}) f order by number`
}

export async function countAttendees(ctx: Ctx, tx: ReadTx, eventId: string, leads: boolean): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${fileRows(ctx, eventId, leads)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** People for adding and walk-ins, with where they stand. */
export async function findPeople(
  ctx: Ctx,
  tx: ReadTx,
  eventId: string,
  of: { search: string; leads: boolean },
): Promise<{ userId: string; name: string; email: string; state: AttendanceState | null }[]> {
  const { rows } = await sql<{ userId: string; name: string; email: string; state: AttendanceState | null }>`
    select * from (
      select distinct on (m.user_id) m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, ${stateOf(ctx.now)} as state
      from memberships m left join registrations r on r.event_id = ${eventId} and r.user_id = m.user_id
      where m.status = 'active' and ${isSeen(ctx.actor, of.leads)} and m.search_text like ${`%${searchForm(of.search).replace(/[\\%_]/g, '\\$&')}%`}
      order by m.user_id, m.is_primary desc limit 200
    ) found order by name limit 20`.execute(tx)
  return rows
}

interface RefusedScanRow {
  readonly id: string
  readonly sessionId: string | null
  readonly result: string
  readonly userId: string | null
  readonly name: string
  readonly by: string
  readonly scannedAt: Date
  readonly receivedAt: Date
}

export async function listRefusedScans(
  ctx: Ctx,
  tx: ReadTx,
  eventId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<{ rows: RefusedScanRow[]; next: string | null; total: number }> {
  const list = `event-scans:${eventId}`
  const after = decodeCursor(ctx, list, query.cursor)
  const found = sql`from event_scans x where x.event_id = ${eventId} and x.result not in ('counted', 'already')`
  const [page, count] = await Promise.all([
    sql<RefusedScanRow & { text: string }>`
      select x.id, x.session_id, x.result, x.user_id, ${nameOfPerson(sql`x.user_id`)} as name, ${nameOfPerson(sql`x.by_user`)} as by, x.scanned_at, x.received_at, x.received_at::text as text
      ${found} and ${after ? sql`(x.received_at, x.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)` : sql`true`}
      order by x.received_at desc, x.id desc limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.text, last.id] }),
    total: count.rows[0]?.total ?? 0,
  }
}
