import { api } from '@learnt/contract'
import { RateLimit } from '../../platform/http/limits.ts'
import { publicRoute, type Route, route } from '../../platform/http/route.ts'
import { findTeam, findTeamOfPage } from '../teams/queries.ts'
import { recordEvents } from './commands.ts'
import { countEvents } from './queries.ts'

// An event is small and cheap, and still nobody fills a tenant's table with them: a page reports every few seconds.
const perAddress = new RateLimit({ burst: 300, perMinute: 600 })
const perPerson = new RateLimit({ burst: 60, perMinute: 60 })

export const analyticsRoutes: Route[] = [
  publicRoute(api.analytics.record, async ({ services, ctx, request, body }) => {
    if (ctx) perPerson.take(ctx.actor.membershipId)
    else perAddress.take(request.ip)
    const team = ctx
      ? await ctx.read((tx) => findTeam(tx, ctx.actor.teamId))
      : await findTeamOfPage(services.db, services.settings, {
          host: request.hostname,
          team: body.team,
          tenant: body.tenant,
        })
    // What an administrator does as somebody else is not that person's doing.
    if (team === null || ctx?.actor.impersonator) return undefined
    await recordEvents(services, team, ctx?.actor ?? null, body.events)
    return undefined
  }),

  route(api.analytics.counts, async ({ ctx, query }) => ({
    items: await ctx.read((tx) => countEvents(tx, ctx.actor, { days: query.days, now: ctx.now })),
  })),
]
