import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { listKeptTenants } from '../../../platform/tenant/open-tenants.ts'

/** Deletes links that expired a week ago, and codes in stored mails that no longer open anything. */
export async function forgetOldLinks({ db, clock }: Services, stopping?: AbortSignal): Promise<void> {
  const now = clock.now()
  await db.control((tx) => sql`select control.forget_old_account_links(${now})`.execute(tx))
  for (const tenantId of await listKeptTenants(db)) {
    if (stopping?.aborted) return
    await db.tenant(tenantId).write((tx) =>
      tx
        .updateTable('mails')
        .set({ linkCode: '' })
        .where('linkCode', '<>', '')
        .where('createdAt', '<', new Date(now.getTime() - 86_400_000))
        .execute(),
    )
  }
}
