import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listKeptTenants } from '../../../platform/tenant/open-tenants.ts'
import { verifyChain } from '../queries/verify-chain.ts'
import { keepCheck } from './keep-check.ts'

/**
 * Checks the log of each tenant in its night; of one that has waited for longer, also by day. One that cannot be checked
 * holds up no other.
 */
export async function checkLogs(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const tenantId of await listKeptTenants(services.db)) {
    if (stopping?.aborted) return
    const ctx = systemContext(services, tenantId, { requestId: newId() })
    const { rows } = await ctx.read((tx) =>
      sql<{ isDue: boolean }>`
        select last is null or last < ${ctx.now}::timestamptz - interval '36 hours' or (
          last < ${ctx.now}::timestamptz - interval '12 hours'
          and extract(hour from ${ctx.now}::timestamptz at time zone (select control.zone_of_tenant())) between 1 and 4
        ) as is_due
        from (select max(checked_at) as last from audit_checks) c`.execute(tx),
    )
    if (!rows[0]?.isDue) continue
    try {
      const report = await verifyChain(services, services.db.tenant(tenantId))
      await ctx.write((tx) => keepCheck(ctx, tx, report))
      if (report.problemCount > 0)
        services.log.error(
          { tenant: tenantId, problems: report.problemCount },
          'the audit log contradicts its chain. See doctor',
        )
    } catch (err) {
      services.log.error({ err, tenant: tenantId }, 'the audit log could not be checked')
    }
  }
}
