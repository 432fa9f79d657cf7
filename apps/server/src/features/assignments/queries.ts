import { sql } from 'kysely'
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
