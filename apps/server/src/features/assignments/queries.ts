import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../platform/db/database.ts'

/**
 * The moment before which everything recorded is in the rollups: now, while no delta waits, else the last fold.
 * One statement; ask it in the same flush as the figures, before them.
 */
export async function findFreshness(tx: ReadTx, now: Date): Promise<Date> {
  const { rows } = await sql<{ freshAt: Date }>`
    select case when exists (select from progress_deltas)
      then coalesce((select nullif(folded_at, 'epoch') from rollup_marks where name = 'progress'), (select min(at) from progress_deltas))
      else ${now}::timestamptz end as fresh_at`.execute(tx)
  return rows[0]?.freshAt ?? now
}

/** Memberships that the reader looks after, as a condition on the row `o` of one; null: all of the tenant. */
export type LookedAfter = RawBuilder<boolean> | null

/**
 * Whether an assignment is the reader's to see: all of somebody whose every membership they look after, and of anybody
 * else what was given through one that they do, or to everyone. Whoever adds people to a team could add anybody, so a
 * membership alone opens nothing that was there before (decision 0031). Every look at the learning of others goes by it.
 */
export function isOpened(
  of: LookedAfter,
  assignmentId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`(${isWhollyLookedAfter(of, userId)}
    or assigned_by(${assignmentId}, array(select o.id from memberships o where o.user_id = ${userId} and ${of})))`
}

export function isWhollyLookedAfter(of: LookedAfter, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`not exists (select from memberships o where o.user_id = ${userId} and not (${of}))`
}
