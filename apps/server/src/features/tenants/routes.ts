import { api } from '@learnt/contract'
import { type Route, route } from '../../platform/http/route.ts'
import { createTenant } from './commands.ts'
import { presentTenant } from './present.ts'
import { listTenants } from './queries.ts'

export const tenantRoutes: Route[] = [
  route(api.tenants.list, async ({ ctx }) => ({ items: (await listTenants(ctx.services.db)).map(presentTenant) })),

  route(api.tenants.create, async ({ ctx, body }) => {
    await createTenant(ctx, body)
    const made = (await listTenants(ctx.services.db)).find((tenant) => tenant.id === body.id)
    if (!made) throw new Error(`Tenant ${body.id} was made and is not there`)
    return presentTenant(made)
  }),
]
