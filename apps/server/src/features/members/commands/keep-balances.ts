import { type RawBuilder, sql } from 'kysely'

/** Balances by `of`, a query with `membership_id` and `balance`: a statement, or part of the one that writes the ledger. */
export function keepBalances(of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`update memberships m set reward_points_count = b.balance from (${of}) b where m.id = b.membership_id`
}
