import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { listKeptTenants } from '../tenant/open-tenants.ts'

const BATCH = 5000

/**
 * Deletes what is older than `keptDays` in all tenants, those that are suspended too; a batch at a time, so that nobody waits
 * long. `at`: the column that says since when a row has been there; an index has it behind the tenant.
 */
export async function forgetOldRows(
  services: Services,
  { table, at, keptDays }: { table: 'analytics_events' | 'notifications'; at: string; keptDays: number },
  stopping?: AbortSignal,
): Promise<void> {
  const before = new Date(services.clock.now().getTime() - keptDays * 86_400_000)
  const [rows, moment] = [sql.table(table), sql.ref(at)]
  for (const tenantId of await listKeptTenants(services.db)) {
    if (stopping?.aborted) return
    const tenant = services.db.tenant(tenantId)
    for (let gone = BATCH; gone === BATCH && !stopping?.aborted; )
      gone = await tenant.write(async (tx) => {
        const { rows: counted } = await sql<{ gone: number }>`
          with gone as (
            delete from ${rows}
            where id = any(array(select id from ${rows} where ${moment} < ${before} order by ${moment} limit ${BATCH}))
            returning 1
          ) select count(*)::int as gone from gone`.execute(tx)
        return counted[0]?.gone ?? 0
      })
  }
}
