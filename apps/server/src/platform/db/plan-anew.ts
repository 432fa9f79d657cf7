import { sql } from 'kysely'
import type { WriteTx } from './database.ts'

/** From so many rows on, planning again costs less than a plan for fewer may. */
const MANY_ROWS = 500

/**
 * Call before statements that write many `rows`: makes PostgreSQL plan prepared statements and foreign keys anew. Plans
 * made while a table was almost empty read all rows of the tenant for each written row, which takes seconds for
 * thousands. Does nothing for few rows.
 */
export async function planAnew(tx: WriteTx, rows: number): Promise<void> {
  if (rows >= MANY_ROWS) await sql`discard plans`.execute(tx)
}
