import { sql } from 'kysely'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { tenantPolicy } from '../policy.ts'
import { findTenantIn, type StoredTenant } from '../queries.ts'

/**
 * The tenant that the transaction is in, as it is now, and as it stays until the end but for what is changed here: who
 * changes it at the same moment waits. What is sent is checked against this one, not against what the page had read.
 */
export async function lockTenant(ctx: Ctx, tx: WriteTx, tenantId: string): Promise<StoredTenant> {
  const [, tenant] = await Promise.all([sql`select control.lock_tenant()`.execute(tx), findTenantIn(tx, tenantId)])
  authorize(ctx.actor, tenantPolicy.change, tenant)
  return tenant
}
