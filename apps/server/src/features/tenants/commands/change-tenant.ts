import type { tenants } from '@learnt/contract/administration'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { sql } from 'kysely'
import { actInTenant } from '../../../platform/act-in-tenant.ts'
import type { AuditFact } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import { putCalendar } from '../../../platform/tenant/calendar.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { lockTenant } from './lock-tenant.ts'

export type TenantChange = HandlerInput<typeof tenants.change>['body']
export type AccessChange = HandlerInput<typeof tenants.changeAccess>['body']

/** Changes name and settings: what is sent replaces what is stored, field by field. */
export async function changeTenant(ctx: Ctx, tenantId: string, change: TenantChange): Promise<void> {
  const { name, settings: { features, ...settings } = {} } = change
  await actInTenant(ctx, tenantId, async (tx) => {
    const tenant = await lockTenant(ctx, tx, tenantId)
    const stored = readTenantConfig(tenant.settings)
    const whole = { ...settings, ...(features ? { features: { ...stored.features, ...features } } : {}) }
    const before = Object.fromEntries(Object.keys(whole).map((key) => [key, stored[key as keyof typeof stored]]))
    await Promise.all([
      sql`select control.change_tenant_settings(${json(whole)}, ${ctx.now})`.execute(tx),
      settings.timeZone === undefined ? null : putCalendar(tx, { settings, createdAt: tenant.createdAt }),
      name === undefined ? null : sql`select control.rename_tenant(${name}, ${ctx.now})`.execute(tx),
    ])
    const fact: AuditFact = {
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
export async function changeAccess(ctx: Ctx, tenantId: string, change: AccessChange): Promise<void> {
  await actInTenant(ctx, tenantId, async (tx) => {
    const stored = await lockTenant(ctx, tx, tenantId)
    const unknown = (change.teams ?? []).findIndex((team) => !stored.teams.some((one) => one.id === team.id))
    if (unknown >= 0) throw invalid({ [`body.teams.${unknown}.id`]: 'unknownTeam' })
    const { passwordRules, ...settings } = change.settings ?? {}
    const present = readTenantConfig(stored.settings)
    const rules = passwordRules && { ...present.passwordRules, ...passwordRules }
    const terms = { ...present, ...settings }
    const isAboutTerms = 'showPersonalTermsConditions' in settings || 'personalTermsAndConditionsUrl' in settings
    if (isAboutTerms && terms.showPersonalTermsConditions && terms.personalTermsAndConditionsUrl === '')
      throw invalid({ 'body.settings.personalTermsAndConditionsUrl': 'termsAddress' })
    await Promise.all([
      sql`select control.change_tenant_settings(${json({ ...settings, ...(rules ? { passwordRules: rules } : {}) })}, ${ctx.now})`.execute(
        tx,
      ),
      ...(change.teams ?? []).map(({ id, ...team }) =>
        sql`select control.change_team(${id}, ${json(team)}, ${ctx.now})`.execute(tx),
      ),
    ])
    const fact: AuditFact = {
      action: 'tenants.changeAccess',
      subjectType: 'tenant',
      subjectId: tenantId,
      subjectTitle: stored.name,
      before: {
        ...pick(present, change.settings ?? {}),
        ...(change.teams && {
          teams: change.teams.map((team) => pick(stored.teams.find((one) => one.id === team.id) ?? {}, team)),
        }),
      },
      after: { ...change.settings, ...(change.teams && { teams: change.teams }) },
    }
    return { result: undefined, fact }
  })
}

/** The fields of `whole` that `part` names, in parts of parts too. */
function pick(whole: object, part: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      const stood = (whole as Record<string, unknown>)[key]
      const isPart = [value, stood].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
      return [key, isPart ? pick(stood as object, value as object) : stood]
    }),
  )
}
