import type { AttendanceState } from '@learnt/contract/events/attendance'
import type { events } from '@learnt/contract/events/operations'
import { visibleToLearners } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import { isWhollyLookedAfter } from '../../assignments/queries.ts'
import { coveredBy, isOfEvent, isOpenSeat, isReached, stateOf } from './reach.ts'

/**
 * The manager's people `mine`: active, through memberships that name the manager. `is_whole`: through every one that they
 * have. What else they are and have is not the manager's (decision 0031).
 */
function mine(ctx: Ctx): RawBuilder<unknown> {
  const of = managed(ctx)
  return sql`
    mine as materialized (
      select distinct on (o.user_id) o.user_id, o.id as membership_id, rtrim(o.shown_first_name || ' ' || o.last_name) as name, o.email, o.sort_name,
        ${isWhollyLookedAfter(of, sql`x.user_id`)} as is_whole
      from (select distinct user_id from manager_relations where manager_id = ${ctx.actor.userId}) x
      join memberships o on o.user_id = x.user_id and o.status = 'active' and ${of}
      order by o.user_id, o.is_primary desc, o.id)`
}

const managed = (ctx: Ctx) => coveredBy(ctx.actor, { leads: false }, 'manager')

/** Of people `p` with their registration `r` of an event: who takes part in it, or may, as far as the manager has to do with it. */
function takesPart(ctx: Ctx, eventId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(p.is_whole or ${isReached(managed(ctx), { eventId, userId: sql`p.user_id` }, ctx.now)})
    and ${isOfEvent(eventId, sql`p.user_id`)}`
}

/** The manager's own people who may take part in the event, or do. */
export async function listManagedPeople(
  ctx: Ctx,
  tx: ReadTx,
  eventId: string,
): Promise<{ userId: string; name: string; email: string; state: AttendanceState | null }[]> {
  const { rows } = await sql<{ userId: string; name: string; email: string; state: AttendanceState | null }>`
    with ${mine(ctx)}
    select p.user_id, p.name, p.email, case when r.id is not null and ${isOpenSeat(managed(ctx))} then ${stateOf(ctx.now)} end as state
    from mine p left join registrations r on r.event_id = ${eventId} and r.user_id = p.user_id
    where ${takesPart(ctx, sql`${eventId}::uuid`)}
    order by p.sort_name, p.user_id limit 500`.execute(tx)
  return rows
}

export interface ManagedEventRow extends Row<'events'> {
  readonly title: string
  readonly ownSeats: number
  readonly people: number
  readonly holding: number
  readonly inLine: number
}

/** Events that are not over and that people of the manager may take part in, or do; the next first, those without a date last. */
export async function listManagedEvents(
  ctx: Ctx,
  tx: ReadTx,
  query: z.output<typeof events.manager.list.query>,
): Promise<{ rows: ManagedEventRow[]; next: string | null; total: number }> {
  const { now } = ctx
  const list = 'events:managed'
  const cursor = decodeCursor(ctx, list, query.cursor)
  const by = sql`coalesce(e.first_at, 'infinity'::timestamptz)`
  const found = sql`
    from events e join documents d on d.id = e.id
    cross join lateral (
      select count(*)::int as people, (count(*) filter (where p.state in ('attending', 'cancellation', 'attended', 'not attended')))::int as holding,
        (count(*) filter (where p.state in ('registration', 'pending', 'waiting')))::int as in_line
      from (
        select case when r.id is not null and ${isOpenSeat(managed(ctx))} then ${stateOf(now)} end as state
        from mine p left join registrations r on r.event_id = e.id and r.user_id = p.user_id
        where ${takesPart(ctx, sql`e.id`)}
      ) p
    ) p
    where p.people > 0 and d.status = any(${visibleToLearners}::text[]) and e.cancelled_at is null and (e.last_at is null or e.last_at > ${now})
      and ${query.search ? sql`d.search_text like ${`%${searchForm(query.search).replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}`
  const after = cursor ? sql`(${by}, e.id) > (${cursor[0]}::text::timestamptz, ${cursor[1]}::uuid)` : sql`true`
  const [page, count] = await Promise.all([
    sql<ManagedEventRow & { sortValue: string }>`
      with ${mine(ctx)}
      select e.*, d.title, p.people, p.holding, p.in_line, (${by})::text as sort_value,
        coalesce((select v.seats from event_reservations v where v.event_id = e.id and v.manager_id = ${ctx.actor.userId}), 0) as own_seats
      ${found} and ${after} order by ${by}, e.id limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`with ${mine(ctx)} select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.id] }),
    total: count.rows[0]?.total ?? 0,
  }
}
