import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { listKeptTenants } from '../../../platform/tenant/open-tenants.ts'

/** Rows hold what people's files said of them: they are kept no longer than the run can be of use. */
const keptDays = 90
const rowsAtOnce = 5000

/** Forgets the rows of old runs; the runs with their figures stay in the history. */
export async function forgetOldRuns(services: Services, stopping: AbortSignal): Promise<void> {
  const before = new Date(services.clock.now().getTime() - keptDays * 86_400_000)
  for (const tenantId of await listKeptTenants(services.db)) {
    for (let gone = rowsAtOnce; gone === rowsAtOnce && !stopping.aborted; )
      gone = await services.db.tenant(tenantId).write(async (tx) => {
        const { rows } = await sql<{ gone: number }>`
          with old as (
            select r.run_id, r.place from feed_rows r join feed_runs f on f.id = r.run_id
            where f.created_at < ${before} and f.state not in ('checking', 'committing', 'undoing') limit ${rowsAtOnce}
          ),
          gone as (delete from feed_rows r using old where r.run_id = old.run_id and r.place = old.place returning 1)
          select count(*)::int as gone from gone`.execute(tx)
        return rows[0]?.gone ?? 0
      })
  }
}
