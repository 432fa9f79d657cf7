import { api } from '@learnt/contract'
import { Id } from '@learnt/contract/values'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { requireFreshProof } from '../../platform/session/fresh-proof.ts'
import { memberPolicy } from '../members/policy.ts'
import { findMember, listMembershipsOf } from '../members/queries.ts'
import { askForExport } from './commands/ask-for-export.ts'
import { download } from './commands/download.ts'
import { askToBeErased, dismissEraseRequest, withdrawEraseRequest } from './commands/erase-requests.ts'
import { isToldOf, refuseDismissal } from './policy.ts'
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
    return { askedAt: askedAt }
  }),

  route(api.eraseRequests.withdraw, async ({ ctx }) => {
    await withdrawEraseRequest(ctx)
    return undefined
  }),

  route(api.eraseRequests.ofMember, async ({ ctx, params, query }) => {
    const { member, all, request } = await loadAsked(ctx, params.userId, query.teamId)
    authorize(ctx.actor, memberPolicy.read, member)
    return {
      request: presentEraseRequest(isToldOf(ctx.actor, request) ? request : undefined),
      can: { dismiss: refuseDismissal(ctx.actor, member, { all, request })?.reason ?? null },
    }
  }),

  route(api.eraseRequests.dismiss, async ({ ctx, params, query }) => {
    const { member, all, request } = await loadAsked(ctx, params.userId, query.teamId)
    authorize(ctx.actor, (actor, one) => refuseDismissal(actor, one, { all, request }), member)
    await dismissEraseRequest(ctx, member)
    return undefined
  }),
]

async function loadAsked(ctx: Ctx, userId: string, teamId: string | undefined) {
  const [member, all, request] = await ctx.read((tx) =>
    Promise.all([
      findMember(tx, ctx.actor, userId, teamId),
      listMembershipsOf(tx, userId),
      findEraseRequest(tx, userId),
    ]),
  )
  return { member, all, request }
}
