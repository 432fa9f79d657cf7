import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import type { StoredTeam } from '../teams/queries.ts'
import { createTeam, deleteTeam, updateTeam } from './commands/change-team.ts'
import { changeAccess, changeTenant } from './commands/change-tenant.ts'
import { deleteTenant, restoreTenant, resumeTenant, suspendTenant } from './commands/close-tenant.ts'
import { createTenant } from './commands/create-tenant.ts'
import { addDomain, checkDomain, removeDomain, vouchForDomain } from './commands/show-domain.ts'
import { teamPolicy, tenantPolicy } from './policy.ts'
import { presentAccess, presentDomain, presentTeamRecord, presentTenant, presentTenantRecord } from './present.ts'
import { countUse, findTenant, findTenantAccess, listTenants, type StoredTenant } from './queries.ts'

export const tenantRoutes: Route[] = [
  route(api.tenants.list, async ({ ctx }) => ({
    items: (await listTenants(ctx.services.db)).map((tenant) => presentTenant(tenant, ctx.now)),
  })),

  route(api.tenants.create, async ({ ctx, body }) => {
    const { isPasswordSet } = await createTenant(ctx, body)
    const made = (await listTenants(ctx.services.db)).find((tenant) => tenant.id === body.id)
    if (!made) throw new Error(`Tenant ${body.id} was made and is not there`)
    return { ...presentTenant(made, ctx.now), administratorIsKnown: !isPasswordSet }
  }),

  route(api.tenants.get, async ({ ctx, params }) => show(ctx, params.tenantId)),

  route(api.tenants.change, async ({ ctx, params, body }) => {
    const tenant = await findTenant(ctx.services.db, params.tenantId)
    authorize(ctx.actor, tenantPolicy.change, tenant)
    await changeTenant(ctx, tenant.id, body)
    return show(ctx, tenant.id)
  }),

  route(api.tenants.suspend, async ({ ctx, params, body }) => {
    const tenant = await findTenant(ctx.services.db, params.tenantId)
    authorize(ctx.actor, tenantPolicy.suspend, tenant)
    await suspendTenant(ctx, tenant, body.reason)
    return show(ctx, tenant.id)
  }),

  route(api.tenants.resume, async ({ ctx, params }) => {
    const tenant = await getTenant(ctx, params.tenantId)
    await resumeTenant(ctx, tenant)
    return show(ctx, tenant.id)
  }),

  route(api.tenants.remove, async ({ ctx, params, body }) => {
    const tenant = await findTenant(ctx.services.db, params.tenantId)
    authorize(ctx.actor, tenantPolicy.delete, tenant)
    if (body.name !== tenant.name) throw invalid({ 'body.name': 'otherName' })
    await deleteTenant(ctx, tenant)
    return show(ctx, tenant.id)
  }),

  route(api.tenants.restore, async ({ ctx, params }) => {
    const tenant = await getTenant(ctx, params.tenantId)
    await restoreTenant(ctx, tenant)
    return show(ctx, tenant.id)
  }),

  route(api.tenants.access, async ({ ctx, params }) => {
    const stored = await findTenantAccess(ctx.services.db, params.tenantId)
    if (!stored) throw notFound()
    return presentAccess(params.tenantId, stored)
  }),

  route(api.tenants.changeAccess, async ({ ctx, params, body }) => {
    const tenant = await findTenant(ctx.services.db, params.tenantId)
    authorize(ctx.actor, tenantPolicy.change, tenant)
    await changeAccess(ctx, tenant.id, body)
    return presentAccess(tenant.id, await getTenant(ctx, tenant.id))
  }),

  route(api.tenants.addDomain, async ({ ctx, params, body }) => {
    const tenant = await findTenant(ctx.services.db, params.tenantId)
    authorize(ctx.actor, tenantPolicy.change, tenant)
    await addDomain(ctx, tenant, body.domain)
    return presentDomain(await getDomain(ctx, tenant.id, body.domain))
  }),

  route(api.tenants.checkDomain, async ({ ctx, params }) => {
    const tenant = await findTenant(ctx.services.db, params.tenantId)
    authorize(ctx.actor, tenantPolicy.change, tenant)
    await checkDomain(ctx, tenant, domainOf(tenant, params.domain))
    return presentDomain(await getDomain(ctx, tenant.id, params.domain))
  }),

  route(api.tenants.vouchForDomain, async ({ ctx, params }) => {
    const tenant = await findTenant(ctx.services.db, params.tenantId)
    authorize(ctx.actor, tenantPolicy.change, tenant)
    await vouchForDomain(ctx, tenant, domainOf(tenant, params.domain))
    return presentDomain(await getDomain(ctx, tenant.id, params.domain))
  }),

  route(api.tenants.removeDomain, async ({ ctx, params }) => {
    const tenant = await findTenant(ctx.services.db, params.tenantId)
    authorize(ctx.actor, tenantPolicy.change, tenant)
    await removeDomain(ctx, tenant, domainOf(tenant, params.domain))
    return undefined
  }),

  route(api.teams.create, async ({ ctx, params, body }) => {
    const tenant = await findTenant(ctx.services.db, params.tenantId)
    authorize(ctx.actor, tenantPolicy.change, tenant)
    await createTeam(ctx, tenant.id, body)
    return showTeam(ctx, tenant.id, body.id)
  }),

  route(api.teams.update, async ({ ctx, params, body }) => {
    const team = await getTeam(ctx, params)
    await updateTeam(ctx, params.tenantId, team.id, body)
    return showTeam(ctx, params.tenantId, team.id)
  }),

  route(api.teams.remove, async ({ ctx, params }) => {
    const team = await getTeam(ctx, params)
    authorize(ctx.actor, teamPolicy.delete, { ...team, tenantId: params.tenantId })
    await deleteTeam(ctx, params.tenantId, team)
    return undefined
  }),
]

async function show(ctx: Ctx, tenantId: string) {
  const tenant = await getTenant(ctx, tenantId)
  return presentTenantRecord(ctx, tenant, await countUse(ctx.services, tenant.id))
}

async function getTenant(ctx: Ctx, tenantId: string): Promise<StoredTenant> {
  const tenant = await findTenant(ctx.services.db, tenantId)
  if (tenant === null) throw notFound()
  return tenant
}

function domainOf(tenant: StoredTenant, name: string) {
  const domain = tenant.domains.find((one) => one.domain === name)
  if (!domain) throw notFound()
  return domain
}

async function getDomain(ctx: Ctx, tenantId: string, name: string) {
  return domainOf(await getTenant(ctx, tenantId), name)
}

async function getTeam(ctx: Ctx, of: { tenantId: string; teamId: string }): Promise<StoredTeam> {
  const tenant = await findTenant(ctx.services.db, of.tenantId)
  authorize(ctx.actor, tenantPolicy.change, tenant)
  const team = tenant.teams.find((one) => one.id === of.teamId)
  if (!team) throw notFound()
  return team
}

async function showTeam(ctx: Ctx, tenantId: string, teamId: string) {
  return presentTeamRecord(ctx, tenantId, await getTeam(ctx, { tenantId, teamId }))
}
