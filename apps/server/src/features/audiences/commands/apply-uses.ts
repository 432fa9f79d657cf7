import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { applyPermission } from '../../permissions/commands/apply-permission.ts'
import { syncContainer } from '../../permissions/commands/sync-container.ts'
import { listDividedBy } from '../queries/list-divided-by.ts'

/** Every permission that names the audience, in one order, then every pathway of which it divides a section; the rules' lock must be held alone. */
export async function applyUses(ctx: Ctx, tx: WriteTx, audienceId: string): Promise<void> {
  const rows = await tx
    .selectFrom('permissions')
    .selectAll()
    .where(sql<boolean>`${audienceId}::uuid = any(audience_ids)`)
    .orderBy('id')
    .execute()
  for (const row of rows) await applyPermission(ctx, tx, row, row.title)
  await followNamed(ctx, tx, audienceId)
  for (const { id } of await listDividedBy(tx, audienceId)) await syncContainer(ctx, tx, id)
}

/** Manager rules that name the audience give other managers now: the background works it out for everybody. */
async function followNamed(ctx: Ctx, tx: WriteTx, audienceId: string): Promise<void> {
  const { rows } = await sql`
    select from manager_rules where status = 'active' and ${audienceId}::uuid = any(audience_ids) limit 1`.execute(tx)
  if (rows.length > 0) await enqueue(ctx, tx, 'managerRules.apply', {})
}
