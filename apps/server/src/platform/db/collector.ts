import { Kysely } from 'kysely'
import { type Bound, noTenant, type Timeouts } from './binding.ts'
import { asksControlPlane, markApart } from './clusters.ts'
import { isConflict, isConnectionLost } from './errors.ts'
import { isStaleStatement, type Statement, type StatementResult } from './flush.ts'
import { type Collector, kyselyOver, propsOver } from './kysely.ts'
import { closeIfLeftOpen, type Home } from './pool.ts'
import type { DB } from './rows.ts'

/** How often something is done that a conflict kept from being done. */
export const ATTEMPTS = 4

/** Each flush a transaction of its own, without a tenant: functions of schema control alone answer. */
export function control<T>(home: Home, timeouts: Timeouts, fn: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
  return new Single(home, { kind: 'control', tenantId: null, bind: noTenant(home.unnamed, timeouts) }).run(fn)
}

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
  protected readonly home: Home
  protected readonly bound: Bound
  protected ended = false
  #pending: Pending[] = []

  constructor(home: Home, bound: Bound) {
    this.home = home
    this.bound = bound
  }

  /** Takes no more statements. */
  end(): void {
    this.ended = true
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
      const client = await this.home.pool.connect()
      const statements = rest.map((pending) => pending.statement)
      const { flush, error } = await this.home.send(client, this.bound, statements, [this.bound.bind])
      if (error === undefined) {
        if (closeIfLeftOpen(client)) throw new Error('A query began a transaction by hand; use write()')
        settle(rest, flush.results)
        return
      }
      this.home.release(client, error)
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

/** Reads of a tenant that lies away from the control plane. */
export async function readAcross<T>(own: Single, first: Single, fn: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
  const props = propsOver({ add: (statement) => (asksControlPlane(statement.text) ? first : own).add(statement) })
  markApart(props.executor)
  try {
    return await fn(new Kysely<DB>(props))
  } finally {
    own.end()
    first.end()
  }
}

export async function sendBatch(home: Home, bound: Bound, statements: Statement[]): Promise<StatementResult[]> {
  if (statements.length === 0) return []
  for (let attempt = 1; ; attempt++) {
    const client = await home.pool.connect()
    const { flush, error } = await home.send(client, bound, statements, [bound.bind])
    if (error === undefined) {
      if (closeIfLeftOpen(client)) throw new Error('A statement of a batch began a transaction by hand')
      return flush.results
    }
    home.release(client, error)
    if (attempt >= ATTEMPTS || !(isConflict(error) || isStaleStatement(error))) throw error
    await pause(attempt)
  }
}

export function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
}
