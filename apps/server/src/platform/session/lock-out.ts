import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { tidyAddress } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { ProblemError } from '../problem.ts'

/**
 * Attempts before a key is blocked. Behind one address sit whole companies, so it takes more; an account from everywhere
 * takes more than from one address, because strangers can use it up; a device that the account signed in from before is
 * counted by itself, so that they never keep the owner out there.
 */
export const attemptsAllowed = { account: 10, accountFromAddress: 5, address: 100, device: 10 } as const

/** A block begins with a minute and doubles at each further failure, up to a quarter of an hour. */
const firstBlock = '1 minute'
const longestBlock = '15 minutes'
/** Without an attempt for this long, counting starts afresh. */
const quiet = '30 minutes'

export interface Attempt {
  /** Null: there is no such account; counted all the same, so that a block does not tell. */
  readonly userId: string | null
  /** What was typed, and where. */
  readonly typed: string
  readonly tenantId: string
  readonly address: string
  /** Hash of the device's token, when the account knows the device. */
  readonly knownDevice: string | null
  /** What is guessed where it is no password, counted by itself: guesses at the one use nothing up of the other. */
  readonly what?: 'factor' | 'passkey'
}

/** Counts an attempt before its password is looked at. Answers until when it is blocked, else null. */
export async function takeAttempt(db: Database, attempt: Attempt, now: Date): Promise<Date | null> {
  const keys = keysOf(attempt)
  const { rows } = await db.control((tx) =>
    sql<{ blocked: Date | null }>`
      select control.take_attempt(${keys.map((key) => key.key)}::text[], ${keys.map((key) => key.allowed)}::integer[], ${now},
        ${quiet}::interval, ${firstBlock}::interval, ${longestBlock}::interval) as blocked`.execute(tx),
  )
  return rows[0]?.blocked ?? null
}

/**
 * takeAttempt() as an expression, where the account is only found in the same statement: `userId` and `knowsDevice` are
 * expressions too. The keys are those of keysOf().
 */
export function takingAttempt(
  of: {
    userId: RawBuilder<unknown>
    tenantId: RawBuilder<unknown>
    knowsDevice: RawBuilder<unknown>
    device: Buffer | null
    typed: string
    address: string
  },
  now: Date,
): RawBuilder<Date | null> {
  const nobody = sql`translate(encode(sha256(convert_to(${of.tenantId} || E'\\n' || ${nameTyped(of.typed)}, 'UTF8')), 'base64'), '+/=', '-_')`
  const account = sql`coalesce(${of.userId}::text, ${nobody})`
  const network = networkOf(of.address)
  const { account: perAccount, accountFromAddress, address, device } = attemptsAllowed
  const takeOne = (keys: RawBuilder<unknown>, allowed: readonly number[]) =>
    sql`control.take_attempt(${keys}, ${[...allowed]}::integer[], ${now}, ${quiet}::interval, ${firstBlock}::interval, ${longestBlock}::interval)`
  const ofDevice = sql`array['device:' || ${account} || ':' || ${of.device?.toString('base64url') ?? ''}::text]`
  const ofAll = sql`array['account:' || ${account}, 'both:' || ${account} || ${`:${network}`}::text, ${`address:${network}`}::text]`
  return sql`case when ${of.knowsDevice} then ${takeOne(ofDevice, [device])} else ${takeOne(ofAll, [perAccount, accountFromAddress, address])} end`
}

/** How often something may be asked for within `quiet` before it has to wait: for one account, and from one address. */
export const requestsAllowed = { account: 5, address: 100 } as const

/** Counts something that anybody may ask for in the name of an account. Answers until when it is blocked, else null. */
export async function takeRequest(
  db: Database,
  of: { what: string; tenantId: string; account: string; address: string },
  now: Date,
): Promise<Date | null> {
  const keys = [
    `${of.what}:account:${digest(`${of.tenantId}\n${tidyAddress(of.account)}`)}`,
    `${of.what}:address:${networkOf(of.address)}`,
  ]
  const { rows } = await db.control((tx) =>
    sql<{ blocked: Date | null }>`
      select control.take_attempt(${keys}::text[], ${[requestsAllowed.account, requestsAllowed.address]}::integer[], ${now},
        ${quiet}::interval, ${firstBlock}::interval, ${longestBlock}::interval) as blocked`.execute(tx),
  )
  return rows[0]?.blocked ?? null
}

/** It was the right password: the account's counts are forgotten, the address gets its attempt back. */
export async function returnAttempt(
  tx: Parameters<Parameters<Database['control']>[0]>[0],
  attempt: Attempt,
): Promise<void> {
  await sql`select ${returningAttempt(attempt)}`.execute(tx)
}

/** returnAttempt() as an expression. */
export function returningAttempt(attempt: Attempt): RawBuilder<unknown> {
  const keys = keysOf(attempt)
  const forgotten = keys.filter((key) => key.isOwn).map((key) => key.key)
  const returned = keys.filter((key) => !key.isOwn).map((key) => key.key)
  return sql`control.return_attempt(${forgotten}::text[], ${returned}::text[])`
}

function nameTyped(typed: string): string {
  return tidyAddress(typed)
}

function keysOf(attempt: Attempt): { key: string; allowed: number; isOwn: boolean }[] {
  const name = attempt.userId ?? digest(`${attempt.tenantId}\n${nameTyped(attempt.typed)}`)
  const account = attempt.what === undefined ? name : `${attempt.what}:${name}`
  if (attempt.knownDevice !== null)
    return [{ key: `device:${account}:${attempt.knownDevice}`, allowed: attemptsAllowed.device, isOwn: true }]
  const network = networkOf(attempt.address)
  return [
    { key: `account:${account}`, allowed: attemptsAllowed.account, isOwn: true },
    { key: `both:${account}:${network}`, allowed: attemptsAllowed.accountFromAddress, isOwn: true },
    { key: `address:${network}`, allowed: attemptsAllowed.address, isOwn: false },
  ]
}

/** 429 at the field, with when to come again. */
export function blockedProblem(until: Date, now: Date, path: string, message: string): ProblemError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new ProblemError('too-many-requests', {
    errors: [{ path, message, code: 'blocked' }],
    headers: { 'retry-after': String(seconds) },
  })
}

/** A client with one IPv6 address has a whole /64 of them. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const all =
    tail === undefined
      ? front
      : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return `${all
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
