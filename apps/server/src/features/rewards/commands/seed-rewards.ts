import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'

const items = [
  { title: 'Coffee voucher', cost: 20, stock: 40, approval: 'none', isOffered: true },
  { title: 'Book of your choice', cost: 60, stock: null, approval: 'managers', isOffered: true },
  { title: 'Company hoodie', cost: 90, stock: 12, approval: 'none', isOffered: true },
  { title: 'Conference ticket', cost: 400, stock: 0, approval: 'administrators', isOffered: true },
  { title: 'Lunch with the founders', cost: 250, stock: 4, approval: 'administrators', isOffered: false },
] as const

const texts: Record<(typeof items)[number]['title'], readonly [description: string, note: string]> = {
  'Coffee voucher': ['A week of coffee in the canteen.', 'You get the code in your messages.'],
  'Book of your choice': ['Any book up to 40 euros.', 'Write to the training office which one you would like.'],
  'Company hoodie': ['Warm, dark blue, in your size.', 'Fetch it at the reception.'],
  'Conference ticket': ['Two days at a conference of your trade.', 'The training office books it with you.'],
  'Lunch with the founders': ['Four people at a table.', 'You are invited by mail.'],
}

/** Rewards of every kind, and for each of those who redeemed points in the demonstration what they ordered with them. */
export async function seedRewards(ctx: Ctx, tx: WriteTx): Promise<void> {
  await tx
    .insertInto('rewards')
    .values(
      items.map((item) => ({
        ...item,
        id: newId(),
        description: texts[item.title][0],
        deliveryNote: texts[item.title][1],
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })),
    )
    .execute()
  await sql`
    insert into reward_orders (id, reward_id, membership_id, user_id, title, cost, state, ordered_at, closed_at)
    select gen_random_uuid(), r.id, e.membership_id, e.user_id, r.title, -e.amount,
      case when e.nth % 3 = 0 then 'ordered' else 'delivered' end, e.created_at,
      case when e.nth % 3 = 0 then null else least(e.created_at + interval '1 day', ${ctx.now}::timestamptz) end
    from (select x.*, row_number() over (order by x.created_at, x.id) as nth from point_entries x where x.kind = 'redeem') e
      join rewards r on r.title = 'Coffee voucher'`.execute(tx)
}
