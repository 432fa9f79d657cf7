import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'

/** Statements read and write all rows of a run. */
const patience = { statementTimeout: 300_000 }

/**
 * A transaction about all rows of a run. No statistics know of rows that have just come: the planner would take them for
 * few, and look up each by each, or go through all of them for each.
 */
export function inSets<T>(ctx: Ctx, act: (tx: WriteTx) => Promise<T>): Promise<T> {
  return ctx.write(async (tx) => {
    await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx)
    return act(tx)
  }, patience)
}
