import { type AttendanceState, seatStates } from '@learnt/contract/events/attendance'
import type { EventContent, EventPlace } from '@learnt/contract/events/content'
import type { events } from '@learnt/contract/events/operations'
import type { WaitsFor } from '@learnt/contract/pathways'
import { type ProgressState, visibleToLearners } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { learnerSorts, type Sort, waitsForOf } from '../../assignments/queries.ts'
import { nameOfPerson } from './find-event.ts'
import { placeOf } from './list-attendees.ts'
import { stateOf } from './reach.ts'

export interface EventCardRow {
  readonly eventId: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly tags: string[]
  readonly imageFileId: string | null
  readonly place: EventPlace
  readonly timeZone: string
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly firstAt: Date | null
  readonly lastAt: Date | null
  readonly sessionCount: number
  readonly where: string
  readonly cancelledAt: Date | null
  readonly isOptional: boolean
  readonly capacity: number | null
  readonly held: number
  readonly offered: number
  readonly reserved: number
  readonly waiting: number
  readonly approval: 'none' | 'manager' | 'administrator'
  readonly hasList: boolean
  readonly opensAt: Date | null
  readonly closesAt: Date | null
  readonly state: AttendanceState | null
  readonly position: number | null
  readonly offerUntil: Date | null
  readonly isInterested: boolean
  readonly canJoin: boolean
  readonly progress: ProgressState
  readonly assignmentId: string | null
}

/**
 * Events `e` of documents `d`, with the person's registration `r`, assignment `a` and the session `s` that comes next, or
 * was the last.
 */
function tables(ctx: Ctx): RawBuilder<unknown> {
  const { userId } = ctx.actor
  return sql`
    from events e join documents d on d.id = e.id
    left join registrations r on r.event_id = e.id and r.user_id = ${userId}
    left join lateral (
      select a.* from assignments a where a.user_id = ${userId} and a.document_type = 'event' and a.document_id = e.id order by a.cycle desc limit 1
    ) a on true
    left join lateral (
      select s.* from event_sessions s where s.event_id = e.id and s.dropped_at is null
      order by s.ends_at <= ${ctx.now}, case when s.ends_at > ${ctx.now} then s.starts_at end, s.starts_at desc limit 1
    ) s on true`
}

/** Something gives the person the event, and it is there to be seen. */
const isOffered = sql`(a.is_active and not a.needs_request and d.status = any(${visibleToLearners}::text[]))`
const holdsSeat = sql`(r.state = any(${seatStates}::text[]))`
const leads = (ctx: Ctx) =>
  sql`exists (select from session_facilitators f where f.event_id = e.id and f.user_id = ${ctx.actor.userId})`

/** Free seats of an event `e` now; ended offers do not count. Null: no limit. */
const freeOf = (now: Date) => sql<number | null>`
  greatest(e.capacity - e.held - e.reserved - e.offered + case when e.offered = 0 then 0 else (select count(*)::int from registrations o where o.event_id = e.id and o.state = 'pending' and o.offer_until <= ${now}) end, 0)`

function cardColumns(ctx: Ctx): RawBuilder<unknown> {
  const { now } = ctx
  return sql`
    e.id as event_id, d.title, d.description, d.category, d.tags, d.image_file_id, e.place, e.time_zone, s.starts_at, s.ends_at, e.first_at, e.last_at,
    (select count(*)::int from event_sessions x where x.event_id = e.id and x.dropped_at is null) as session_count,
    coalesce((select concat_ws(', ', nullif(room.name, ''), nullif(coalesce(nullif(s.address, ''), room.address), '')) from (select 1) one left join event_rooms room on room.id = s.room_id), '') as where,
    e.cancelled_at, coalesce(a.is_optional, true) as is_optional, e.capacity, e.held, e.reserved, e.waiting,
    case when e.offered = 0 then 0 else (select count(*)::int from registrations o where o.event_id = e.id and o.state = 'pending' and o.offer_until > ${now}) end as offered,
    e.approval, e.has_list, e.opens_at, e.closes_at, case when r.id is not null then ${stateOf(now)} end as state, ${placeOf} as position,
    case when r.offer_until > ${now} then r.offer_until end as offer_until,
    exists (select from event_interests i where i.event_id = e.id and i.user_id = ${ctx.actor.userId}) as is_interested,
    e.cancelled_at is null and (coalesce(${holdsSeat}, false) or ${leads(ctx)}) and exists (
      select from event_sessions j where j.event_id = e.id and j.dropped_at is null and j.join_url <> ''
        and j.starts_at - e.join_minutes * interval '1 minute' <= ${now} and j.ends_at > ${now}) as can_join,
    coalesce(a.state, 'notstarted') as progress, a.id as assignment_id`
}

const sorts: Record<ExploreQuery['sort'], Sort> = {
  ...learnerSorts('d', sql`e.place`),
  date: { by: sql`coalesce(s.starts_at, 'infinity'::timestamptz)`, type: sql`timestamptz` },
}

type ExploreQuery = z.output<typeof events.explore.query>
type Facets = NonNullable<z.output<typeof events.explore.response>['facets']>

const matches = (search: string | undefined) =>
  search ? sql`d.search_text like ${`%${searchForm(search).replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`

/** Every event that the person may take part in. Those without a date come last. */
export async function exploreEvents(
  ctx: Ctx,
  tx: ReadTx,
  query: ExploreQuery,
): Promise<{ rows: EventCardRow[]; next: string | null; total: number; facets: Facets | null }> {
  const { now } = ctx
  const list = `events:explore:${query.when}:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const { by, type } = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const free = sql`(e.cancelled_at is null and (e.capacity is null or ${freeOf(now)} > 0) and e.first_at is not null)`
  const waits = sql`(e.cancelled_at is null and e.has_list and e.first_at is not null and ${freeOf(now)} = 0)`
  const conditions = {
    place: query.place?.length ? sql`e.place = any(${query.place}::text[])` : sql`true`,
    category: query.category?.length ? sql`d.category = any(${query.category}::text[])` : sql`true`,
    tag: query.tag?.length ? sql`d.tags && ${query.tag}::text[]` : sql`true`,
    seats: query.seats === 'free' ? free : query.seats === 'waiting' ? waits : sql`true`,
  }
  const when = {
    coming: sql`(e.last_at > ${now} or e.first_at is null)`,
    undated: sql`e.first_at is null`,
    past: sql`e.last_at <= ${now}`,
    all: sql`true`,
  }[query.when]
  const span = sql`
    ${query.from ? sql`e.last_at >= ${new Date(query.from)}::timestamptz` : sql`true`} and ${query.to ? sql`e.first_at < ${new Date(query.to)}::timestamptz` : sql`true`}`
  const base = sql`${tables(ctx)} where ${isOffered} and ${when} and ${span} and ${matches(query.search)}`
  const but = (left: keyof typeof conditions | null) =>
    sql.join(
      Object.entries(conditions).flatMap(([name, one]) => (name === left ? [] : [one])),
      sql` and `,
    )
  const found = sql`${base} and ${but(null)}`
  const after = cursor
    ? sql`(${by}, e.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${cursor[0]}::text::${type}, ${cursor[1]}::uuid)`
    : sql`true`
  const [page, count, facets] = await Promise.all([
    sql<EventCardRow & { sortValue: string }>`
      select ${cardColumns(ctx)}, (${by})::text as sort_value ${found} and ${after} order by ${by} ${direction}, e.id ${direction} limit ${query.limit + 1}`.execute(
      tx,
    ),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
    cursor
      ? null
      : sql<{ facet: keyof Facets; value: string; count: number }>`
          select 'place' as facet, e.place as value, count(*)::int as count ${base} and ${but('place')} group by 2
          union all select 'category', d.category, count(*)::int ${base} and ${but('category')} and d.category <> '' group by 2
          union all select 'tag', tag, count(*)::int from (select unnest(d.tags) as tag ${base} and ${but('tag')}) tags group by 2
          union all select 'seats', case when ${free} then 'free' else 'waiting' end, count(*)::int ${base} and ${but('seats')} and (${free} or ${waits}) group by 2
          union all select 'month', to_char(s.starts_at at time zone e.time_zone, 'YYYY-MM'), count(*)::int ${found} and s.starts_at is not null group by 2
          order by 1, 2 limit 300`.execute(tx),
  ])
  const facet = (name: keyof Facets) =>
    (facets?.rows ?? []).filter((row) => row.facet === name).map(({ value, count }) => ({ value, count }))
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.eventId] }),
    total: count.rows[0]?.total ?? 0,
    facets: facets
      ? ({
          place: facet('place'),
          category: facet('category'),
          tag: facet('tag'),
          seats: facet('seats'),
          month: facet('month'),
        } as Facets)
      : null,
  }
}

type MineQuery = z.output<typeof events.mine.query>
type Counts = NonNullable<z.output<typeof events.mine.response>['counts']>

/** Events that the person takes part in or leads. */
export async function listOwnEvents(
  ctx: Ctx,
  tx: ReadTx,
  query: MineQuery,
): Promise<{ rows: EventCardRow[]; next: string | null; total: number; counts: Counts | null }> {
  const { now } = ctx
  const list = `events:mine:${query.when}:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const direction = sql.raw(query.direction)
  const isOver = sql`coalesce(e.last_at <= ${now}, false)`
  const views = {
    coming: sql`(${holdsSeat} and not ${isOver})`,
    past: sql`(${holdsSeat} and ${isOver})`,
    waiting: sql`(${stateOf(now)} in ('registration', 'pending', 'waiting') and r.id is not null)`,
    leading: leads(ctx),
  }
  const { by, type } = sorts[query.sort]
  const found = sql`${tables(ctx)} where ${views[query.when]} and ${matches(query.search)}`
  const after = cursor
    ? sql`(${by}, e.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${cursor[0]}::text::${type}, ${cursor[1]}::uuid)`
    : sql`true`
  const [page, count, counts] = await Promise.all([
    sql<EventCardRow & { sortValue: string }>`
      select ${cardColumns(ctx)}, (${by})::text as sort_value ${found} and ${after} order by ${by} ${direction}, e.id ${direction} limit ${query.limit + 1}`.execute(
      tx,
    ),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
    cursor
      ? null
      : sql<Counts>`
          select (count(*) filter (where ${views.coming}))::int as coming, (count(*) filter (where ${views.past}))::int as past,
            (count(*) filter (where ${views.waiting}))::int as waiting, (count(*) filter (where ${views.leading}))::int as leading
          ${tables(ctx)} where r.id is not null or ${views.leading}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.eventId] }),
    total: count.rows[0]?.total ?? 0,
    counts: counts?.rows[0] ?? null,
  }
}

export interface OwnEventRow extends EventCardRow {
  readonly documentStatus: string
  readonly isGiven: boolean
  /** Nothing gives it to them, and it is a step of a course of theirs. */
  readonly hasStep: boolean
  readonly leads: boolean
  readonly minimum: number
  readonly offerHours: number
  readonly cancelUntil: Date | null
  readonly promoteUntil: Date | null
  readonly joinMinutes: number
  readonly joinCounts: boolean
  readonly reminders: number[]
  readonly cancelReason: string
  readonly waitsFor: WaitsFor | null
  readonly content: EventContent
  readonly clashes: { eventId: string; title: string; startsAt: string; endsAt: string }[]
  readonly history: { verb: string; state: string; at: string; by: string; note: string }[]
  readonly facilitators: { userId: string; name: string; about: string }[]
  readonly hasEnded: boolean
}

/** One event as the person sees it; whether they may is the caller's word. */
export async function findOwnEvent(ctx: Ctx, tx: ReadTx, eventId: string): Promise<OwnEventRow | null> {
  const { rows } = await sql<OwnEventRow>`
    select ${cardColumns(ctx)}, d.status as document_status, coalesce(a.is_active and not a.needs_request, false) as is_given,
      case when a.is_active and not a.needs_request then false else exists (select from event_steps_of(e.id, ${ctx.actor.userId})) end as has_step, ${leads(ctx)} as leads, e.minimum, e.offer_hours,
      e.cancel_until, e.promote_until, e.join_minutes, e.join_counts, e.reminders, e.cancel_reason, case when a.id is null then null else ${waitsForOf} end as waits_for, v.content,
      exists (select from event_sessions x where x.event_id = e.id and x.dropped_at is null and x.ends_at <= ${ctx.now}) as has_ended,
      ${clashesOf(ctx)} as clashes,
      coalesce((select jsonb_agg(jsonb_build_object('verb', h.verb, 'state', h.state, 'at', h.at, 'by', ${nameOfPerson(sql`h.by_user`)}, 'note', h.note) order by h.id)
        from (select * from registration_steps h where h.registration_id = r.id order by h.id desc limit 50) h), '[]') as history,
      coalesce((select jsonb_agg(jsonb_build_object('userId', f.user_id, 'name', ${nameOfPerson(sql`f.user_id`)}, 'about', coalesce(k.about, '')) order by f.user_id)
        from (select distinct user_id from session_facilitators where event_id = e.id) f left join event_facilitators k on k.user_id = f.user_id), '[]') as facilitators
    ${tables(ctx)} join document_versions v on v.id = e.version_id where e.id = ${eventId}`.execute(tx)
  return rows[0] ?? null
}

/** Other events of the person with a date at the same time. */
function clashesOf(ctx: Ctx): RawBuilder<unknown> {
  return sql`coalesce((
    select jsonb_agg(c) from (
      select distinct on (o.event_id) jsonb_build_object('eventId', o.event_id, 'title', od.title, 'startsAt', o.starts_at, 'endsAt', o.ends_at) as c
      from event_sessions mine join event_sessions o on o.event_id <> mine.event_id and o.starts_at < mine.ends_at and o.ends_at > mine.starts_at and o.dropped_at is null
      join events oe on oe.id = o.event_id and oe.cancelled_at is null join documents od on od.id = o.event_id
      join registrations other on other.event_id = o.event_id and other.user_id = ${ctx.actor.userId} and other.state in ('attending', 'cancellation', 'pending', 'waiting', 'registration')
      where mine.event_id = e.id and mine.dropped_at is null and mine.ends_at > ${ctx.now} order by o.event_id, o.starts_at limit 5
    ) found(c)), '[]')`
}
