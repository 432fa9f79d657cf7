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

/** Answers on their way to their keys, of one server. */
export class KeptAnswers {
  readonly #pending = new Map<string, Promise<void>>()

  /** Only a request for this very answer waits for it. */
  begin(ctx: Ctx, keyed: KeyedRequest, response: unknown): void {
    const name = nameOf(ctx, keyed)
    const kept = keep(ctx, keyed, response).finally(() => this.#pending.delete(name))
    this.#pending.set(name, kept)
  }

  async of(ctx: Ctx, keyed: KeyedRequest): Promise<void> {
    await this.#pending.get(nameOf(ctx, keyed))
  }

  /** Returns when all are kept. */
  async all(): Promise<void> {
    await Promise.all(this.#pending.values())
  }
}

/**
 * Carries a request out at most once for a key. Later calls get the first answer if the caller may still have it: the
 * handler runs again, with all its checks, to the end of its first transaction, which is undone.
 */
export async function once<T>(
  contextFor: (onlyChecks: boolean) => Ctx,
  keyed: KeyedRequest,
  run: (ctx: Ctx) => Promise<T>,
  kept: KeptAnswers,
): Promise<{ replay: boolean; response: T }> {
  const ctx = contextFor(false)
  const earlier = await findEarlier<T>(ctx, keyed, kept)
  if (earlier) {
    await run(contextFor(true)).catch((error: unknown) => {
      if (isRightLost(error, earlier.response)) throw error
    })
    return { replay: true, response: earlier.response }
  }
  let response: T
  try {
    response = await run(ctx)
  } catch (error) {
    if (!(error instanceof AlreadyCarriedOut)) throw error
    const winner = await findEarlier<T>(ctx, keyed, kept)
    if (winner) return { replay: true, response: winner.response }
    throw new ProblemError('conflict', { detail: 'problem.stillRunning' })
  }
  kept.begin(ctx, keyed, response)
  return { replay: false, response }
}

/**
 * Whether the checks of a request that was carried out before say that its answer is no longer the caller's. What they say
 * of the state of things (changed since, in that state already) is what it brought about. A row that is gone, or out of
 * reach, has no answer but an empty one.
 */
function isRightLost(error: unknown, response: unknown): boolean {
  if (!(error instanceof ProblemError)) return false
  if (error.code === 'not-found') return response !== null
  return error.code === 'not-allowed' || error.code === 'proof-required' || error.code === 'not-signed-in'
}

/**
 * Past the claim: this transaction must not ask for the key again. It does not wait for the disk. If the database fails
 * at that moment, a client without the answer who retries is told that the request was carried out.
 */
async function keep(ctx: Ctx, keyed: KeyedRequest, response: unknown): Promise<void> {
  await ctx.services.db
    .tenant(ctx.actor.tenantId)
    .batch((tx) => [
      sql`select set_config('synchronous_commit', 'off', true)`,
      tx
        .updateTable('idempotencyKeys')
        .set({ status: 200, response: json({ value: response ?? null }) })
        .where('userId', '=', ctx.actor.userId)
        .where('operation', '=', keyed.operation)
        .where('key', '=', keyed.key),
    ])
    .catch((err: unknown) => ctx.log.warn({ err, operation: keyed.operation }, 'an answer was not kept with its key'))
}

function nameOf({ actor }: Ctx, { operation, key }: KeyedRequest): string {
  return JSON.stringify([actor.tenantId, actor.userId, operation, key])
}

/** Another process may have given its answer, and be about to keep it, however long ago it took the key. */
const [LOOKS, LOOK_MS] = [20, 50]

async function findEarlier<T>(ctx: Ctx, keyed: KeyedRequest, kept: KeptAnswers): Promise<{ response: T } | null> {
  await kept.of(ctx, keyed)
  for (let looks = 1; ; looks++) {
    const row = await ctx.services.db
      .tenant(ctx.actor.tenantId)
      .read((tx) =>
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
    if (row.status !== null) return { response: (row.response as { value: T }).value }
    // The first request committed and was killed before its answer was kept: it must not happen again.
    if (looks >= LOOKS) throw new ProblemError('conflict', { detail: 'problem.alreadyDone' })
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
