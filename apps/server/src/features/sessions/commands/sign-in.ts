import type { HandlerInput } from '@learnt/contract/endpoint'
import type { Me, session } from '@learnt/contract/session'
import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { type Attempt, returnAttempt, takeAttempt } from '../../../platform/session/lock-out.ts'
import { hashPassword, needsRehash, verifyPassword } from '../../../platform/session/password.ts'
import { hashToken } from '../../../platform/session/token.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { findTeam, findTeamOfPage } from '../../teams/queries.ts'
import { acceptsMethod, chooseMembership } from '../policy.ts'
import { presentMe } from '../present.ts'
import { findAccount, findMe, isKnownDevice, listOwnMemberships, type MeRow } from '../queries.ts'
import { endSessions } from './end-sessions.ts'
import { NoActiveMembership, openSession, readDevice } from './open-session.ts'

type Body = HandlerInput<typeof session.signIn>['body']

/**
 * Signs in by password. Until the password is known to be right, an account that is not there costs the same questions
 * and the same computing as one that is; whether the answer may name the field that is wrong is the tenant's to say.
 */
export async function signIn(call: PublicCall, body: Body): Promise<Me> {
  const { services, request, now } = call
  const { db, settings } = services
  const team = await findTeamOfPage(db, settings, { host: request.hostname, team: body.team, tenant: body.tenant })
  if (team.config.showPersonalTermsConditions && !body.personalTermsAndCondition)
    throw invalid({ 'body.personalTermsAndCondition': 'acceptTerms' })

  const typed = body.username.trim()
  const account = await findAccount(db, typed, team.tenantId)
  const device = readDevice(call)
  const deviceHash = device === null ? null : hashToken(device)
  const isKnown = deviceHash !== null && (await isKnownDevice(db, account?.userId ?? null, deviceHash))
  const attempt: Attempt = {
    userId: account?.userId ?? null,
    typed,
    tenantId: team.tenantId,
    address: request.ip,
    knownDevice: isKnown ? deviceHash.toString('base64url') : null,
  }
  const blockedUntil = await takeAttempt(db, attempt, now)
  if (blockedUntil !== null) throw blocked(blockedUntil, now)

  const isRight = await verifyPassword(body.password, account?.passwordHash ?? null)
  if (account === null || !isRight) {
    services.log.info(
      { requestId: request.id, tenant: team.tenantId, userId: account?.userId ?? null, address: request.ip },
      'sign-in refused',
    )
    throw refused(account === null && team.config.explicitWording ? 'body.username' : 'body.password', 'wrong')
  }

  const memberships = await listOwnMemberships(db, account.userId)
  const open = memberships.filter((one) => acceptsMethod(one, 'password'))
  const chosen = chooseMembership(open, { teamId: team.id, tenantId: team.tenantId })
  if (chosen === null) {
    await db.control((tx) => returnAttempt(tx, attempt))
    throw refused(
      'body.username',
      memberships.length > 0 ? 'otherMethod' : team.tenantStatus === 'suspended' ? 'tenantSuspended' : 'disabled',
    )
  }

  const freshHash = needsRehash(account.passwordHash ?? '') ? await hashPassword(body.password) : null
  const membershipId = `${account.userId}:${chosen.teamId}`
  const persists = body.persistUserSession && readTenantConfig(chosen.tenantSettings).sessionConfig.persistUserSession
  const { ctx, result } = await openSession(
    call,
    {
      userId: account.userId,
      tenantId: chosen.tenantId,
      teamId: chosen.teamId,
      roles: chosen.roles,
      provenBy: 'password',
      persists,
    },
    async (_ctx, tx) => {
      const [me, view] = await Promise.all([
        greet(tx, membershipId),
        findTeam(tx, chosen.teamId),
        returnAttempt(tx, attempt),
        freshHash === null
          ? null
          : sql`select control.set_password(${account.userId}, ${freshHash}, ${now})`.execute(tx),
      ])
      if (me === null) throw new NoActiveMembership()
      return { me, sideNavigation: view?.sideNavigation ?? null }
    },
  ).catch((error: unknown) => {
    throw error instanceof NoActiveMembership ? refused('body.username', 'disabled') : error
  })
  // What this browser was before is over: its token must not open anything next to the new one.
  if (call.ctx?.actor.sessionId)
    await endSessions(call.ctx, [{ id: call.ctx.actor.sessionId, tenantId: call.ctx.actor.tenantId }])
  return presentMe(ctx.actor, result.me, { sideNavigation: result.sideNavigation, sessionStartedAt: now })
}

/** The first sign-in sets `hasLoggedIn`, once. */
async function greet(tx: WriteTx, membershipId: string): Promise<MeRow | null> {
  const [, me] = await Promise.all([
    tx
      .updateTable('memberships')
      .set({ hasLoggedIn: true })
      .where('id', '=', membershipId)
      .where('hasLoggedIn', '=', false)
      .execute(),
    findMe(tx, membershipId),
  ])
  return me
}

function refused(
  path: 'body.username' | 'body.password',
  reason: 'wrong' | 'disabled' | 'tenantSuspended' | 'otherMethod',
): ProblemError {
  return new ProblemError('invalid-input', { errors: [{ path, message: `signIn.${reason}`, code: reason }] })
}

function blocked(until: Date, now: Date): ProblemError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new ProblemError('too-many-requests', {
    errors: [{ path: 'body.username', message: 'signIn.blocked', code: 'blocked' }],
    headers: { 'retry-after': String(seconds) },
  })
}
