import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { listKeptTenants } from '../../../platform/tenant/open-tenants.ts'

/** Older ones are forgotten, read or not. */
const keptDays = 90
const BATCH = 5000

export async function forgetOld(services: Services, stopping?: AbortSignal): Promise<void> {
  const before = new Date(services.clock.now().getTime() - keptDays * 86_400_000)
  for (const tenantId of await listKeptTenants(services.db)) {
    if (stopping?.aborted) return
    const tenant = services.db.tenant(tenantId)
    for (let gone = BATCH; gone === BATCH && !stopping?.aborted; )
      gone = await tenant.write(async (tx) => {
        const { rows } = await sql<{ gone: number }>`
          with gone as (
            delete from notifications where id = any(array(select id from notifications where created_at < ${before} order by created_at limit ${BATCH}))
            returning 1
          ) select count(*)::int as gone from gone`.execute(tx)
        return rows[0]?.gone ?? 0
      })
  }
}
