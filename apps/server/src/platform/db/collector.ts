import type { Kysely } from 'kysely'
import type { Bound } from './binding.ts'
import { isConflict, isConnectionLost } from './errors.ts'
import { isStaleStatement, type Statement, type StatementResult } from './flush.ts'
import { type Collector, kyselyOver } from './kysely.ts'
import { closeIfLeftOpen, type Pool } from './pool.ts'
import type { DB } from './rows.ts'

/** How often something is done that a conflict kept from being done. */
export const ATTEMPTS = 4

export interface Pending {
  readonly statement: Statement
  resolve(result: StatementResult): void
  reject(error: unknown): void
}

export function settle(pending: readonly Pending[], results: readonly StatementResult[]): void {
  for (const [i, result] of results.entries()) pending[i]?.resolve(result)
}

/** Gathers what is issued in one tick. */
export abstract class Session implements Collector {
  protected readonly pool: Pool
  protected readonly bound: Bound
  /** Takes no more statements. */
  protected ended = false
  #pending: Pending[] = []

  constructor(pool: Pool, bound: Bound) {
    this.pool = pool
    this.bound = bound
  }

  add(statement: Statement): Promise<StatementResult> {
    if (this.ended) {
      return Promise.reject(new Error(`A query was issued after its ${this.bound.kind}() had ended; was it awaited?`))
    }
    return new Promise((resolve, reject) => {
      this.#pending.push({ statement, resolve, reject })
      // nextTick from a microtask comes when the microtasks have run dry: what they still issue comes along
      if (this.#pending.length === 1) queueMicrotask(() => process.nextTick(() => this.dispatch()))
    })
  }

  protected dispatch(): void {
    const batch = this.#pending
    if (batch.length === 0) return
    this.#pending = []
    this.send(batch).catch((error) => {
      for (const pending of batch) pending.reject(error)
    })
  }

  protected abstract send(batch: Pending[]): Promise<void>
}

/** Every flush is a transaction of its own, on whichever connection is free. */
export class Single extends Session {
  async run<T>(fn: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
    try {
      return await fn(kyselyOver(this))
    } finally {
      this.ended = true
    }
  }

  protected async send(batch: Pending[]): Promise<void> {
    const readOnly = this.bound.kind === 'read'
    let rest = batch
    let fresh = true
    while (rest.length > 0) {
      const client = await this.pool.connect()
      const statements = rest.map((pending) => pending.statement)
      const { flush, error } = await this.pool.send(client, this.bound, statements, [this.bound.bind])
      if (error === undefined) {
        if (closeIfLeftOpen(client)) throw new Error('A query began a transaction by hand; use write()')
        settle(rest, flush.results)
        return
      }
      this.pool.release(client, error)
      // Nothing was committed when a statement was stale; a read can be repeated even when the connection broke.
      if (fresh && (isStaleStatement(error) || (readOnly && isConnectionLost(error)))) {
        fresh = false
        continue
      }
      const failed = flush.position
      if (!readOnly || failed < 0 || failed >= rest.length || isConnectionLost(error)) {
        for (const pending of rest) pending.reject(error)
        return
      }
      // Reads that only happened to travel together do not share a neighbour's failure.
      const done = flush.results.length
      settle(rest, flush.results)
      rest[failed]?.reject(error)
      rest = rest.filter((_, i) => i >= done && i !== failed)
    }
  }
}

export async function sendBatch(pool: Pool, bound: Bound, statements: Statement[]): Promise<StatementResult[]> {
  if (statements.length === 0) return []
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    const { flush, error } = await pool.send(client, bound, statements, [bound.bind])
    if (error === undefined) {
      if (closeIfLeftOpen(client)) throw new Error('A statement of a batch began a transaction by hand')
      return flush.results
    }
    pool.release(client, error)
    if (attempt >= ATTEMPTS || !(isConflict(error) || isStaleStatement(error))) throw error
    await pause(attempt)
  }
}

export function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
}
