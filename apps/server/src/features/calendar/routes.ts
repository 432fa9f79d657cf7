import { api } from '@learnt/contract'
import { longestCalendarDays } from '@learnt/contract/calendar'
import { authorize } from '../../platform/authorize.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { teamAddress } from '../../platform/tenant/team-address.ts'
import { findTeam } from '../teams/queries.ts'
import { createFeed, readFeed, revokeFeed } from './commands/feeds.ts'
import { addPersonalEntry, changePersonalEntry, removePersonalEntry } from './commands/personal-entries.ts'
import { personalEntryPolicy } from './policy.ts'
import { presentPersonalEntry } from './present.ts'
import { findOwnFeed } from './queries/find-feed.ts'
import { listEntries } from './queries/list-entries.ts'
import { findPersonalEntry } from './queries/personal-entries.ts'

export const calendarRoutes: Route[] = [
  route(api.calendar.list, async ({ ctx, query }) => {
    const [from, to] = [new Date(query.from), new Date(query.to)]
    if (to < from) throw invalid({ 'query.to': 'endsBeforeStarts' })
    if (to.getTime() - from.getTime() > longestCalendarDays * 86_400_000) throw invalid({ 'query.to': 'entryTooLong' })
    return listEntries(ctx, { from, to })
  }),

  route(api.calendar.addEntry, async ({ ctx, body }) => presentPersonalEntry(await addPersonalEntry(ctx, body))),

  route(api.calendar.changeEntry, async ({ ctx, params, body }) => {
    const entry = await ctx.read((tx) => findPersonalEntry(tx, params.entryId))
    authorize(ctx.actor, personalEntryPolicy.change, entry)
    return presentPersonalEntry(await changePersonalEntry(ctx, entry, body))
  }),

  route(api.calendar.removeEntry, async ({ ctx, params }) => {
    const entry = await ctx.read((tx) => findPersonalEntry(tx, params.entryId))
    authorize(ctx.actor, personalEntryPolicy.remove, entry)
    await removePersonalEntry(ctx, entry)
    return undefined
  }),

  route(api.calendar.feed, async ({ ctx }) => {
    const feed = await ctx.read((tx) => findOwnFeed(tx, ctx.actor.userId))
    return { feed: feed ? { createdAt: feed.createdAt, readAt: feed.readAt } : null }
  }),

  route(api.calendar.createFeed, async ({ ctx }) => {
    const token = await createFeed(ctx)
    const team = await ctx.read((tx) => findTeam(tx, ctx.actor.teamId))
    return { address: `${teamAddress(ctx.services.settings, team?.mainDomain ?? '')}/calendar/feed/${token}` }
  }),

  route(api.calendar.revokeFeed, async ({ ctx }) => {
    await revokeFeed(ctx)
    return undefined
  }),

  rawRoute(api.calendar.readFeed, async ({ services, request, reply }) => {
    const { token } = request.params as { token: string }
    const feed = token.length <= 300 ? await readFeed(services, token) : null
    if (!feed) throw notFound()
    reply.header('etag', feed.etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === feed.etag) return reply.status(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="learnt.ics"')
      .send(feed.body)
  }),
]
