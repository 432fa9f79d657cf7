import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'

/**
 * Only one range of one bulk update in a tenant records at a time, so of two with the same rows the second sees what
 * the first did. Then it locks the rules, so that they assign and remove nothing meanwhile.
 */
export async function lockUpdates(tx: WriteTx): Promise<void> {
  await sql`select hold_lock('bulkUpdates', true)`.execute(tx)
  await lockRules(tx, 'shared')
}
