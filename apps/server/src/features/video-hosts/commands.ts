import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { json } from '../../platform/db/database.ts'
import { ProblemError } from '../../platform/problem.ts'
import { readTenantConfig } from '../../platform/tenant/settings.ts'
import { isOwnHost } from '../../platform/tenant/team-hosts.ts'
import { listTakenHosts } from '../teams/queries.ts'
import { lockTenant } from '../tenants/commands/lock-tenant.ts'

/** Replaces the tenant's list. A frame has the rights of its own host, so that must never be one of ours. */
export async function saveVideoHosts(ctx: Ctx, given: readonly string[]): Promise<string[]> {
  const hosts = [...new Set(given)]
  return ctx.write(async (tx) => {
    const taken = await listTakenHosts(tx, hosts, '')
    const errors = given.flatMap((host, at) =>
      isOwnHost(host, ctx.services.settings) || taken.includes(host)
        ? [{ path: `body.hosts.${at}`, code: 'ownHost', message: ctx.t('videoHosts.ownHost') }]
        : [],
    )
    if (errors.length > 0) throw new ProblemError('invalid-input', { errors })
    const tenant = await lockTenant(ctx, tx, ctx.actor.tenantId)
    await sql`select control.change_tenant_settings(${json({ videoHosts: hosts })}, ${ctx.now})`.execute(tx)
    await audit(ctx, tx, {
      action: 'tenants.change',
      subjectType: 'tenant',
      subjectId: tenant.id,
      subjectTitle: tenant.name,
      before: { videoHosts: readTenantConfig(tenant.settings).videoHosts },
      after: { videoHosts: hosts },
    })
    return hosts
  })
}
