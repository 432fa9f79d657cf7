import type { erasures as operations } from '@learnt/contract/erasures'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import { findMember, listMembershipsOf, type MemberRecord } from '../../members/queries.ts'
import { isWhollyReached, reachOf } from '../../reach/queries/look-after.ts'
import type { ErasureSubject } from '../policy.ts'

export interface ErasureRow {
  readonly userId: string
  readonly name: string
  readonly teamId: string
  readonly state: 'open' | 'held' | 'running' | 'done' | 'withdrawn' | 'dismissed'
  readonly begunByName: string | null
  readonly reason: string
  readonly askedAt: Date
  readonly confirmedAt: Date | null
  readonly finishedAt: Date | null
  readonly keptUntil: string | null
}

export interface HoldRow {
  readonly userId: string
  readonly name: string
  readonly teamId: string
  readonly reason: string
  readonly heldByName: string
  readonly heldAt: Date
}

const nameOf = (user: RawBuilder<unknown>) => sql<string>`coalesce((
  select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = ${user} order by m.is_primary desc limit 1), '')`

const state = sql`case when r.finished_at is not null then 'done' when r.confirmed_at is not null then 'running'
  when r.withdrawn_at is not null then 'withdrawn' when r.dismissed_at is not null then 'dismissed'
  when exists (select from legal_holds h where h.user_id = r.user_id) then 'held' else 'open' end`

const columns = sql`r.user_id, ${nameOf(sql`r.user_id`)} as name, r.team_id, ${state} as state,
  case when r.begun_by is not null then ${nameOf(sql`r.begun_by`)} end as begun_by_name, r.reason, r.asked_at, r.confirmed_at, r.finished_at,
  (select max(p.goes_on)::text from kept_proofs p where p.user_id = r.user_id) as kept_until`

/** Administrators of a team see the requests of their team: those of whom they were told. */
const isSeen = (ctx: Ctx) => (ctx.actor.wholeTenant ? sql`true` : sql`r.team_id = ${ctx.actor.teamId}`)

export async function listErasures(
  ctx: Ctx,
  query: z.output<typeof operations.list.query>,
): Promise<{ rows: ErasureRow[]; next: string | null; total: number }> {
  const where = sql`${isSeen(ctx)} and ${query.state ? sql`${state} = ${query.state}` : sql`true`}
    and ${hasWords(nameOf(sql`r.user_id`), query.search)}`
  return listNewest<ErasureRow>(ctx, query, {
    list: `erasures:${query.state ?? ''}:${query.search ?? ''}`,
    from: sql`select ${columns}, r.asked_at as at from erase_requests r where ${where}`,
  })
}

export async function listHolds(
  ctx: Ctx,
  query: z.output<typeof operations.holds.query>,
): Promise<{ rows: HoldRow[]; next: string | null; total: number }> {
  const where = sql`${isWhollyReached(reachOf(ctx.actor, 'administrator'), sql`h.user_id`)} and ${hasWords(nameOf(sql`h.user_id`), query.search)}`
  return listNewest<HoldRow>(ctx, query, {
    list: `holds:${query.search ?? ''}`,
    from: sql`select ${holdColumns}, h.held_at as at from legal_holds h where ${where}`,
  })
}

/** A page of rows with `user_id` and `at`, the newest first, and how many there are in all. `from`: a query of all of them. */
async function listNewest<Row extends { readonly userId: string }>(
  ctx: Ctx,
  query: { readonly limit: number; readonly cursor?: string | undefined },
  { list, from }: { list: string; from: RawBuilder<unknown> },
): Promise<{ rows: Row[]; next: string | null; total: number }> {
  const cursor = decodeCursor(ctx, list, query.cursor)
  const beyond = cursor ? sql`(f.at, f.user_id) < (${cursor[0]}::text::timestamptz, ${cursor[1]}::uuid)` : sql`true`
  const [page, count] = await ctx.read((tx) =>
    Promise.all([
      sql<Row & { sortKey: string }>`
        select f.*, f.at::text as sort_key from (${from}) f where ${beyond}
        order by f.at desc, f.user_id desc limit ${query.limit + 1}`.execute(tx),
      sql<{ total: number }>`select count(*)::int as total from (${from}) f`.execute(tx),
    ]),
  )
  const cut = cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortKey, last.userId] })
  return { ...cut, total: count.rows[0]?.total ?? 0 }
}

const holdColumns = sql`h.user_id, ${nameOf(sql`h.user_id`)} as name, h.reason, ${nameOf(sql`h.held_by`)} as held_by_name, h.held_at,
  coalesce((select m.team_id from memberships m where m.user_id = h.user_id order by m.is_primary desc limit 1), '') as team_id`

export interface PersonToErase extends ErasureSubject {
  readonly member: MemberRecord
  readonly request: ErasureRow | null
  readonly hold: HoldRow | null
}

/** A person with all that decides whether they can be erased; null: the actor sees nobody of this id. */
export async function findPerson(
  ctx: Ctx,
  tx: ReadTx,
  { userId, teamId }: { userId: string; teamId?: string | undefined },
): Promise<PersonToErase | null> {
  const [member, all, requests, holds] = await Promise.all([
    findMember(tx, ctx.actor, userId, teamId),
    listMembershipsOf(tx, userId),
    sql<ErasureRow>`select ${columns} from erase_requests r where r.user_id = ${userId}`.execute(tx),
    sql<HoldRow>`select ${holdColumns} from legal_holds h where h.user_id = ${userId}`.execute(tx),
  ])
  if (!member) return null
  const request = requests.rows[0] ?? null
  const hold = holds.rows[0] ?? null
  return {
    member,
    all,
    request,
    hold,
    isHeld: hold !== null,
    isConfirmed: request !== null && request.confirmedAt !== null && request.finishedAt === null,
  }
}
