import type { PointKind } from '@learnt/contract/points'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isOpenTo, visibleMembers } from '../../reach/queries/visible-members.ts'

export interface PointEntryRow {
  readonly id: string
  readonly tenantId: string
  readonly teamId: string
  readonly userId: string
  readonly documentType: string | null
  readonly documentId: string | null
  readonly documentTitle: string
  readonly assignmentId: string | null
  readonly amount: number
  readonly balance: number
  readonly kind: PointKind
  readonly reason: string
  readonly by: string
  readonly createdAt: Date
}

/**
 * Whether the reader of an entry `e` may know for what it was: their own, or learning that what they look after opens. The
 * points themselves are those of the membership.
 */
function isTold(actor: Actor): RawBuilder<boolean> {
  if (isAdmin(actor) && actor.wholeTenant) return sql<boolean>`true`
  return sql<boolean>`(e.user_id = ${actor.userId} or e.assignment_id is null
    or exists (select from assignments a where a.id = e.assignment_id and ${isOpenTo(actor)}))`
}

const columnsFor = (actor: Actor) => sql`
  e.id, e.tenant_id, e.team_id, e.user_id, e.amount, e.balance, e.kind, e.reason, e.created_at,
  ${sql.join(['document_type', 'document_id', 'assignment_id'].map((name) => sql`case when ${isTold(actor)} then ${sql.ref(`e.${name}`)} end as ${sql.ref(name)}`))},
  ${titleFor(actor)} as document_title,
  case when e.kind = 'adjust' then coalesce((
    select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = e.by_user_id and m.is_primary), '') else '' end as by`

function titleFor(actor: Actor): RawBuilder<string> {
  return sql<string>`case when ${isTold(actor)} then e.document_title else '' end`
}

interface EntriesQuery {
  readonly kind?: readonly string[] | undefined
  readonly cursor?: string | undefined
  readonly limit: number
  readonly search?: string | undefined
}

/** Entries of one membership, newest first, with how many there are and the balance. */
export async function listEntries(ctx: Ctx, membershipId: string, query: EntriesQuery) {
  const list = `points:${membershipId}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const words = query.search ? `%${query.search.replace(/[\\%_]/g, '\\$&')}%` : null
  const asked = sql`
    e.membership_id = ${membershipId} and ${query.kind?.length ? sql`e.kind = any(${query.kind}::text[])` : sql`true`}
    and ${words === null ? sql`true` : sql`(${titleFor(ctx.actor)} ilike ${words} or e.reason ilike ${words})`}`
  const [page, figures] = await ctx.read((tx) =>
    Promise.all([
      sql<PointEntryRow & { sortKey: string }>`
        select ${columnsFor(ctx.actor)}, e.place::text as sort_key from point_entries e
        where ${asked} and ${cursor ? sql`e.place < ${cursor[0]}::integer` : sql`true`}
        order by e.place desc limit ${query.limit + 1}`.execute(tx),
      sql<{ total: number; balance: number }>`
        select (select count(*)::int from point_entries e where ${asked}) as total,
          coalesce((select reward_points_count from memberships where id = ${membershipId}), 0) as balance`.execute(tx),
    ]),
  )
  const { rows, next } = cutPage(ctx, list, page.rows, {
    limit: query.limit,
    key: (last) => [last.sortKey],
  })
  return { rows, next, total: figures.rows[0]?.total ?? 0, balance: figures.rows[0]?.balance ?? 0 }
}

export async function findEntry({ actor }: Ctx, tx: ReadTx, id: string): Promise<PointEntryRow | undefined> {
  const { rows } =
    await sql<PointEntryRow>`select ${columnsFor(actor)} from point_entries e where e.id = ${id}`.execute(tx)
  return rows[0]
}

/** The membership whose points an administrator asks for: of the team that is named, or the first that they see. */
export async function findHolder(ctx: Ctx, of: { userId: string; teamId?: string | undefined }) {
  const { rows } = await ctx.read((tx) =>
    sql<{ id: string; userId: string; teamId: string; roles: string[]; name: string }>`
      select m.id, m.user_id, m.team_id, m.roles, rtrim(m.shown_first_name || ' ' || m.last_name) as name from memberships m
      where m.user_id = ${of.userId} and ${visibleMembers(ctx.actor)} and ${of.teamId ? sql`m.team_id = ${of.teamId}` : sql`true`}
      order by m.is_primary desc, m.id limit 1`.execute(tx),
  )
  return rows[0]
}

/** Who of the team earned most in the last 30 days; without those who stay out and those who left. */
export async function listLeaders(ctx: Ctx) {
  const since = new Date(ctx.now.getTime() - 30 * 86_400_000)
  const { rows } = await ctx.read((tx) =>
    sql<{ userId: string; name: string; earned: number; place: number }>`
      select m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, s.earned, rank() over (order by s.earned desc)::int as place
      from (
        select membership_id, sum(amount)::int as earned from point_entries
        where team_id = ${ctx.actor.teamId} and created_at >= ${since} and kind in ('earn', 'reverse') group by membership_id
      ) s join memberships m on m.id = s.membership_id
      where s.earned > 0 and m.status = 'active' and not m.stays_off_leaderboard
      order by s.earned desc, m.sort_name, m.id limit 10`.execute(tx),
  )
  return rows
}

export async function findStaysOut(ctx: Ctx): Promise<boolean> {
  const { rows } = await ctx.read((tx) =>
    sql<{
      out: boolean
    }>`select stays_off_leaderboard as out from memberships where id = ${ctx.actor.membershipId}`.execute(tx),
  )
  return rows[0]?.out ?? false
}
