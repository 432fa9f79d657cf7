import { sql } from 'kysely'
import type { Services } from '../context.ts'

/** Whose rights may be others than a moment ago. `all`: nobody knows whose. */
export interface NamedRights {
  readonly all: boolean
  readonly userIds: readonly string[]
  readonly teamIds: readonly string[]
  readonly tenantIds: readonly string[]
}

/** How old knowledge of rights may be when something is told by it. */
const LASTS_MS = 1000
const EVERY_MS = 500
const RETRY_MS = 250
/** Of what is longer ago, what was noted may be thrown away already. */
const REMEMBERED_MS = 600_000

/**
 * Looks twice a second whose rights have changed, by one short statement for the whole process, so that sending asks
 * for nobody else. A failed look makes messages wait, and loses nothing.
 */
export class RightsWatch {
  readonly #services: Services
  readonly #name: (named: NamedRights) => void
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<void> | null = null
  #seen: string | null = null
  #seenAt = Number.NEGATIVE_INFINITY
  #closed = false
  /** Grows whenever somebody was named: who was asked for before that must be asked for again. */
  epoch = 0

  /** `name` gets those that were named, before anybody who waits for a look goes on. */
  constructor(services: Services, name: (named: NamedRights) => void) {
    this.#services = services
    this.#name = name
  }

  /** Looks regularly while somebody needs it. */
  watch(isNeeded: () => boolean): void {
    this.#timer = setInterval(() => {
      if (isNeeded()) void this.#look().catch(() => {})
    }, EVERY_MS)
    this.#timer.unref()
  }

  stop(): void {
    this.#closed = true
    if (this.#timer) clearInterval(this.#timer)
  }

  /** Whether everything that was committed up to a second ago is known, and up to `since` where that is given. */
  isFresh(since = Number.NEGATIVE_INFINITY): boolean {
    return performance.now() - this.#seenAt < LASTS_MS && this.#seenAt >= since
  }

  /** Returns when it is; tries again as long as the database does not answer. */
  async refresh(since = Number.NEGATIVE_INFINITY): Promise<void> {
    while (!this.isFresh(since) && !this.#closed) {
      await this.#look().catch(() => new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref()))
    }
  }

  /** Looks once, for callers who would rather be refused than wait. */
  lookOnce(): Promise<void> {
    return this.#look()
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookNow()
      .catch((err: unknown) => {
        // Logged once for all who wait.
        this.#services.log.warn({ err }, 'live rights')
        throw err
      })
      .finally(() => {
        this.#looking = null
      })
    return this.#looking
  }

  async #lookNow(): Promise<void> {
    const sentAt = performance.now()
    const { rows } = await this.#services.db.control((tx) =>
      sql<{ seen: string; userIds: string[]; teamIds: string[]; tenantIds: string[] }>`
        select seen, user_ids, team_ids, tenant_ids from control.rights_changed(${this.#seen})`.execute(tx),
    )
    const [row] = rows
    if (row === undefined) throw new Error('No answer about rights')
    const all = this.#seen !== null && sentAt - this.#seenAt > REMEMBERED_MS
    if (all || row.userIds.length + row.teamIds.length + row.tenantIds.length > 0) {
      this.epoch++
      this.#name({ all, ...row })
    }
    this.#seen = row.seen
    this.#seenAt = sentAt
  }
}
