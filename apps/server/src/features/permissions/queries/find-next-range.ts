import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { Range } from '../../reach/queries/match-people.ts'

/** The next people after one, in the order of their ids; the last range has no end, so that nobody is left out. */
export async function findNextRange(
  tx: ReadTx,
  after: string | null,
  size: number,
): Promise<Range & { readonly people: number }> {
  const { rows } = await sql<{ until: string | null; people: number }>`
    select (array_agg(user_id order by user_id desc))[1] as until, count(*)::int as people from (
      select distinct user_id from memberships where ${after === null ? sql`true` : sql`user_id > ${after}`} order by user_id limit ${size}
    ) next`.execute(tx)
  const people = rows[0]?.people ?? 0
  return { after, until: people < size ? null : (rows[0]?.until ?? null), people }
}
