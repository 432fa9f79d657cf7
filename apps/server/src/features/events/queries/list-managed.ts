import type { AttendanceState } from '@learnt/contract/events/attendance'
import type { events } from '@learnt/contract/events/operations'
import { visibleToLearners } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import { stateOf } from './list-attendees.ts'

/** The manager's own people who may take part in the event, or do. */
export async function listManagedPeople(
  ctx: Ctx,
  tx: ReadTx,
  eventId: string,
): Promise<{ userId: string; name: string; email: string; state: AttendanceState | null }[]> {
  const { rows } = await sql<{ userId: string; name: string; email: string; state: AttendanceState | null }>`
    select m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, case when r.id is not null then ${stateOf(ctx.now)} end as state
    from (select distinct x.user_id from manager_relations x where x.manager_id = ${ctx.actor.userId}) x
    join lateral (select m.* from memberships m where m.user_id = x.user_id and m.status = 'active' order by m.is_primary desc limit 1) m on true
    left join registrations r on r.event_id = ${eventId} and r.user_id = x.user_id
    where r.id is not null or exists (
      select from assignments a where a.user_id = x.user_id and a.document_type = 'event' and a.document_id = ${eventId} and a.is_active and not a.needs_request)
      or exists (select from event_steps_of(${eventId}, x.user_id))
    order by m.sort_name, m.user_id limit 500`.execute(tx)
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
        select distinct x.user_id, case when r.id is not null then ${stateOf(now)} end as state
        from manager_relations x left join registrations r on r.event_id = e.id and r.user_id = x.user_id
        where x.manager_id = ${ctx.actor.userId} and exists (select from memberships m where m.user_id = x.user_id and m.status = 'active')
          and (r.id is not null or exists (
            select from assignments a where a.user_id = x.user_id and a.document_type = 'event' and a.document_id = e.id and a.is_active and not a.needs_request)
            or exists (select from event_steps_of(e.id, x.user_id)))
      ) p
    ) p
    where p.people > 0 and d.status = any(${visibleToLearners}::text[]) and e.cancelled_at is null and (e.last_at is null or e.last_at > ${now})
      and ${query.search ? sql`d.search_text like ${`%${searchForm(query.search).replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}`
  const after = cursor ? sql`(${by}, e.id) > (${cursor[0]}::text::timestamptz, ${cursor[1]}::uuid)` : sql`true`
  const [page, count] = await Promise.all([
    sql<ManagedEventRow & { sortValue: string }>`
      select e.*, d.title, p.people, p.holding, p.in_line, (${by})::text as sort_value,
        coalesce((select v.seats from event_reservations v where v.event_id = e.id and v.manager_id = ${ctx.actor.userId}), 0) as own_seats
      ${found} and ${after} order by ${by}, e.id limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.id] }),
    total: count.rows[0]?.total ?? 0,
  }
}
