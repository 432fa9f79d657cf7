import type { PointReportQuery } from '@learnt/contract/points'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { selectCells } from '../../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { searchCondition, visibleMembers } from '../../reach/queries/visible-members.ts'

type Query = z.output<typeof PointReportQuery>
export type PointFilter = Pick<Query, 'search' | 'asOf' | 'kind' | 'memberStatus'>

export interface PointFiguresRow {
  readonly userId: string
  readonly membershipId: string
  readonly name: string
  readonly email: string
  readonly earned: number
  readonly redeemed: number
  readonly adjusted: number
  readonly lost: number
  readonly balance: number
  readonly lastAt: Date | null
}

const sorts: Record<Query['sort'], { expression: RawBuilder<unknown>; type: string }> = {
  name: { expression: sql`sort_name`, type: 'text' },
  earned: { expression: sql`earned`, type: 'numeric' },
  redeemed: { expression: sql`redeemed`, type: 'numeric' },
  balance: { expression: sql`balance`, type: 'numeric' },
  lastAt: { expression: sql`coalesce(last_at, timestamptz '1970-01-01')`, type: 'timestamptz' },
}

/** Memberships that ever had points, with what the ledger says of them at the end of a day; the ledger itself is the history. */
export async function listPointFigures(ctx: Ctx, query: Query) {
  const { sort, direction, limit } = query
  const list = `points.report.${sort}.${direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const { expression, type } = sorts[sort]
  const order = sql.raw(direction)
  const sign = sql.raw(direction === 'asc' ? '>' : '<')
  const [page, totals] = await ctx.read((tx) =>
    Promise.all([
      sql<PointFiguresRow & { sortKey: string }>`
        select f.*, ${expression}::text as sort_key from (${figures(ctx, query)}) f
        where ${cursor ? sql`(${expression}, membership_id) ${sign} (${cursor[0]}::${sql.raw(type)}, ${cursor[1]})` : sql`true`}
        order by ${expression} ${order}, membership_id ${order} limit ${limit + 1}`.execute(tx),
      sql<PointFiguresRow & { total: number }>`
        select count(*)::int as total, ${sql.join(
          ['earned', 'redeemed', 'adjusted', 'lost', 'balance'].map(
            (name) => sql`coalesce(sum(${sql.ref(name)}), 0)::int as ${sql.ref(name)}`,
          ),
        )} from (${figures(ctx, query)}) f`.execute(tx),
    ]),
  )
  const sums = totals.rows[0]
  return {
    ...cutPage(ctx, list, page.rows, { limit, key: (last) => [last.sortKey, last.membershipId] }),
    total: sums?.total ?? 0,
    totals: {
      earned: sums?.earned ?? 0,
      redeemed: sums?.redeemed ?? 0,
      adjusted: sums?.adjusted ?? 0,
      lost: sums?.lost ?? 0,
      balance: sums?.balance ?? 0,
    },
  }
}

/** From the day of the first entry to yesterday, in the tenant's time zone. */
export async function findPointHistory(ctx: Ctx, tx: ReadTx): Promise<{ historyFrom: string; historyTo: string }> {
  const { rows } = await sql<{ historyFrom: string; historyTo: string }>`
    select coalesce((select min(created_at) from point_entries) at time zone zone.name, ${ctx.now}::timestamptz at time zone zone.name)::date::text as history_from,
      ((${ctx.now}::timestamptz at time zone zone.name)::date - 1)::text as history_to
    from (select control.zone_of_tenant() as name) zone`.execute(tx)
  return rows[0] as { historyFrom: string; historyTo: string }
}

export async function countPointFigures(ctx: Ctx, tx: ReadTx, filter: PointFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${figures(ctx, filter)}) f`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

/** Columns of the report's file, with the keys of their headers. */
export const pointFileColumns: readonly FileColumn[] = [
  { header: 'name', type: 'text', of: sql`name` },
  { header: 'email', type: 'text', of: sql`email` },
  { header: 'earned', type: 'integer', of: sql`earned` },
  { header: 'redeemed', type: 'integer', of: sql`redeemed` },
  { header: 'adjusted', type: 'integer', of: sql`adjusted` },
  { header: 'lost', type: 'integer', of: sql`lost` },
  { header: 'balance', type: 'integer', of: sql`balance` },
  { header: 'lastEntryAt', type: 'moment', of: sql`last_at` },
]

export function pointFile(
  ctx: Ctx,
  of: { filter: PointFilter; format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))} from (${figures(ctx, of.filter)}) f order by sort_name, membership_id`
}

function figures(ctx: Ctx, { asOf, search, kind, memberStatus }: PointFilter): RawBuilder<unknown> {
  const until = asOf ? sql`e.created_at < (select end_of_day(${asOf}::date, control.zone_of_tenant()))` : sql`true`
  return sql`
    select m.user_id, m.id as membership_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, m.sort_name,
      s.earned, s.redeemed, s.adjusted, s.lost, s.balance, s.last_at
    from memberships m join (
      select e.membership_id, coalesce(sum(e.amount) filter (where e.kind = 'earn'), 0)::int as earned,
        (-coalesce(sum(e.amount) filter (where e.kind in ('redeem', 'refund')), 0))::int as redeemed,
        coalesce(sum(e.amount) filter (where e.kind = 'adjust'), 0)::int as adjusted,
        (-coalesce(sum(e.amount) filter (where e.kind in ('expire', 'reverse')), 0))::int as lost,
        sum(e.amount)::int as balance, max(e.created_at) as last_at, array_agg(distinct e.kind) as kinds
      from point_entries e where ${until} group by e.membership_id
    ) s on s.membership_id = m.id
    where ${visibleMembers(ctx.actor)} and ${search ? searchCondition(search) : sql`true`}
      and ${memberStatus?.length ? sql`m.status = any(${memberStatus}::text[])` : sql`true`}
      and ${kind?.length ? sql`s.kinds && ${kind}::text[]` : sql`true`}`
}
