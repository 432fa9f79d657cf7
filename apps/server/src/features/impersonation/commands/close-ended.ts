import type { Services } from '../../../platform/context.ts'
import { listKeptTenants } from '../../../platform/tenant/open-tenants.ts'
import { findOpen } from '../queries.ts'

/** Writes down the end of those that nobody ended: signed out, suspended, the hour over. */
export async function closeEnded(services: Services, stopping?: AbortSignal): Promise<void> {
  const now = services.clock.now()
  for (const tenantId of await listKeptTenants(services.db)) {
    if (stopping?.aborted) return
    await services.db.tenant(tenantId).write(async (tx) => {
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
