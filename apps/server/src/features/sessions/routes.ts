import { api } from '@learnt/contract'
import type { Presented } from '@learnt/contract/endpoint'
import type { Role } from '@learnt/contract/roles'
import type { Start, TeamChoice } from '@learnt/contract/session'
import { fullName } from '@learnt/contract/text'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx, Services } from '../../platform/context.ts'
import { type PublicCall, publicRoute, type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { findOnlyTenant } from '../../platform/session/fresh-proof.ts'
import { presentSession } from '../../platform/session/present-session.ts'
import { hashToken } from '../../platform/session/token.ts'
import { signInAddress } from '../../platform/tenant/team-address.ts'
import { productVersion } from '../../platform/version.ts'
import { endFeeds } from '../calendar/commands/feeds.ts'
import { owesFactor } from '../factors/queries.ts'
import { savePreferences } from '../members/commands/save-preferences.ts'
import { findReasonOfSuspension, findTeam, findTeamOfPage, type TeamView } from '../teams/queries.ts'
import { beginOwedStep } from './commands/begin-owed-step.ts'
import { endAllSessions, endSessions } from './commands/end-sessions.ts'
import {
  askStepNewPasskey,
  askStepPasskey,
  awaitsFactor,
  beginStepAuthenticator,
  cancelStep,
  describeStep,
  finishStep,
  setUpStep,
} from './commands/finish-step.ts'
import { createFirstAdministrator } from './commands/first-run.ts'
import { beginHandOver, grantCode, markBrowser, originOf, returnPathOf, takeCode } from './commands/hand-over.ts'
import { signOut } from './commands/leave.ts'
import { clearedCookie } from './commands/open-session.ts'
import { signIn } from './commands/sign-in.ts'
import { askSignInPasskey, signInByPasskey } from './commands/sign-in-by-passkey.ts'
import { switchTeam } from './commands/switch-team.ts'
import { mayEnterTeam } from './policy.ts'
import { presentMe, presentTeam, presentTeamChoice } from './present.ts'
import {
  findMe,
  isFirstRunOpen,
  listKnownAddresses,
  listOpenToSession,
  listOwnMemberships,
  listOwnSessions,
} from './queries.ts'

export const sessionRoutes: Route[] = [
  publicRoute(api.session.start, async (call) => {
    const { services, ctx, request, now, query } = call
    const { settings } = services
    const signedIn = ctx === null ? null : await findSignedIn(call)
    const team =
      signedIn?.team ??
      (await findTeamOfPage(services.db, settings, { host: request.hostname, team: query.team, tenant: query.tenant }))
    const start: Presented<typeof Start> = {
      team: presentTeam(
        team,
        team.tenantStatus === 'suspended' ? await findReasonOfSuspension(services.db, team.tenantId) : '',
      ),
      me: signedIn?.me ?? null,
      environment: settings.environment,
      hasDemo: settings.demo,
      version: productVersion,
      contentUrl: settings.contentUrl,
      demoAccounts: signedIn ? [] : await listDemoAccounts(call, team),
      ...(signedIn === null && awaitsFactor(call) ? { awaitsFactor: true } : {}),
      ...(signedIn !== null && request.session?.owesFactor ? { owesFactor: true } : {}),
      serverTime: now,
    }
    return start
  }),

  publicRoute(api.session.signIn, (call) => signIn(call, call.body)),

  publicRoute(api.factors.signInPasskey, (call) => askSignInPasskey(call)),
  publicRoute(api.factors.signIn, (call) => signInByPasskey(call, call.body)),

  publicRoute(api.factors.step, (call) => describeStep(call)),
  publicRoute(api.factors.stepPasskey, (call) => askStepPasskey(call)),
  publicRoute(api.factors.finishStep, (call) => finishStep(call, call.body)),
  publicRoute(api.factors.stepAuthenticator, (call) => beginStepAuthenticator(call)),
  publicRoute(api.factors.stepNewPasskey, (call) => askStepNewPasskey(call)),
  publicRoute(api.factors.setUpStep, (call) => setUpStep(call, call.body)),
  publicRoute(api.factors.beginOwedStep, async (call) => {
    if (call.ctx === null) throw new ProblemError('not-signed-in')
    await beginOwedStep(call, call.ctx)
    return undefined
  }),
  publicRoute(api.factors.cancelStep, async (call) => {
    await cancelStep(call)
    return undefined
  }),

  publicRoute(api.session.signOut, async (call) => {
    await signOut(call)
    return undefined
  }),

  // The check of the session has noted it already.
  route(api.session.active, async () => undefined),

  route(api.session.teams, async ({ ctx, request }) => ({ teams: await listChoices(ctx, request.hostname) })),

  route(api.session.switchTeam, async ({ ctx, body, request }) => {
    const memberships = await listOwnMemberships(ctx.services.db, ctx.actor.userId, ctx.actor.tenantId)
    const target = memberships.find((one) => `${one.userId}:${one.teamId}` === body.membershipId)
    if (!target) throw notFound()
    authorize(ctx.actor, mayEnterTeam, { authMethods: target.authMethods, provenBy: request.session?.provenBy ?? '' })
    if (await owesFactor(ctx.services.db, ctx.actor.sessionId ?? '', target.teamId))
      throw new ProblemError('not-allowed', { detail: 'reason.secondFactorOwed' })
    return switchTeam(ctx, target, request.session?.createdAt ?? ctx.now)
  }),

  route(api.session.teamsById, async ({ ctx, query, request }) => ({
    teams: await listChoices(ctx, request.hostname, query.teamId),
  })),

  route(api.session.handOver, async ({ ctx, body, request }) => {
    const { services } = ctx
    const memberships = await listOwnMemberships(services.db, ctx.actor.userId, ctx.actor.tenantId)
    const target = memberships.find((one) => `${one.userId}:${one.teamId}` === body.membershipId)
    if (!target) throw notFound()
    const returnPath = await returnPathOf(services, target, body.returnUrl)
    const address = await beginHandOver(ctx, target, { origin: await originOf(services, request.host), returnPath })
    const signIn = new URL(signInAddress(services.settings, { id: target.teamId, mainDomain: target.mainDomain }))
    signIn.searchParams.set('handover', 'signIn')
    return {
      // The same host, or another way of signing in: what is done there is for the person to do.
      address: address ?? signIn.href,
      needsSignIn: address === null,
    }
  }),

  rawRoute(api.session.handOverBegin, markBrowser),
  rawRoute(api.session.handOverGrant, grantCode),
  rawRoute(api.session.handOverTake, takeCode),

  route(api.session.list, async ({ ctx }) => {
    const sessions = await listOwnSessions(ctx.services.db, ctx.actor.userId, ctx.now, await findOnlyTenant(ctx))
    return { items: sessions.map((one) => presentSession(ctx.actor, one)) }
  }),

  route(api.session.revoke, async ({ ctx, params, reply }) => {
    const sessions = await listOwnSessions(ctx.services.db, ctx.actor.userId, ctx.now, await findOnlyTenant(ctx))
    const target = sessions.find((one) => one.id === params.sessionId)
    if (!target) throw notFound()
    await endSessions(ctx, [target])
    if (target.id === ctx.actor.sessionId) reply.header('set-cookie', clearedCookie(ctx))
    return undefined
  }),

  route(api.session.revokeOthers, async ({ ctx, query }) => {
    const { userId } = ctx.actor
    const only = await findOnlyTenant(ctx)
    if (query.calendarFeed) {
      const entered = only === null ? await listOwnMemberships(ctx.services.db, userId, ctx.actor.tenantId) : []
      await endFeeds(ctx, userId, [ctx.actor.tenantId, ...entered.map((one) => one.tenantId)])
    }
    return { ended: await endAllSessions(ctx, userId, only === null ? null : [only]) }
  }),

  route(api.session.preferences, ({ ctx, body }) => savePreferences(ctx, body)),

  publicRoute(api.session.firstRun, async ({ services, params }) => ({
    open: await isFirstRunOpen(services.db, hashToken(params.code)),
  })),

  publicRoute(api.session.createFirstAdministrator, (call) =>
    createFirstAdministrator(call, call.params.code, call.body),
  ),
]

/** The person's active memberships to choose from, of open teams only. */
async function listChoices(ctx: Ctx, host: string, only?: readonly string[]): Promise<TeamChoice[]> {
  const { actor, now, services } = ctx
  const memberships = (await listOwnMemberships(services.db, actor.userId, actor.tenantId))
    // What the person is elsewhere is not for whoever acts as them.
    .filter((one) => actor.impersonator === null || one.teamId === actor.teamId)
    .filter((one) => only === undefined || only.includes(one.teamId))
  const open = await listOpenToSession(
    services.db,
    actor.sessionId,
    memberships.map((one) => one.teamId),
    now,
  )
  return memberships.map((one) =>
    presentTeamChoice(actor, one, services.settings, { host, isOpen: open.includes(one.teamId) }),
  )
}

/** The team and the person of an open session, in one round trip; null when the membership's row is gone. */
async function findSignedIn({ ctx, request, now }: PublicCall) {
  if (ctx === null) return null
  const { impersonator } = ctx.actor
  const [team, row, behind] = await ctx.read((tx) =>
    Promise.all([
      findTeam(tx, ctx.actor.teamId),
      findMe(tx, ctx.actor.membershipId, impersonator),
      impersonator ? findMe(tx, impersonator.membershipId) : null,
    ]),
  )
  if (team === null || row === null) return null
  return {
    team,
    me: presentMe(ctx.actor, row, {
      sideNavigation: team.sideNavigation,
      sessionStartedAt: request.session?.createdAt ?? now,
      ...(impersonator && behind
        ? {
            impersonation: {
              name: fullName({ ...behind, firstName: behind.shownFirstName }),
              writes: impersonator.writes,
              mayWrite: team.config.impersonationMayWrite,
              endsAt: request.session?.actingUntil ?? now,
            },
          }
        : {}),
    }),
  }
}

const demoRoles: readonly Role[] = ['learner', 'manager', 'admin', 'superadmin']
const demoTenants: readonly string[] = ['learnt', 'munro', 'stellar']

/** The demo's known accounts, where only this machine can see them. */
async function listDemoAccounts({ services }: PublicCall, team: TeamView): Promise<Start['demoAccounts']> {
  if (!showsDemo(services.settings) || !demoTenants.includes(team.tenantId)) return []
  const accounts = demoRoles.map((role) => ({
    username: `${role}@${team.tenantId}.example`,
    role,
    password: 'Learnt-demo-1',
  }))
  const known = await listKnownAddresses(
    services.db,
    accounts.map((account) => account.username),
  )
  return accounts.filter((account) => known.includes(account.username))
}

function showsDemo(settings: Services['settings']): boolean {
  return settings.demo && settings.demoPasswords === 'known' && settings.publicIsLoopback
}
