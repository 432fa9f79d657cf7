import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { findColleagues } from '../members/queries.ts'
import { decideRequest, decideRequests } from './commands/decide-requests.ts'
import { followPeople } from './commands/levels.ts'
import { makeRequest } from './commands/make-request.ts'
import { endStandIn, nameStandIn } from './commands/name-stand-in.ts'
import { withdraw } from './commands/withdraw.ts'
import { mayNameStandIn, readRequest, withdrawRequest } from './policy.ts'
import { presentRequest } from './present.ts'
import { findOwnRequest, listOwnRequests, presentOwnRequest } from './queries/list-own.ts'
import { countOpenRequests, findRequests, listRequests } from './queries/list-requests.ts'
import { isEverAsked, listStandIns, mayBeStandIn } from './queries/list-stand-ins.ts'

export const requestRoutes: Route[] = [
  route(api.requests.make, async ({ ctx, body }) => {
    const id = await ctx.write((tx) => makeRequest(ctx, tx, body))
    const request = await ctx.read((tx) => findOwnRequest(ctx, tx, id))
    if (!request) throw notFound()
    return presentOwnRequest(ctx, request)
  }),

  route(api.requests.withdraw, async ({ ctx, params }) => {
    const request = await ctx.read((tx) => findOwnRequest(ctx, tx, params.requestId))
    authorize(ctx.actor, withdrawRequest, request)
    await ctx.write((tx) => withdraw(ctx, tx, request))
    const after = await ctx.read((tx) => findOwnRequest(ctx, tx, request.id))
    return presentOwnRequest(ctx, after ?? request)
  }),

  route(api.requests.mine, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listOwnRequests(ctx, tx, query))
    return { items: page.rows.map((row) => presentOwnRequest(ctx, row)), next: page.next, total: page.total }
  }),

  route(api.requests.open, ({ ctx }) => ctx.read((tx) => countOpenRequests(ctx, tx))),

  route(api.requests.manager.list, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listRequests(ctx, tx, 'manager', query))
    return { ...page, items: page.rows.map((row) => presentRequest(ctx, row)) }
  }),

  route(api.requests.admin.list, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listRequests(ctx, tx, 'admin', query))
    return { ...page, items: page.rows.map((row) => presentRequest(ctx, row)) }
  }),

  route(api.requests.standIns.list, ({ ctx }) =>
    ctx.read(async (tx) => {
      const [found, isAsked] = await Promise.all([listStandIns(ctx, tx), isEverAsked(ctx, tx)])
      return { ...found, can: { name: mayNameStandIn(ctx.actor, { isAsked })?.reason ?? null } }
    }),
  ),

  route(api.requests.standIns.name, async ({ ctx, body }) => {
    const isAsked = await ctx.read((tx) => isEverAsked(ctx, tx))
    authorize(ctx.actor, mayNameStandIn, { isAsked })
    return ctx.write((tx) => nameStandIn(ctx, tx, body))
  }),

  route(api.requests.standIns.end, async ({ ctx, params }) => {
    await ctx.write((tx) => endStandIn(ctx, tx, params.standInId))
    return { ended: true as const }
  }),

  route(api.requests.standIns.people, ({ ctx, query }) =>
    ctx.read(async (tx) => {
      const isAsked = await isEverAsked(ctx, tx)
      authorize(ctx.actor, mayNameStandIn, { isAsked })
      return findColleagues(ctx, tx, { ...query, among: mayBeStandIn(ctx) })
    }),
  ),

  route(api.requests.decide, async ({ ctx, params, body }) => {
    const [request] = await ctx.read((tx) => findRequests(ctx, tx, [params.requestId]))
    authorize(ctx.actor, readRequest, request)
    requireReason(body)
    await ctx.write(async (tx) => {
      if (request.level !== null) await followPeople(ctx, tx, request.id)
      await decideRequest(ctx, tx, request.id, body)
    })
    const [after] = await ctx.read((tx) => findRequests(ctx, tx, [request.id]))
    return presentRequest(ctx, after ?? request)
  }),

  route(api.requests.decideMany, async ({ ctx, body }) => {
    requireReason(body)
    return { rows: await ctx.write((tx) => decideRequests(ctx, tx, body)) }
  }),
]

/** A person who is refused something must read why. */
function requireReason({ decision, reason }: { decision: 'approve' | 'decline'; reason: string }): void {
  if (decision === 'decline' && reason === '') throw invalid({ 'body.reason': 'required' })
}
