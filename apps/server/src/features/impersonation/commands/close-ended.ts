import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { mintTenantId } from '../../../platform/tenant/tenant-id.ts'
import { findOpen } from '../queries.ts'

/** Writes down the end of those that nobody ended: signed out, suspended, the hour over. */
export async function closeEnded(services: Services, stopping?: AbortSignal): Promise<void> {
  const now = services.clock.now()
  const { rows: tenants } = await services.db.control((tx) =>
    sql<{ id: string }>`select id from control.open_tenants()`.execute(tx),
  )
  for (const tenant of tenants) {
    if (stopping?.aborted) return
    await services.db.tenant(mintTenantId(tenant.id)).write(async (tx) => {
      const rows = await tx
        .selectFrom('impersonationSessions')
        .select(['id', 'expiresAt'])
        .where('status', '=', 'active')
        .limit(500)
        .execute()
      if (rows.length === 0) return
      const open = await findOpen(
        tx,
        rows.map((row) => row.id),
        now,
      )
      for (const { id, expiresAt } of rows) {
        if (open.has(id)) continue
        await tx
          .updateTable('impersonationSessions')
          .set({ status: 'inactive', endedAt: new Date(Math.min(expiresAt.getTime(), now.getTime())) })
          .where('id', '=', id)
          .where('status', '=', 'active')
          .execute()
      }
    })
  }
}
