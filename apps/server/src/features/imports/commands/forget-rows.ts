import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import type { Round } from '../../../platform/jobs/round.ts'
import { listKeptTenants } from '../../../platform/tenant/open-tenants.ts'

/** Rows hold what people's files said of them: they are kept no longer than the run can be of use. */
const keptDays = 90
const rowsAtOnce = 5000

/** Forgets the rows of old runs in a table with `run_id`; the runs with their figures stay in the history. */
export function forgetting(name: string, table: 'bulk_update_records' | 'feed_rows'): Round {
  return { name, everyMs: 6 * 3_600_000, run: (services, stopping) => forgetRows(services, stopping, table) }
}

async function forgetRows(services: Services, stopping: AbortSignal, table: string): Promise<void> {
  const before = new Date(services.clock.now().getTime() - keptDays * 86_400_000)
  for (const tenantId of await listKeptTenants(services.db)) {
    for (let gone = rowsAtOnce; gone === rowsAtOnce && !stopping.aborted; )
      gone = await services.db.tenant(tenantId).write(async (tx) => {
        const { numAffectedRows } = await sql`
          delete from ${sql.id(table)} where ctid = any (array(
            select r.ctid from ${sql.id(table)} r join feed_runs f on f.id = r.run_id
            where f.created_at < ${before} and f.state not in ('checking', 'committing', 'undoing') limit ${rowsAtOnce}))`.execute(
          tx,
        )
        return Number(numAffectedRows ?? 0)
      })
  }
}
