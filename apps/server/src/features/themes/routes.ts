import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { saveTheme } from './commands.ts'
import { themePolicy } from './policy.ts'
import { presentTheme } from './present.ts'
import { listLooks } from './queries.ts'

export const themeRoutes: Route[] = [
  route(api.themes.get, async ({ ctx, params }) => {
    const all = await ctx.read(listLooks)
    const look = all.find((team) => team.id === params.teamId)
    authorize(ctx.actor, themePolicy.change, look)
    return presentTheme(ctx.actor, look, all)
  }),

  route(api.themes.save, async ({ ctx, params, body }) => {
    const all = await ctx.read(listLooks)
    const look = all.find((team) => team.id === params.teamId)
    authorize(ctx.actor, themePolicy.change, look)
    return presentTheme(ctx.actor, await saveTheme(ctx, look, body), all)
  }),
]
