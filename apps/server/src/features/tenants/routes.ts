import { api } from '@learnt/contract'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { changeAccess, createTenant } from './commands.ts'
import { presentAccess, presentTenant } from './present.ts'
import { findTenantAccess, listTenants } from './queries.ts'

export const tenantRoutes: Route[] = [
  route(api.tenants.list, async ({ ctx }) => ({ items: (await listTenants(ctx.services.db)).map(presentTenant) })),

  route(api.tenants.create, async ({ ctx, body }) => {
    await createTenant(ctx, body)
    const made = (await listTenants(ctx.services.db)).find((tenant) => tenant.id === body.id)
    if (!made) throw new Error(`Tenant ${body.id} was made and is not there`)
    return presentTenant(made)
  }),

  route(api.tenants.access, async ({ ctx, params }) => {
    const stored = await findTenantAccess(ctx.services.db, params.tenantId)
    if (!stored) throw notFound()
    return presentAccess(params.tenantId, stored)
  }),

  route(api.tenants.changeAccess, async ({ ctx, params, body }) => {
    await changeAccess(ctx, params.tenantId, body)
    const stored = await findTenantAccess(ctx.services.db, params.tenantId)
    if (!stored) throw notFound()
    return presentAccess(params.tenantId, stored)
  }),
]
