import type { HandlerInput, Presented } from '@learnt/contract/endpoint'
import type { factors, PasskeyRequest } from '@learnt/contract/factors'
import type { Me } from '@learnt/contract/session'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid } from '../../../platform/problem.ts'
import { type Attempt, blockedProblem, takeAttempt } from '../../../platform/session/lock-out.ts'
import { deviceCookieName, makeCookie, makeToken } from '../../../platform/session/token.ts'
import { askForPasskey, checkPasskey } from '../../factors/commands/passkeys.ts'
import { findTeamOfPage } from '../../teams/queries.ts'
import { enter } from './enter.ts'
import { deviceSeconds, readDevice } from './open-session.ts'

type Body = HandlerInput<typeof factors.signIn>['body']

/** A challenge for any passkey of this host name, bound to this browser. */
export function askSignInPasskey(call: PublicCall): Promise<PasskeyRequest> {
  const { settings } = call.services
  const device = readDevice(call) ?? makeToken()
  call.reply.header('set-cookie', makeCookie(settings, deviceCookieName(settings), device, deviceSeconds))
  return askForPasskey(call, { purpose: 'signIn', userId: null, browser: device }, [], 'required')
}

/** Signs in with a passkey alone: the device has seen to it that it is its owner (user verification). */
export async function signInByPasskey(call: PublicCall, body: Body): Promise<Presented<typeof Me>> {
  const { services, request, now } = call
  const { db, settings } = services
  const team = await findTeamOfPage(db, settings, { host: request.hostname, team: body.team, tenant: body.tenant })
  if (team.config.showPersonalTermsConditions && !body.personalTermsAndCondition)
    throw invalid({ 'body.personalTermsAndCondition': 'acceptTerms' })
  // Nothing can be guessed here; what is counted is the work.
  const attempt: Attempt = {
    what: 'passkey',
    userId: null,
    typed: body.passkey.id,
    tenantId: team.tenantId,
    address: request.ip,
    knownDevice: null,
  }
  const blockedUntil = await takeAttempt(db, attempt, now)
  if (blockedUntil !== null) throw blockedProblem(blockedUntil, now, 'body.passkey', 'signIn.blocked')
  const occasion = { purpose: 'signIn', userId: null, browser: readDevice(call) ?? '' } as const
  const passkey = await checkPasskey(call, occasion, body.passkey, { mustVerifyUser: true })
  if (passkey === null) throw invalid({ 'body.passkey': 'wrongPasskey' })
  return enter(call, team, {
    userId: passkey.userId,
    method: 'passkey',
    factor: 'passkey',
    ...(passkey.setInTenant === null ? {} : { onlyTenantId: passkey.setInTenant }),
    wantsToPersist: body.persistUserSession,
    attempt,
    complainAt: 'body.passkey',
  })
}
