import type { AuthMethod } from '@learnt/contract/session'
import type { Database, ReadTx } from '../../../platform/db/database.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { findOwnership, type ShownBy } from '../../../platform/session/fresh-proof.ts'
import { type Attempt, blockedProblem, takeAttempt } from '../../../platform/session/lock-out.ts'
import { hashToken } from '../../../platform/session/token.ts'
import type { TenantConfig } from '../../../platform/tenant/settings.ts'
import { stepOf } from '../../factors/policy.ts'
import { type FactorStanding, readStanding } from '../../factors/queries.ts'
import { isKnownDevice } from '../queries.ts'
import { readDevice } from './open-session.ts'

/** What somebody who has shown the first proof still owes, on this device. */
export async function findOwed(
  call: PublicCall,
  of: { userId: string; tenantId: string; method: AuthMethod; roles: readonly string[]; config: TenantConfig },
): Promise<ReturnType<typeof stepOf>> {
  const standingIn = await call.services.db.control((tx) => readOwnStanding(call, tx, of.userId))
  return stepOf(of.config, { ...of, standing: standingIn(of.tenantId) })
}

/**
 * What a first factor may open: `isOwn`, every tenant, if the person proved themselves with something of their own;
 * else this tenant only. An authenticator cannot be limited to a tenant, so without `isOwn` it needs a person who is in
 * no other (`isAlone`).
 */
export async function findSetUp(
  db: Database,
  of: { userId: string; tenantId: string; onlyTenantId: string | null; provedBy: ShownBy | null },
): Promise<{ isOwn: boolean; isAlone: boolean }> {
  const { isOwn, isAlone } = await findOwnership(db, of.userId, of.tenantId)
  return { isOwn: isOwn && (of.onlyTenantId === null || of.provedBy === 'own'), isAlone }
}

/** The person's second factors as this device stands to them, for any tenant. */
export function readOwnStanding(
  call: PublicCall,
  tx: ReadTx,
  userId: string,
): Promise<(tenantId: string) => FactorStanding> {
  const device = readDevice(call)
  return readStanding(tx, userId, device === null ? null : hashToken(device), call.now)
}

/** Counts an answer before it is looked at, as passwords are counted: blocked beyond so many, but for the owner's devices. */
export async function takeFactorAttempt(
  call: PublicCall,
  of: { userId: string; tenantId: string; complainAt: string },
): Promise<Attempt> {
  const { services, request, now } = call
  const device = readDevice(call)
  const deviceHash = device === null ? null : hashToken(device)
  const isKnown = deviceHash !== null && (await isKnownDevice(services.db, of.userId, deviceHash))
  const attempt: Attempt = {
    what: 'factor',
    userId: of.userId,
    typed: '',
    tenantId: of.tenantId,
    address: request.ip,
    knownDevice: isKnown ? deviceHash.toString('base64url') : null,
  }
  const blockedUntil = await takeAttempt(services.db, attempt, now)
  if (blockedUntil !== null) throw blockedProblem(blockedUntil, now, of.complainAt, 'factors.blocked')
  return attempt
}
