import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { listKeptTenants } from '../../../platform/tenant/open-tenants.ts'

/** As long as the rows of a run are kept: without them it cannot be taken back. */
const keptDays = 90
const recordsAtOnce = 5000

/** Forgets what assignments were before old bulk updates. */
export async function forgetRecords(services: Services, stopping: AbortSignal): Promise<void> {
  const before = new Date(services.clock.now().getTime() - keptDays * 86_400_000)
  for (const tenantId of await listKeptTenants(services.db)) {
    for (let gone = recordsAtOnce; gone === recordsAtOnce && !stopping.aborted; )
      gone = await services.db.tenant(tenantId).write(async (tx) => {
        const { rows } = await sql<{ gone: number }>`
          with old as (
            select u.run_id, u.assignment_id from bulk_update_records u join feed_runs f on f.id = u.run_id
            where f.created_at < ${before} and f.state not in ('checking', 'committing', 'undoing') limit ${recordsAtOnce}
          ),
          gone as (
            delete from bulk_update_records u using old where u.run_id = old.run_id and u.assignment_id = old.assignment_id returning 1
          )
          select count(*)::int as gone from gone`.execute(tx)
        return rows[0]?.gone ?? 0
      })
  }
}
