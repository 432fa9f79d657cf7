import type { FactorKind } from '@learnt/contract/factors'
import type { LegacyEntry } from '@learnt/contract/tokens'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { returnAttempt } from '../../../platform/session/lock-out.ts'
import { readTenantConfig, type TenantConfig } from '../../../platform/tenant/settings.ts'
import { checkAnswer } from '../../factors/commands/check-answer.ts'
import { stepOf } from '../../factors/policy.ts'
import { findStanding } from '../../factors/queries.ts'
import { noteSignIn } from '../../sessions/commands/greet.ts'
import { NoActiveMembership, openSession } from '../../sessions/commands/open-session.ts'
import { takeFactorAttempt } from '../../sessions/commands/owed-factor.ts'
import { provePassword, readKnock } from '../../sessions/commands/prove-password.ts'
import { acceptsMethod, chooseMembership } from '../../sessions/policy.ts'
import { listOwnMemberships } from '../../sessions/queries.ts'
import { presentLegacyUser } from '../present.ts'
import { findLegacyUserIn } from '../queries.ts'

/** Signs a program in: the same check as of a person in a browser, answered with a token instead of a cookie. */
export async function enterByPassword(
  call: PublicCall,
  of: { email: string; password: string; code: string; team: string; tenant: string },
): Promise<LegacyEntry> {
  const { db } = call.services
  const missing = {
    ...(of.email.trim() === '' ? { 'body.email': 'required' } : {}),
    ...(of.password === '' ? { 'body.password': 'required' } : {}),
  }
  if (Object.keys(missing).length > 0) throw invalid(missing)
  const knock = await readKnock(
    call,
    { team: of.team || undefined, tenant: of.tenant || undefined },
    { username: of.email, counts: true },
  )
  const { team } = knock
  const proof = await provePassword(call, knock, { username: of.email, password: of.password })
  const memberships = await listOwnMemberships(db, proof.userId)
  const chosen = chooseMembership(
    memberships.filter((one) => acceptsMethod(one, 'password')),
    { teamId: team.id, tenantId: team.tenantId },
  )
  if (chosen === null) {
    await db.control((tx) => returnAttempt(tx, proof.attempt))
    throw refused(memberships.length > 0 ? 'otherMethod' : 'disabled')
  }
  const shown = await showFactor(call, {
    userId: proof.userId,
    tenantId: chosen.tenantId,
    roles: chosen.roles,
    config: readTenantConfig(chosen.tenantSettings),
    code: of.code.trim(),
  })
  const { ctx, result, token } = await openSession(
    call,
    {
      userId: proof.userId,
      tenantId: chosen.tenantId,
      teamId: chosen.teamId,
      roles: chosen.roles,
      provenBy: 'password',
      persists: false,
      factor: shown,
      isForProgram: true,
      attempt: proof.attempt,
      password: proof.password,
    },
    async (inside, tx) => {
      const [, , user] = await Promise.all([
        proof.also(tx),
        noteSignIn(inside, tx, inside.actor.membershipId),
        findLegacyUserIn(tx, inside.actor.membershipId),
      ])
      if (user === null) throw new NoActiveMembership()
      return user
    },
  ).catch((error: unknown) => {
    throw error instanceof NoActiveMembership ? refused('disabled') : error
  })
  return { user: presentLegacyUser(ctx.actor, result), access_token: token }
}

/**
 * The second factor, by a code of the authenticator app or a recovery code: a program has no passkey. Null where none is
 * owed. Wrong codes are counted as on the page.
 */
async function showFactor(
  call: PublicCall,
  of: { userId: string; tenantId: string; roles: readonly string[]; config: TenantConfig; code: string },
): Promise<FactorKind | null> {
  const { request, services, now } = call
  const standing = await findStanding(services.db, of, now)
  const step = stepOf(of.config, { method: 'password', roles: of.roles, standing })
  if (step === 'none') return null
  if (step === 'setUp') throw owed('setUpFactor')
  if (of.code === '') throw owed(standing.hasAuthenticator || standing.codesLeft > 0 ? 'codeMissing' : 'onlyPasskey')
  const answer = /^\d{6}$/.test(of.code) ? { code: of.code } : { recoveryCode: of.code }
  const attempt = await takeFactorAttempt(call, { userId: of.userId, tenantId: of.tenantId, complainAt: 'body.code' })
  const shown = await checkAnswer(
    { services, request, now },
    { userId: of.userId, tenantId: of.tenantId, browser: '' },
    answer,
  )
  if (shown === null) throw owed('codeWrong')
  await services.db.control((tx) => returnAttempt(tx, attempt))
  return shown.factor
}

function owed(code: 'setUpFactor' | 'codeMissing' | 'onlyPasskey' | 'codeWrong'): ProblemError {
  return new ProblemError('invalid-input', { errors: [{ path: 'body.code', message: `tokens.${code}`, code }] })
}

function refused(reason: 'disabled' | 'otherMethod'): ProblemError {
  return new ProblemError('invalid-input', {
    errors: [{ path: 'body.email', message: `signIn.${reason}`, code: reason }],
  })
}
