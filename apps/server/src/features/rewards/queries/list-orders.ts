import type { RewardOrder } from '@learnt/contract/rewards'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import { visibleMembers } from '../../reach/queries/visible-members.ts'

export interface OrderRow {
  readonly id: string
  readonly rewardId: string
  readonly membershipId: string
  readonly userId: string
  readonly title: string
  readonly cost: number
  readonly imageFileId: string | null
  readonly deliveryNote: string
  readonly state: RewardOrder['state']
  readonly note: string
  readonly orderedAt: Date
  readonly closedAt: Date | null
  readonly requestId: string | null
  readonly name: string
  readonly email: string
  /** The actor sees the person as an administrator. */
  readonly isSeen: boolean
}

function columns(ctx: Ctx): RawBuilder<unknown> {
  return sql`
    o.id, o.reward_id, o.membership_id, o.user_id, o.title, o.cost, r.image_file_id, r.delivery_note, o.state, o.note, o.ordered_at, o.closed_at,
    (select q.id from requests q where q.order_id = o.id and q.state = 'open') as request_id,
    coalesce(rtrim(m.shown_first_name || ' ' || m.last_name), '') as name, coalesce(m.email, '') as email,
    coalesce(${visibleMembers(ctx.actor)}, false) as is_seen`
}

const tables = sql`
  from reward_orders o join rewards r on r.id = o.reward_id left join memberships m on m.id = o.membership_id`

export async function findOrder(ctx: Ctx, tx: ReadTx, id: string): Promise<OrderRow | null> {
  const { rows } = await sql<OrderRow>`select ${columns(ctx)} ${tables} where o.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** One's own, newest first; or those of the people whom an administrator sees, oldest first. */
export async function listOrders(
  ctx: Ctx,
  tx: ReadTx,
  of: 'own' | 'seen',
  query: {
    readonly search?: string | undefined
    readonly state?: readonly string[] | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
) {
  const list = `reward-orders:${of}`
  const after = decodeCursor(ctx, list, query.cursor)
  const found = sql`
    ${tables} where ${of === 'own' ? sql`o.user_id = ${ctx.actor.userId}` : visibleMembers(ctx.actor)}
      and ${query.state?.length ? sql`o.state = any(${query.state}::text[])` : sql`true`}
      and ${hasWords(sql`o.title || ' ' || coalesce(m.shown_first_name || ' ' || m.last_name, '')`, query.search)}`
  const [sign, order] = of === 'own' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const [page, count] = await Promise.all([
    sql<OrderRow & { orderedText: string }>`
      select ${columns(ctx)}, o.ordered_at::text as ordered_text ${found}
        and ${after ? sql`(o.ordered_at, o.id) ${sign} (${after[0]}::text::timestamptz, ${after[1]}::uuid)` : sql`true`}
      order by o.ordered_at ${order}, o.id ${order} limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  const cut = cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.orderedText, last.id] })
  return { ...cut, total: count.rows[0]?.total ?? 0 }
}
