import { api } from '@learnt/contract'
import type { ClientEvent } from '@learnt/contract/analytics'
import { RateLimit } from '../../platform/http/limits.ts'
import { publicRoute, type Route, route } from '../../platform/http/route.ts'
import { findTeam, findTeamOfPage } from '../teams/queries.ts'
import { recordEvents } from './commands.ts'
import { countEvents } from './queries.ts'

// An event is small and cheap, and still nobody fills a tenant's table with them: a page reports every few seconds.
const reportsOfPerson = new RateLimit({ burst: 60, perMinute: 60 })
const eventsOfPerson = new RateLimit({ burst: 600, perMinute: 600 })
// Guests say themselves in which tenant they are: counted for each address, and for all of them together.
const eventsOfAddress = new RateLimit({ burst: 60, perMinute: 60 })
const guestEventsOfTenant = new RateLimit({ burst: 6000, perMinute: 6000 })

export const analyticsRoutes: Route[] = [
  publicRoute(api.analytics.record, async ({ services, ctx, request, body }) => {
    if (ctx) reportsOfPerson.take(ctx.actor.membershipId)
    const events = ctx
      ? takeEach(eventsOfPerson, ctx.actor.membershipId, body.events)
      : takeEach(eventsOfAddress, request.ip, body.events)
    if (events.length === 0) return undefined
    const team = ctx
      ? await ctx.read((tx) => findTeam(tx, ctx.actor.teamId))
      : await findTeamOfPage(services.db, services.settings, {
          host: request.hostname,
          team: body.team,
          tenant: body.tenant,
        })
    // What an administrator does as somebody else is not that person's doing.
    if (team === null || ctx?.actor.impersonator) return undefined
    if (ctx) await recordEvents(services, team, ctx.actor, events)
    else await recordEvents(services, team, null, takeEach(guestEventsOfTenant, team.tenantId, events))
    return undefined
  }),

  route(api.analytics.counts, async ({ ctx, query }) => ({
    items: await ctx.read((tx) => countEvents(tx, ctx.actor, { days: query.days, now: ctx.now })),
  })),
]

/** The first events, as many as there are tokens for. The others are dropped: no page can do anything about it. */
function takeEach(limit: RateLimit, key: string, events: readonly ClientEvent[]): readonly ClientEvent[] {
  return events.slice(0, limit.takeUpTo(events.length, key))
}
