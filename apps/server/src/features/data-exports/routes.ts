import { api } from '@learnt/contract'
import { Id } from '@learnt/contract/values'
import { authorize } from '../../platform/authorize.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { requireFreshProof } from '../factors/commands/show-proof.ts'
import { memberPolicy } from '../members/policy.ts'
import { findMember } from '../members/queries.ts'
import { askForExport } from './commands/ask-for-export.ts'
import { download } from './commands/download.ts'
import { askToBeErased, dismissEraseRequest, withdrawEraseRequest } from './commands/erase-requests.ts'
import { presentEraseRequest, presentOwnData } from './present.ts'
import { findEraseRequest, findOwnData } from './queries/find-own-data.ts'

export const dataExportRoutes: Route[] = [
  route(api.dataExports.mine, async ({ ctx }) => {
    const rows = await ctx.read((tx) => findOwnData(tx, ctx.actor.userId))
    return presentOwnData(rows, ctx.now)
  }),

  route(api.dataExports.make, async ({ ctx }) => {
    await requireFreshProof(ctx)
    return askForExport(ctx)
  }),

  rawRoute(api.dataExports.download, async ({ ctx, request, reply }) => {
    const exportId = Id.safeParse((request.params as { exportId: string }).exportId).data
    if (ctx === null || exportId === undefined) throw notFound()
    return download(ctx, reply, exportId)
  }),

  route(api.eraseRequests.ask, async ({ ctx, body }) => {
    const { askedAt } = await askToBeErased(ctx, body.reason)
    return { askedAt: askedAt.toISOString() }
  }),

  route(api.eraseRequests.withdraw, async ({ ctx }) => {
    await withdrawEraseRequest(ctx)
    return undefined
  }),

  route(api.eraseRequests.ofMember, async ({ ctx, params, query }) => {
    const [member, request] = await ctx.read((tx) =>
      Promise.all([findMember(tx, ctx.actor, params.userId, query.teamId), findEraseRequest(tx, params.userId)]),
    )
    authorize(ctx.actor, memberPolicy.read, member)
    return {
      request: presentEraseRequest(request),
      can: { dismiss: memberPolicy.update(ctx.actor, member)?.reason ?? null },
    }
  }),

  route(api.eraseRequests.dismiss, async ({ ctx, params, query }) => {
    const member = await ctx.read((tx) => findMember(tx, ctx.actor, params.userId, query.teamId))
    authorize(ctx.actor, memberPolicy.update, member)
    await dismissEraseRequest(ctx, member)
    return undefined
  }),
]
