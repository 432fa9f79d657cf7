import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { applyPermission } from '../../permissions/commands/apply-permission.ts'

/** Every permission that names the audience, in one order; the rules' lock must be held alone. */
export async function applyUses(ctx: Ctx, tx: WriteTx, audienceId: string): Promise<void> {
  const rows = await tx
    .selectFrom('permissions')
    .selectAll()
    .where(sql<boolean>`${audienceId}::uuid = any(audience_ids)`)
    .orderBy('id')
    .execute()
  for (const row of rows) await applyPermission(ctx, tx, row, row.title)
}
