import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'

/**
 * One range of one bulk update at a time records in a tenant, whatever its team: of two that bring the same, the second sees
 * what the first did. Then the rules, so that nothing is given or taken meanwhile.
 */
export async function lockUpdates(tx: WriteTx): Promise<void> {
  await sql`select hold_lock('bulkUpdates', true)`.execute(tx)
  await lockRules(tx, 'shared')
}
