import { sql } from 'kysely'
import { AlreadyCarriedOut, type BeforeFirstWrite, type Ctx } from '../context.ts'
import { json } from '../db/database.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { ProblemError } from '../problem.ts'
import type { Secrets } from '../secrets.ts'

/** Longest key taken; a client makes one for each thing that it wants done, and sends the same one when it tries again. */
const MAX_KEY = 200

export interface KeyedRequest {
  readonly operation: string
  readonly key: string
  readonly requestHash: string
}

/** The request's key, checked; null without one. */
export function readKey(
  header: string | string[] | undefined,
  operation: string,
  required: boolean,
  request: unknown,
  secrets: Secrets,
): KeyedRequest | null {
  const key = Array.isArray(header) ? header[0] : header
  if (key === undefined || key === '') {
    if (required) throw new ProblemError('idempotency-key-required')
    return null
  }
  if (key.length > MAX_KEY)
    throw new ProblemError('invalid-input', {
      errors: [{ path: 'header.idempotency-key', message: 'validation.tooLong' }],
    })
  return {
    operation,
    key,
    // Keyed: requests hold passwords, and a plain hash of a short one can be guessed.
    requestHash: secrets.sign('idempotency', operation, JSON.stringify(request) ?? ''),
  }
}

/**
 * Takes the key in the same transaction as the first change: killed before the commit, neither is there. A key that is
 * taken is an error of the statement, so that nothing that travels behind it is carried out.
 */
export function claim(userId: string, keyed: KeyedRequest): BeforeFirstWrite {
  return async (tx) => {
    await tx
      .insertInto('idempotencyKeys')
      .values({ userId, operation: keyed.operation, key: keyed.key, requestHash: keyed.requestHash })
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'idempotency_keys_pkey') ? new AlreadyCarriedOut() : error
      })
  }
}

/** Runs the handler at most once for a key and gives the first answer again afterwards. */
export async function once<T>(
  ctx: Ctx,
  keyed: KeyedRequest,
  run: () => Promise<T>,
): Promise<{ replay: boolean; response: T }> {
  const { userId } = ctx.actor
  const mine = { userId, operation: keyed.operation, key: keyed.key }
  const earlier = await findEarlier<T>(ctx, keyed)
  if (earlier) return { replay: true, response: earlier.response }
  let response: T
  try {
    response = await run()
  } catch (error) {
    if (!(error instanceof AlreadyCarriedOut)) throw error
    const winner = await findEarlier<T>(ctx, keyed)
    if (winner) return { replay: true, response: winner.response }
    throw new ProblemError('conflict', { detail: 'problem.stillRunning' })
  }
  const { tenantId } = ctx.actor
  // Past the claim: this transaction must not ask for the key a second time. It does not wait for the disk: whoever never
  // had this answer, and asks again after the database fell in just that moment, hears that it is done already.
  // Where it cannot be kept (the tenant is being moved, the database went away) it was carried out all the same.
  await ctx.services.db
    .tenant(tenantId)
    .batch((tx) => [
      sql`select set_config('synchronous_commit', 'off', true)`,
      tx
        .updateTable('idempotencyKeys')
        .set({ status: 200, response: json({ value: response ?? null }) })
        .where('userId', '=', mine.userId)
        .where('operation', '=', mine.operation)
        .where('key', '=', mine.key),
    ])
    .catch((err: unknown) => ctx.log.warn({ err, operation: keyed.operation }, 'an answer was not kept with its key'))
  return { replay: false, response }
}

async function findEarlier<T>(ctx: Ctx, keyed: KeyedRequest): Promise<{ response: T } | null> {
  const row = await ctx.read((tx) =>
    tx
      .selectFrom('idempotencyKeys')
      .select(['requestHash', 'status', 'response'])
      .where('userId', '=', ctx.actor.userId)
      .where('operation', '=', keyed.operation)
      .where('key', '=', keyed.key)
      .executeTakeFirst(),
  )
  if (!row) return null
  if (row.requestHash !== keyed.requestHash) throw new ProblemError('idempotency-key-reused')
  // The first request committed and was killed before its answer was kept: it must not happen again.
  if (row.status === null) throw new ProblemError('conflict', { detail: 'problem.alreadyDone' })
  return { response: (row.response as { value: T }).value }
}
