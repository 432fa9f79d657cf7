import type { HandlerInput } from '@learnt/contract/endpoint'
import type { Me, session } from '@learnt/contract/session'
import { sql } from 'kysely'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { type Attempt, takeAttempt } from '../../../platform/session/lock-out.ts'
import { hashPassword, needsRehash, verifyPassword } from '../../../platform/session/password.ts'
import { hashToken } from '../../../platform/session/token.ts'
import { findTeamOfPage } from '../../teams/queries.ts'
import { findAccount, isKnownDevice } from '../queries.ts'
import { enter } from './enter.ts'
import { readDevice } from './open-session.ts'

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
    throw wrong(account === null && team.config.explicitWording ? 'body.username' : 'body.password')
  }

  const freshHash = needsRehash(account.passwordHash ?? '') ? await hashPassword(body.password) : null
  return enter(call, team, {
    userId: account.userId,
    method: 'password',
    wantsToPersist: body.persistUserSession,
    attempt,
    complainAt: 'body.username',
    also: async (tx) => {
      if (freshHash !== null)
        await sql`select control.set_password(${account.userId}, ${freshHash}, ${now})`.execute(tx)
    },
  })
}

function wrong(path: 'body.username' | 'body.password'): ProblemError {
  return new ProblemError('invalid-input', { errors: [{ path, message: 'signIn.wrong', code: 'wrong' }] })
}

function blocked(until: Date, now: Date): ProblemError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new ProblemError('too-many-requests', {
    errors: [{ path: 'body.username', message: 'signIn.blocked', code: 'blocked' }],
    headers: { 'retry-after': String(seconds) },
  })
}
