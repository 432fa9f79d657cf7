import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { startJob } from '../../platform/jobs/job.ts'
import { notFound } from '../../platform/problem.ts'
import { presentSession } from '../../platform/session/present-session.ts'
import { endFeeds } from '../calendar/commands/feeds.ts'
import { countSelected } from '../members/commands/each-selected.ts'
import { memberPolicy, refusePerson } from '../members/policy.ts'
import { findMember, listMembershipsOf, type MemberRecord } from '../members/queries.ts'
import { endAllSessions, endSessions } from '../sessions/commands/end-sessions.ts'
import { invite, inviteAgain } from './commands.ts'
import { listSessionsHere } from './queries.ts'

export const userRoutes: Route[] = [
  route(api.users.invite, async ({ ctx, body }) => {
    const { member, mailed } = await invite(ctx, body)
    return { membershipId: member.id, userId: member.userId, mailed }
  }),

  route(api.users.inviteAgain, async ({ ctx, params, query }) => ({
    mailed: await inviteAgain(ctx, await getPerson(ctx, params.userId, query.teamId)),
  })),

  route(api.users.passwordLinks, async ({ ctx, body }) => {
    const total = await countSelected(ctx, body.selection)
    const subject = ctx.t('users.passwordLinksJob', { total })
    return ctx.write((tx) => startJob(ctx, tx, { kind: 'users.passwordLinks', subject, input: body, total }))
  }),

  route(api.users.sessions, async ({ ctx, params }) => {
    const { userId } = await getWhole(ctx, params.userId)
    const sessions = await listSessionsHere(ctx, userId)
    return { items: sessions.map((one) => presentSession(ctx.actor, one)) }
  }),

  route(api.users.endSession, async ({ ctx, params }) => {
    const { userId } = await getWhole(ctx, params.userId)
    const target = (await listSessionsHere(ctx, userId)).find((one) => one.id === params.sessionId)
    if (!target) throw notFound()
    await endSessions(ctx, [target], userId)
    return undefined
  }),

  route(api.users.endSessions, async ({ ctx, params, query }) => {
    const { userId } = await getWhole(ctx, params.userId)
    if (query.calendarFeed) await endFeeds(ctx, userId, [ctx.actor.tenantId])
    return { ended: await endAllSessions(ctx, userId, [ctx.actor.tenantId]) }
  }),
]

/** A person of the tenant, if the caller may change them. */
async function getPerson(ctx: Ctx, userId: string, teamId?: string): Promise<MemberRecord> {
  const member = await ctx.read((tx) => findMember(tx, ctx.actor, userId, teamId))
  authorize(ctx.actor, memberPolicy.update, member)
  return member
}

/** The same where it is about the person in every team, as sessions are: they pass from one team to the other. */
async function getWhole(ctx: Ctx, userId: string): Promise<MemberRecord> {
  const member = await getPerson(ctx, userId)
  const all = await ctx.read((tx) => listMembershipsOf(tx, userId))
  authorize(ctx.actor, (actor) => refusePerson(actor, all), member)
  return member
}
