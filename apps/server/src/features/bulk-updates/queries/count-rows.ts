import type { BulkUpdateCounts, BulkUpdateField, BulkUpdateOptions } from '@learnt/contract/bulk-updates'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { RunRow } from '../../imports/queries/runs.ts'

/** A run of a file of completions. */
export type BulkRun = RunRow<BulkUpdateField, BulkUpdateOptions, BulkUpdateCounts>

/** The figures of a run as its rows are now. */
export async function countRows(tx: ReadTx, runId: string): Promise<BulkUpdateCounts> {
  const { rows } = await sql<BulkUpdateCounts>`
    select count(*)::int as rows,
      (count(*) filter (where outcome = 'update'))::int as update,
      (count(*) filter (where outcome = 'skipped'))::int as skipped,
      (count(*) filter (where outcome = 'rejected'))::int as rejected,
      (count(*) filter (where outcome = 'update' and state = 'done'))::int as done,
      (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state = 'undone'))::int as undone,
      (count(*) filter (where state = 'kept'))::int as kept
    from feed_rows where run_id = ${runId}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('An aggregate always has a row')
  return found
}
