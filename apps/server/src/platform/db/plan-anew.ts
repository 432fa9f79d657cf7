import { sql } from 'kysely'
import type { WriteTx } from './database.ts'

/** From so many rows on, planning again costs less than a plan for fewer may. */
const MANY_ROWS = 500

/**
 * Before statements that write many rows at once, `rows` of them: the connection's plans are made again, for the tables as
 * they are now. PostgreSQL keeps the plans of prepared statements, and of its own looks at foreign keys, until a table's
 * statistics change. Those made while a table was all but empty take every row of the tenant for each row that is written:
 * seconds for some thousands, until autovacuum comes by. Of few rows nothing is asked.
 */
export async function planAnew(tx: WriteTx, rows: number): Promise<void> {
  if (rows >= MANY_ROWS) await sql`discard plans`.execute(tx)
}
