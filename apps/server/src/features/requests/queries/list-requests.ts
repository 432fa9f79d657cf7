import type { RequestState, requests } from '@learnt/contract/requests'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isAdmin, isManager } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isMadeWithin, type LooksAs, reachOf } from '../../reach/queries/look-after.ts'
import type { RequestSubject } from '../policy.ts'
import { hasDecider, isDecider, isWithAdministrators, levelColumn, namesOfDeciders, wasAsked } from './deciders.ts'
import { type OwnRequestRow, requestColumns } from './list-own.ts'

export interface RequestRow extends OwnRequestRow, RequestSubject {
  readonly membershipId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly position: string[]
  readonly withWhom: string[]
  readonly withAdministrators: boolean
  readonly level: { readonly number: number; readonly count: number; readonly title: string } | null
}

/** As whom somebody looks at requests. */
export type RequestReader = 'manager' | 'admin'

/** Whether the actor looks after the membership through which a request `r` was made, or all that its person is. */
function isReachedBy(actor: Actor, as: LooksAs): RawBuilder<boolean> {
  return isMadeWithin(reachOf(actor, as), { membershipId: sql`r.membership_id`, userId: sql`r.user_id` })
}

function isManagedBy(actor: Actor): RawBuilder<boolean> {
  return isReachedBy(actor, 'manager')
}

function isSeenBy(actor: Actor): RawBuilder<boolean> {
  return isReachedBy(actor, 'administrator')
}

/** An active manager of the membership through which a request `r` was made. */
const hasManager: RawBuilder<boolean> = sql<boolean>`exists (
  select from memberships o join memberships boss on boss.user_id::text = any (o.all_managers) and boss.status = 'active' and 'manager' = any (boss.roles)
  where o.id = r.membership_id and boss.user_id <> o.user_id)`

/** What a reader may see of requests `r`, as a condition; the same as readRequest() says of a row. */
function isShownTo(ctx: Ctx, reader: RequestReader): RawBuilder<boolean> {
  const { actor } = ctx
  const isTheirs =
    reader === 'manager' ? sql<boolean>`(r.sent_to = 'managers' and ${isManagedBy(actor)})` : isSeenBy(actor)
  if (reader === 'admin' && actor.wholeTenant) return isTheirs
  return sql<boolean>`(${isTheirs} or (r.levels is not null and (${wasAsked(ctx)} or ${isDecider(ctx)})))`
}

/** Of a reader's open requests `r` those that they may decide now. */
export function isToDecide(ctx: Ctx, reader: RequestReader): RawBuilder<boolean> {
  const { actor } = ctx
  const isOwn = sql<boolean>`r.user_id = ${actor.userId}`
  const isTheirs =
    reader === 'manager'
      ? sql<boolean>`(r.sent_to = 'managers' and ${isManagedBy(actor)})`
      : sql<boolean>`(${isSeenBy(actor)} and ${isWithAdministrators(ctx)})`
  return sql<boolean>`(not ${isOwn} and (${isTheirs} or ${isDecider(ctx)}))`
}

const isFalse = sql<boolean>`false`

/** Columns of a RequestRow of requests `r`, documents `d` and the memberships `p` through which they were made. */
function columnsFor(ctx: Ctx): RawBuilder<unknown> {
  const { actor } = ctx
  const [isManaged, isSeen] = [
    isManager(actor) ? isManagedBy(actor) : isFalse,
    isAdmin(actor) ? isSeenBy(actor) : isFalse,
  ]
  // Who is only asked to decide has no need of an address.
  return sql`
    ${requestColumns}, r.membership_id, r.stand_in_at, coalesce(p.shown_first_name, '') as first_name, coalesce(p.last_name, '') as last_name,
    case when ${isManaged} or ${isSeen} then coalesce(p.email, '') else '' end as email, coalesce(p.position, '{}') as position,
    ${isManaged} as is_managed, ${isSeen} as is_seen,
    case when r.levels is null then ${hasManager} else ${hasDecider} end as has_manager,
    ${isDecider(ctx)} as is_decider, (r.levels is not null and ${wasAsked(ctx)}) as was_asked,
    ${namesOfDeciders(ctx)} as with_whom, ${isWithAdministrators(ctx)} as with_administrators, ${levelColumn(ctx)} as level`
}

const tables = sql`
  from requests r left join documents d on d.id = r.document_id
  left join lateral (
    select m.* from memberships m where m.user_id = r.user_id order by m.id = r.membership_id desc, m.is_primary desc limit 1
  ) p on true`

/** Requests by their ids as the caller would see them; whether they may is the policy's word. */
export async function findRequests(ctx: Ctx, tx: ReadTx, ids: readonly string[]): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${columnsFor(ctx)} ${tables} where r.id = any(${ids}::uuid[]) order by r.made_at, r.id`.execute(tx)
  return rows
}

/** Oldest first, with the numbers of each state beside the first page. */
export async function listRequests(
  ctx: Ctx,
  tx: ReadTx,
  reader: RequestReader,
  query: z.output<typeof requests.admin.list.query>,
): Promise<{
  rows: RequestRow[]
  next: string | null
  total: number
  counts: { value: RequestState; count: number }[] | null
}> {
  const list = `requests:${reader}`
  const after = decodeCursor(ctx, list, query.cursor)
  const patterns = searchForm(query.search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const isHit =
    patterns.length > 0
      ? sql`(p.search_words || ' ' || coalesce(d.search_text, search_form(r.title))) like all (${patterns}::text[])`
      : sql`true`
  const shown = sql`
    ${tables} where ${isShownTo(ctx, reader)} and ${isHit}
      and ${query.kind?.length ? sql`r.kind = any(${query.kind}::text[])` : sql`true`}`
  const inState = query.state?.length ? sql`r.state = any(${query.state}::text[])` : sql`true`
  const [page, counted] = await Promise.all([
    sql<RequestRow & { madeText: string }>`
      select ${columnsFor(ctx)}, r.made_at::text as made_text ${shown} and ${inState}
        and ${after ? sql`(r.made_at, r.id) > (${after[0]}::text::timestamptz, ${after[1]}::uuid)` : sql`true`}
      order by r.made_at, r.id limit ${query.limit + 1}`.execute(tx),
    sql<{ value: RequestState; count: number; isAsked: boolean }>`
      select r.state as value, count(*)::int as count, ${inState} as is_asked ${shown} group by r.state`.execute(tx),
  ])
  const cut = cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.madeText, last.id] })
  return {
    ...cut,
    total: counted.rows.reduce((sum, row) => sum + (row.isAsked ? row.count : 0), 0),
    counts: after ? null : counted.rows.map(({ value, count }) => ({ value, count })),
  }
}

/** How many open requests wait for somebody, as a manager and as an administrator; counted no further than 100. */
export async function countOpenRequests(ctx: Ctx, tx: ReadTx): Promise<{ manager: number; admin: number }> {
  const { actor } = ctx
  const count = (reader: RequestReader) => sql`(
    select count(*)::int from (select from requests r where r.state = 'open' and ${isToDecide(ctx, reader)} limit 100) waiting)`
  const { rows } = await sql<{ manager: number; admin: number }>`
    select ${isManager(actor) ? count('manager') : sql`0`} as manager, ${isAdmin(actor) ? count('admin') : sql`0`} as admin`.execute(
    tx,
  )
  return rows[0] ?? { manager: 0, admin: 0 }
}
