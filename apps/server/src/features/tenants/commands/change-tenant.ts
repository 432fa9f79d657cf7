import type { tenants } from '@learnt/contract/administration'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { inTenant } from '../../../platform/in-tenant.ts'
import { invalid } from '../../../platform/problem.ts'
import { putCalendar } from '../../../platform/tenant/calendar.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import type { StoredAccess, StoredTenant } from '../queries.ts'

export type TenantChange = HandlerInput<typeof tenants.change>['body']
export type AccessChange = HandlerInput<typeof tenants.changeAccess>['body']

/** Changes name and settings: what is sent replaces what is stored, field by field. */
export async function changeTenant(ctx: Ctx, tenant: StoredTenant, change: TenantChange): Promise<void> {
  const { name, settings: { features, ...settings } = {} } = change
  const stored = readTenantConfig(tenant.settings)
  const whole = { ...settings, ...(features ? { features: { ...stored.features, ...features } } : {}) }
  const before = Object.fromEntries(Object.keys(whole).map((key) => [key, stored[key as keyof typeof stored]]))
  await inTenant(ctx, tenant.id, async (tx) => {
    await Promise.all([
      sql`select control.change_tenant_settings(${json(whole)}, ${ctx.now})`.execute(tx),
      settings.timeZone === undefined ? null : putCalendar(tx, { settings, createdAt: tenant.createdAt }),
      name === undefined ? null : sql`select control.rename_tenant(${name}, ${ctx.now})`.execute(tx),
    ])
    const fact = {
      action: 'tenants.change',
      subjectType: 'tenant',
      subjectId: tenant.id,
      subjectTitle: name ?? tenant.name,
      before: { ...(name === undefined ? {} : { name: tenant.name }), ...before },
      after: { ...(name === undefined ? {} : { name }), ...whole },
    }
    return { result: undefined, fact }
  })
}

/** Changes how people get into a tenant: what is sent replaces what is stored, field by field. */
export async function changeAccess(
  ctx: Ctx,
  tenantId: string,
  stored: StoredAccess,
  change: AccessChange,
): Promise<void> {
  const unknown = (change.teams ?? []).findIndex((team) => !stored.teams.some((one) => one.id === team.id))
  if (unknown >= 0) throw invalid({ [`body.teams.${unknown}.id`]: 'unknownTeam' })
  const { passwordRules, ...settings } = change.settings ?? {}
  const rules = passwordRules && { ...readTenantConfig(stored.settings).passwordRules, ...passwordRules }
  await inTenant(ctx, tenantId, async (tx) => {
    await Promise.all([
      sql`select control.change_tenant_settings(${json({ ...settings, ...(rules ? { passwordRules: rules } : {}) })}, ${ctx.now})`.execute(
        tx,
      ),
      ...(change.teams ?? []).map(({ id, ...team }) =>
        sql`select control.change_team(${id}, ${json(team)}, ${ctx.now})`.execute(tx),
      ),
    ])
    const fact = {
      action: 'tenants.changeAccess',
      subjectType: 'tenant',
      subjectId: tenantId,
      subjectTitle: stored.name,
      after: change,
    }
    return { result: undefined, fact }
  })
}
