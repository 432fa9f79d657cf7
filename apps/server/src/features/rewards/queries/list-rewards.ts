import type { Reward } from '@learnt/contract/rewards'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'

export interface RewardRow {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly imageFileId: string | null
  readonly cost: number
  readonly stock: number | null
  readonly approval: Reward['approval']
  readonly deliveryNote: string
  readonly isOffered: boolean
  readonly open: number
  readonly orders: number
  readonly revision: number
  readonly updatedAt: Date
}

interface Query {
  readonly search?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

const columns = sql`
  r.id, r.title, r.description, r.image_file_id, r.cost, r.stock, r.approval, r.delivery_note, r.is_offered, r.revision, r.updated_at,
  (select count(*)::int from reward_orders o where o.reward_id = r.id and o.state in ('waiting', 'ordered')) as open,
  (select count(*)::int from reward_orders o where o.reward_id = r.id) as orders`

export async function findReward(tx: ReadTx, id: string): Promise<RewardRow | null> {
  const { rows } = await sql<RewardRow>`select ${columns} from rewards r where r.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** All by title. */
export async function listRewards(ctx: Ctx, tx: ReadTx, query: Query) {
  const after = decodeCursor(ctx, 'rewards', query.cursor)
  const found = hasWords(sql`r.title`, query.search)
  const [page, count] = await Promise.all([
    sql<RewardRow>`
      select ${columns} from rewards r
      where ${found} and ${after ? sql`(r.title, r.id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`}
      order by r.title, r.id limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total from rewards r where ${found}`.execute(tx),
  ])
  const cut = cutPage(ctx, 'rewards', page.rows, { limit: query.limit, key: (last) => [last.title, last.id] })
  return { ...cut, total: count.rows[0]?.total ?? 0 }
}

/** What people can buy, the cheapest first, with the caller's balance. */
export async function listOffered(ctx: Ctx, tx: ReadTx, query: Query) {
  const after = decodeCursor(ctx, 'rewards-offered', query.cursor)
  const found = sql`r.is_offered and ${hasWords(sql`r.title || ' ' || r.description`, query.search)}`
  const [page, count] = await Promise.all([
    sql<RewardRow>`
      select ${columns} from rewards r
      where ${found} and ${after ? sql`(r.cost, r.id) > (${after[0]}::integer, ${after[1]}::uuid)` : sql`true`}
      order by r.cost, r.id limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number; balance: number }>`
      select (select count(*)::int from rewards r where ${found}) as total,
        coalesce((select reward_points_count from memberships where id = ${ctx.actor.membershipId}), 0) as balance`.execute(
      tx,
    ),
  ])
  const cut = cutPage(ctx, 'rewards-offered', page.rows, {
    limit: query.limit,
    key: (last) => [String(last.cost), last.id],
  })
  return { ...cut, total: count.rows[0]?.total ?? 0, balance: count.rows[0]?.balance ?? 0 }
}
