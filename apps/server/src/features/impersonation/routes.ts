import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem.ts'
import { memberPolicy, refusePerson } from '../members/policy.ts'
import { findMember, listMembershipsOf } from '../members/queries.ts'
import { allowWriting } from './commands/allow-writing.ts'
import { endImpersonation } from './commands/end.ts'
import { startImpersonation } from './commands/start.ts'
import { presentImpersonation } from './present.ts'
import { listImpersonations } from './queries.ts'

export const impersonationRoutes: Route[] = [
  route(api.impersonation.start, async ({ ctx, body }) => {
    const [member, all] = await ctx.read((tx) =>
      Promise.all([findMember(tx, ctx.actor, body.userId, body.teamId), listMembershipsOf(tx, body.userId)]),
    )
    authorize(ctx.actor, (actor, one) => memberPolicy.actAs(actor, one) ?? refusePerson(actor, all), member)
    await startImpersonation(ctx, member, body.reason)
    return { teamId: member.teamId, tenantId: member.tenantId }
  }),

  route(api.impersonation.allowWriting, async ({ ctx }) => {
    if (!ctx.actor.impersonator) throw new ProblemError('wrong-state', { detail: 'reason.notActing' })
    await allowWriting(ctx, ctx.actor.impersonator)
    return undefined
  }),

  route(api.impersonation.end, async ({ ctx }) => {
    const { impersonator, tenantId } = ctx.actor
    if (!impersonator) throw new ProblemError('wrong-state', { detail: 'reason.notActing' })
    await endImpersonation(ctx, impersonator)
    return { teamId: impersonator.teamId, tenantId }
  }),

  route(api.impersonation.history, async ({ ctx }) => {
    const rows = await ctx.read((tx) => listImpersonations(tx, { userId: ctx.actor.userId, now: ctx.now }))
    return { items: rows.map(presentImpersonation) }
  }),
]
