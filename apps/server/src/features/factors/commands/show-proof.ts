import type { HandlerInput } from '@learnt/contract/endpoint'
import type { factors } from '@learnt/contract/factors'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { findOnlyTenant, findOwnership, freshMs, type ShownBy } from '../../../platform/session/fresh-proof.ts'
import { type Attempt, blockedProblem, returnAttempt, takeAttempt } from '../../../platform/session/lock-out.ts'
import { verifyPassword } from '../../../platform/session/password.ts'
import { findCredentials } from '../queries.ts'
import { checkPasskey, type Here } from './passkeys.ts'

/** The password or a passkey of the person, shown in an open session. */
export async function showProof(ctx: Ctx, here: Here, body: HandlerInput<typeof factors.prove>['body']): Promise<Date> {
  const { actor, services, now } = ctx
  const { userId } = actor
  const sessionId = actor.sessionId ?? ''
  // Counted for this session alone, with changing the password: strangers do not keep its owner from it.
  const attempt: Attempt = {
    userId,
    typed: '',
    tenantId: actor.tenantId,
    address: ctx.address,
    knownDevice: `session:${sessionId}`,
  }
  const blockedUntil = await takeAttempt(services.db, attempt, now)
  const path = 'password' in body ? 'body.password' : 'body.passkey'
  if (blockedUntil !== null) throw blockedProblem(blockedUntil, now, path, 'factors.blocked')
  let shown: ShownBy = 'own'
  if ('password' in body) {
    const { passwordHash } = await findCredentials(services.db, userId)
    if (!(await verifyPassword(body.password, passwordHash))) throw invalid({ 'body.password': 'wrongPassword' })
  } else {
    const occasion = { purpose: 'prove', userId, browser: sessionId } as const
    const passkey = await checkPasskey(here, occasion, body.passkey, { mustVerifyUser: true })
    if (passkey === null || (passkey.setInTenant ?? actor.tenantId) !== actor.tenantId)
      throw invalid({ 'body.passkey': 'wrongPasskey' })
    if (passkey.setInTenant !== null) shown = 'bound'
  }
  // Does not say whose account it is if the person has other tenants, and takes nothing from earlier proofs.
  if (shown === 'bound' && !(await findOwnership(services.db, userId, actor.tenantId)).isAlone) throw notOwn(path)
  await services.db.control(async (tx) => {
    await Promise.all([
      returnAttempt(tx, attempt),
      sql`select control.note_proof(${sessionId}, ${userId}, ${now}, ${shown})`.execute(tx),
    ])
  })
  // Right, and yet it does not say whose account it is.
  if ((await findOnlyTenant(ctx)) !== null) throw notOwn(path)
  return new Date(now.getTime() + freshMs)
}

function notOwn(path: string): ProblemError {
  const errors = [{ path, message: 'factors.notOwn', code: 'notOwn' }]
  return new ProblemError('wrong-state', { detail: 'factors.notOwn', errors })
}
