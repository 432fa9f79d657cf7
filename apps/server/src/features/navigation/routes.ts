import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { listLooks } from '../themes/queries.ts'
import { resetNavigation, saveNavigation, setAvailable } from './commands.ts'
import { navigationPolicy } from './policy.ts'
import { presentTeamNavigation, presentTenantNavigation } from './present.ts'

export const navigationRoutes: Route[] = [
  route(api.navigation.get, async ({ ctx, params }) => {
    const { all, look } = await findLook(ctx, params.teamId)
    authorize(ctx.actor, navigationPolicy.change, look)
    return presentTeamNavigation(look, all)
  }),

  route(api.navigation.save, async ({ ctx, params, body }) => {
    const { all, look } = await findLook(ctx, params.teamId)
    authorize(ctx.actor, navigationPolicy.change, look)
    return presentTeamNavigation(await saveNavigation(ctx, look, body), all)
  }),

  route(api.navigation.reset, async ({ ctx, params, body }) => {
    const { all, look } = await findLook(ctx, params.teamId)
    authorize(ctx.actor, navigationPolicy.change, look)
    return presentTeamNavigation(await resetNavigation(ctx, look, body.revision), all)
  }),

  // The contract lets superadministrators alone in, who may open every tenant.
  route(api.navigation.available, async ({ ctx, params }) => readTenant(ctx, params.tenantId)),

  route(api.navigation.setAvailable, async ({ ctx, params, body }) => {
    await readTenant(ctx, params.tenantId)
    await setAvailable(ctx, params.tenantId, body)
    return readTenant(ctx, params.tenantId)
  }),
]

async function findLook(ctx: Ctx, teamId: string) {
  const all = await ctx.read(listLooks)
  return { all, look: all.find((team) => team.id === teamId) }
}

async function readTenant(ctx: Ctx, tenantId: string) {
  const looks = await ctx.services.db.tenant(mintTenantId(tenantId)).read(listLooks)
  if (looks.length === 0) throw notFound()
  return presentTenantNavigation(tenantId, looks)
}
