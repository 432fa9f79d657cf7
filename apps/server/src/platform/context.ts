import type { Locale } from '@learnt/contract/locales'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { CallOptions, Database, ReadTx, WriteTx } from './db/database.ts'
import type { Settings } from './env.ts'
import type { FileStore } from './files/store.ts'
import type { FanOut } from './live/fan-out.ts'
import type { Secrets } from './secrets.ts'
import type { Translate } from './translate.ts'

/** What every part of one process shares. Made once at start. */
export interface Services {
  readonly settings: Settings
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly secrets: Secrets
  readonly log: Logger
  /** Absent: the processes tell each other through the database. */
  readonly fanOut?: FanOut
  /** Whether this process was told to stop; absent: it never is. */
  readonly isStopping?: () => boolean
}

/** One request's, job's or launch's view of the world: who acts, in which tenant, and the only way to its data. */
export interface Ctx {
  readonly actor: Actor
  readonly services: Services
  /** One moment for the whole request. */
  readonly now: Date
  readonly requestId: string
  /** The caller's address, for the audit log; empty in jobs. */
  readonly address: string
  readonly log: Logger
  /** The caller's language: texts of problems, mails and files. */
  readonly locale: Locale
  readonly t: Translate
  /** Reads bound to the tenant; queries issued together share one round trip. */
  read<T>(fn: (tx: ReadTx) => Promise<T>, options?: CallOptions): Promise<T>
  /** One transaction bound to the tenant. The first one of a request carries its Idempotency-Key. */
  write<T>(fn: (tx: WriteTx) => Promise<T>, options?: CallOptions): Promise<T>
  /** The request's Idempotency-Key; null without one. For contexts of other tenants that the request changes. */
  readonly claims: Claims | null
}

/** Takes the request's Idempotency-Key once in each tenant that it changes, with the first change there. */
export class Claims {
  readonly #claim: BeforeFirstWrite
  readonly #taken = new Set<string>()
  /** The request was carried out before: its checks are made again, and nothing else. The first write ends it, undone. */
  readonly onlyChecks: boolean

  constructor(claim: BeforeFirstWrite, { onlyChecks = false }: { onlyChecks?: boolean } = {}) {
    this.#claim = claim
    this.onlyChecks = onlyChecks
  }

  /** What goes before the next write in that tenant; null behind the first. */
  next(tenantId: string): BeforeFirstWrite | null {
    if (this.onlyChecks || this.#taken.has(tenantId)) return null
    this.#taken.add(tenantId)
    return this.#claim
  }
}

/** Thrown by what runs before the first write of a request whose key was used before: nothing of it happens twice. */
export class AlreadyCarriedOut extends Error {}

/**
 * Runs inside the first write transaction of a request. Its statement travels with the request's first ones, so it has to
 * fail where they must not be: `AlreadyCarriedOut` is the transaction's error then, whatever became of them.
 */
export type BeforeFirstWrite = (tx: WriteTx) => Promise<void>

/** Runs inside every write transaction as its last statement; throws to undo it. */
export type BeforeCommit = (tx: WriteTx) => Promise<void>

export function createContext(of: {
  actor: Actor
  services: Services
  requestId: string
  address?: string
  locale: Locale
  t: Translate
  log?: Logger
  claims?: Claims | null
  beforeCommit?: BeforeCommit | undefined
}): Ctx {
  const { actor, services } = of
  const tenant = services.db.tenant(actor.tenantId)
  const claims = of.claims ?? null
  return {
    actor,
    services,
    now: services.clock.now(),
    requestId: of.requestId,
    address: of.address ?? '',
    log:
      of.log ?? services.log.child({ requestId: of.requestId, tenant: actor.tenantId, membership: actor.membershipId }),
    locale: of.locale,
    t: of.t,
    claims,
    read: (fn, options) => tenant.read(fn, options),
    write(fn, options) {
      const first = claims?.next(actor.tenantId)
      // NOTE: write() may run its function again after a conflict, so the key goes along each time.
      return tenant.write(async (tx) => {
        const claimed = first?.(tx)
        claimed?.catch(() => {})
        const result = await fn(tx).catch(async (error: unknown) => {
          await claimed // it went before the others: why it failed is why they did
          throw error
        })
        await claimed
        await of.beforeCommit?.(tx)
        if (claims?.onlyChecks) throw new AlreadyCarriedOut()
        return result
      }, options)
    },
  }
}
