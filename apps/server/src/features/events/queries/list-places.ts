import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import { json, type ReadTx } from '../../../platform/db/database.ts'
import { isWhollyLookedAfter } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'

interface PlacesQuery {
  readonly search?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
  readonly archived: 'true' | 'false'
}

interface RoomRow {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly capacity: number | null
  readonly about: string
  readonly isArchived: boolean
  readonly coming: number
}

const like = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

export async function listRooms(
  ctx: Ctx,
  tx: ReadTx,
  query: PlacesQuery,
): Promise<{ rows: RoomRow[]; next: string | null; total: number }> {
  const list = `event-rooms:${query.archived}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const found = sql`
    from event_rooms o where ${query.archived === 'true' ? sql`true` : sql`o.archived_at is null`}
      and ${query.search ? sql`lower(o.name || ' ' || o.address) like lower(${like(query.search)})` : sql`true`}`
  const [page, count] = await Promise.all([
    sql<RoomRow & { sortValue: string }>`
      select ${roomColumns(ctx)}, lower(o.name) as sort_value ${found} and ${cursor ? sql`(lower(o.name), o.id) > (${cursor[0]}, ${cursor[1]}::uuid)` : sql`true`}
      order by lower(o.name), o.id limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.id] }),
    total: count.rows[0]?.total ?? 0,
  }
}

export async function findRoom(ctx: Ctx, tx: ReadTx, id: string): Promise<RoomRow | undefined> {
  const { rows } = await sql<RoomRow>`select ${roomColumns(ctx)} from event_rooms o where o.id = ${id}`.execute(tx)
  return rows[0]
}

const roomColumns = (ctx: Pick<Ctx, 'now'>) => sql`
  o.id, o.name, o.address, o.capacity, o.about, o.archived_at is not null as is_archived,
  (select count(*)::int from event_sessions s where s.room_id = o.id and s.dropped_at is null and s.ends_at > ${ctx.now}) as coming`

interface FacilitatorRow {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly about: string
  readonly isArchived: boolean
  readonly coming: number
}

export async function listFacilitators(
  ctx: Ctx,
  tx: ReadTx,
  query: PlacesQuery,
): Promise<{ rows: FacilitatorRow[]; next: string | null; total: number }> {
  const list = `event-facilitators:${query.archived}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const isFound = (search: string) =>
    sql`case when ${isTheirs(ctx)} then m.search_words like ${like(searchForm(search))} else search_form(${nameOfMember}) like ${like(searchForm(search))} end`
  const found = sql`
    ${facilitators} where ${query.archived === 'true' ? sql`true` : sql`f.archived_at is null`}
      and ${query.search ? isFound(query.search) : sql`true`}`
  const [page, count] = await Promise.all([
    sql<FacilitatorRow & { sortValue: string }>`
      select ${facilitatorColumns(ctx)}, m.sort_name as sort_value ${found} and ${cursor ? sql`(m.sort_name, f.user_id) > (${cursor[0]}, ${cursor[1]}::uuid)` : sql`true`}
      order by m.sort_name, f.user_id limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.userId] }),
    total: count.rows[0]?.total ?? 0,
  }
}

export async function findFacilitator(ctx: Ctx, tx: ReadTx, userId: string): Promise<FacilitatorRow | undefined> {
  const { rows } = await sql<FacilitatorRow>`
    select ${facilitatorColumns(ctx)} ${facilitators} where f.user_id = ${userId}`.execute(tx)
  return rows[0]
}

const facilitators = sql`
  from event_facilitators f join lateral (
    select m.* from memberships m where m.user_id = f.user_id order by m.status = 'active' desc, m.is_primary desc limit 1
  ) m on true`

/** Whom the administrator looks after: of others they read what learners read at events. */
const isTheirs = (ctx: Ctx) => isWhollyLookedAfter(reachOf(ctx.actor, 'administrator'), sql`f.user_id`)
const nameOfMember = sql<string>`rtrim(m.shown_first_name || ' ' || m.last_name)`

const facilitatorColumns = (ctx: Ctx) => sql`
  f.user_id, ${nameOfMember} as name, case when ${isTheirs(ctx)} then m.email else '' end as email, f.about, f.archived_at is not null as is_archived,
  (select count(*)::int from session_facilitators x join event_sessions s on s.id = x.session_id where x.user_id = f.user_id and s.dropped_at is null and s.ends_at > ${ctx.now}) as coming`

interface ClashRow {
  readonly what: 'room' | 'facilitator' | 'capacity'
  readonly sessionId: string
  readonly name: string
  readonly eventId: string | null
  readonly title: string
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** Rooms and people that another event has at the same time, and rooms with fewer chairs than there are seats. */
export async function findClashes(
  tx: ReadTx,
  of: {
    eventId: string
    seats: number | null
    sessions: readonly {
      id: string
      startsAt: Date
      endsAt: Date
      roomId: string | null
      facilitators: readonly string[]
    }[]
  },
): Promise<ClashRow[]> {
  const sessions = of.sessions.map((one) => ({
    id: one.id,
    starts_at: one.startsAt,
    ends_at: one.endsAt,
    room_id: one.roomId,
    facilitators: one.facilitators,
  }))
  const { rows } = await sql<ClashRow>`
    with asked as materialized (
      select * from jsonb_to_recordset(${json(sessions)}::jsonb) as c(id uuid, starts_at timestamptz, ends_at timestamptz, room_id uuid, facilitators uuid[])
    ),
    others as (
      select a.id as session_id, a.room_id as asked_room, a.facilitators as asked_people, s.id, s.room_id, s.event_id, s.starts_at, s.ends_at, d.title
      from asked a join event_sessions s on s.starts_at < a.ends_at and s.ends_at > a.starts_at and s.dropped_at is null and s.event_id <> ${of.eventId}
      join events e on e.id = s.event_id and e.cancelled_at is null join documents d on d.id = s.event_id and d.status <> 'archived'
    )
    select 'room' as what, o.session_id, room.name, o.event_id, o.title, o.starts_at, o.ends_at from others o join event_rooms room on room.id = o.asked_room where o.room_id = o.asked_room
    union all
    select 'facilitator', o.session_id, (select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = f.user_id order by m.is_primary desc limit 1), o.event_id, o.title, o.starts_at, o.ends_at
      from others o join session_facilitators f on f.session_id = o.id and f.user_id = any(o.asked_people)
    union all
    select 'capacity', a.id, room.name, null, '', null, null from asked a join event_rooms room on room.id = a.room_id where room.capacity < ${of.seats}::int
    order by 2, 1 limit 100`.execute(tx)
  return rows
}
