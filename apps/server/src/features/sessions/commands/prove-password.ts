import { createHash } from 'node:crypto'
import { isEmail } from '@learnt/contract/measures'
import { tidyText } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { type Attempt, takeAttempt } from '../../../platform/session/lock-out.ts'
import { hashPassword, needsRehash, verifyPassword } from '../../../platform/session/password.ts'
import { hashToken } from '../../../platform/session/token.ts'
import type { TeamHints } from '../../teams/queries.ts'
import { belongsToTenant, findAccountByHeading, findKnock, isKnownDevice, type Knock } from '../queries.ts'
import { readDevice } from './open-session.ts'

export interface ProvenPassword {
  readonly userId: string
  /** To be given back when the person gets in. */
  readonly attempt: Attempt
  /** Which password it was: a command that opens a session by it checks that it is still the same. */
  readonly password: PasswordSign
  /** What is kept in the transaction in which they do. */
  readonly also: (tx: WriteTx) => Promise<void>
}

/**
 * Whose page it is and who knocks there; what provePassword() begins with. An attempt with an address is counted here, in
 * the same statement; `counts` as in findKnock().
 */
export function readKnock(
  call: PublicCall,
  hints: Omit<TeamHints, 'host'>,
  of: { username: string; counts: boolean | 'whenAccepted' },
): Promise<Knock> {
  const { services, request, now } = call
  const typed = tidyText(of.username)
  return findKnock(
    services,
    { ...hints, host: request.hostname },
    { typed, device: hashOfDevice(call), address: request.ip, counts: isEmail(typed) && of.counts },
    now,
  )
}

/**
 * Finds the account of a name and password. Until the password is right, an unknown account costs the same queries and
 * computing as a known one; the tenant decides whether the answer names the wrong field. A name that is no address is
 * looked up by the tenant's unique attribute too.
 */
export async function provePassword(
  call: PublicCall,
  { team, ...knock }: Knock,
  of: { username: string; password: string },
): Promise<ProvenPassword> {
  const { services, request, now } = call
  const { db } = services
  const typed = tidyText(of.username)
  const looked = isEmail(typed) ? null : await findAccountByHeading(db, typed, team.tenantId)
  const account = knock.account ?? looked?.account ?? null
  const device = hashOfDevice(call)
  const isKnown =
    device !== null && (looked === null ? knock.knowsDevice : await isKnownDevice(db, account?.userId ?? null, device))
  const attempt: Attempt = {
    userId: account?.userId ?? null,
    typed,
    tenantId: team.tenantId,
    address: request.ip,
    knownDevice: isKnown ? device.toString('base64url') : null,
  }
  const blockedUntil = looked === null ? knock.blockedUntil : await takeAttempt(db, attempt, now)
  if (blockedUntil !== null) throw blocked(blockedUntil, now)

  const isRight = await verifyPassword(of.password, account?.passwordHash ?? null)
  if (account === null || !isRight) {
    services.log.info(
      { requestId: request.id, tenant: team.tenantId, userId: account?.userId ?? null, address: request.ip },
      'sign-in refused',
    )
    // What the tenant wants said is of its own people: others' are nobody here.
    const isOurs = await belongsToTenant(db, account?.userId ?? null, team.tenantId)
    if (isOurs || !team.config.explicitWording) throw wrong('body.password', 'wrong')
    throw wrong('body.username', looked !== null && !looked.hasHeading ? 'noUniqueHeading' : 'wrong')
  }

  const { userId } = account
  const checked = account.passwordHash ?? ''
  const freshHash = needsRehash(checked) ? await hashPassword(of.password) : null
  return {
    userId,
    attempt,
    password: signOf(freshHash ?? checked),
    also: async (tx) => {
      if (freshHash !== null)
        await sql`select control.refresh_password(${userId}, ${signOf(checked)}, ${freshHash})`.execute(tx)
    },
  }
}

/** SHA-256 of a stored hash: says which it was, and nothing of the password. */
export type PasswordSign = Buffer

export function signOf(storedHash: string): PasswordSign {
  return createHash('sha256').update(storedHash).digest()
}

function hashOfDevice(call: PublicCall): Buffer | null {
  const device = readDevice(call)
  return device === null ? null : hashToken(device)
}

function wrong(path: 'body.username' | 'body.password', code: 'wrong' | 'noUniqueHeading'): ProblemError {
  return new ProblemError('invalid-input', { errors: [{ path, message: `signIn.${code}`, code }] })
}

function blocked(until: Date, now: Date): ProblemError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new ProblemError('too-many-requests', {
    errors: [{ path: 'body.username', message: 'signIn.blocked', code: 'blocked' }],
    headers: { 'retry-after': String(seconds) },
  })
}
