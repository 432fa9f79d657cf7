import { Transaction } from 'kysely'
import type pg from 'pg'
import type { Bound } from './binding.ts'
import { ATTEMPTS, type Pending, pause, Session, settle } from './collector.ts'
import { CommitOutcomeUnknown, isConflict, isConnectionLost, isDatabaseError } from './errors.ts'
import { isStaleStatement, type Statement } from './flush.ts'
import { propsOver } from './kysely.ts'
import { closeIfLeftOpen, type Pool } from './pool.ts'
import type { DB } from './rows.ts'

/**
 * Statements inside may fail without losing what the transaction did before: they are undone, and the error is thrown.
 * A conflict with another transaction still undoes the whole.
 */
export async function savepoint<T>(tx: Transaction<DB>, fn: () => Promise<T>): Promise<T> {
  const transaction = transactions.get(tx.getExecutor())
  if (transaction === undefined) throw new Error('savepoint() needs the transaction that write() gave')
  return transaction.savepoint(fn)
}

const transactions = new WeakMap<object, InTransaction>()

const BEGIN: Statement = { text: 'begin' }
const COMMIT: Statement = { text: 'commit' }
const ROLLBACK: Statement = { text: 'rollback' }

export async function transact<T>(pool: Pool, bound: Bound, fn: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const transaction = new InTransaction(pool, bound)
    try {
      return await transaction.run(fn)
    } catch (error) {
      if (attempt >= ATTEMPTS || !transaction.worthRepeating(error)) throw error
      await pause(attempt)
    }
  }
}

/** One connection from the first statement on; BEGIN and the binding travel with it. */
class InTransaction extends Session {
  #client: pg.PoolClient | undefined
  #begun = false
  #lost: unknown
  /** Why PostgreSQL regards the transaction as failed. */
  #failure: unknown
  #tail: Promise<void> = Promise.resolve()
  #savepoints = 0

  async run<T>(fn: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    const props = propsOver(this)
    transactions.set(props.executor, this)
    let result: T
    try {
      result = await fn(new Transaction<DB>(props))
      await this.#close()
    } catch (error) {
      this.ended = true
      await this.#close()
      await this.#rollback()
      throw error
    }
    await this.#commit()
    return result
  }

  /** True when nothing was committed and the reason may be gone the next time. */
  worthRepeating(error: unknown): boolean {
    if (error instanceof CommitOutcomeUnknown) return false
    const reason = this.#failure ?? error
    return isConflict(reason) || isStaleStatement(reason)
  }

  async savepoint<T>(fn: () => Promise<T>): Promise<T> {
    const name = `learnt_${++this.#savepoints}`
    // Not awaited: they travel with the first statement inside and the first one after. Should one fail, the transaction
    // has failed, which the next statement and COMMIT say.
    this.add({ text: `savepoint ${name}` }).catch(() => {})
    try {
      const result = await fn()
      this.add({ text: `release savepoint ${name}` }).catch(() => {})
      return result
    } catch (error) {
      if (this.#lost === undefined && !isConflict(this.#failure)) {
        await this.add({ text: `rollback to savepoint ${name}` }).then(
          () => {
            this.#failure = undefined
          },
          () => {},
        )
      }
      throw error
    }
  }

  protected send(batch: Pending[]): Promise<void> {
    // one after the other: a flush must not overtake the one before it
    const sent = this.#tail.then(() => this.#send(batch))
    this.#tail = sent.catch(() => {})
    return sent
  }

  async #send(batch: Pending[]): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost
    this.#client ??= await this.pool.connect()
    const before = this.#begun ? [] : [BEGIN, this.bound.bind]
    const statements = batch.map((pending) => pending.statement)
    const { flush, error } = await this.pool.send(this.#client, this.bound, statements, before)
    this.#begun ||= flush.sent
    settle(batch, flush.results)
    if (error === undefined) return
    // "The transaction is aborted" says nothing of why, which somebody may have swallowed.
    if (isDatabaseError(error) && error.code === '25P02') error.cause ??= this.#failure
    if (flush.sent) this.#failure ??= error
    if (isConnectionLost(error)) this.#lost = error
    for (const pending of batch.slice(flush.results.length)) pending.reject(error)
  }

  /** Waits for statements that were issued and not awaited, and takes no more. */
  async #close(): Promise<void> {
    this.dispatch()
    await this.#tail
    this.ended = true
  }

  async #commit(): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    if (this.#lost !== undefined) {
      this.pool.release(client, this.#lost)
      throw this.#lost
    }
    if (!this.#begun) return client.release()
    const { flush, error } = await this.pool.send(client, this.bound, [COMMIT], [])
    if (error !== undefined) {
      if (isConnectionLost(error)) this.pool.release(client, error)
      else closeIfLeftOpen(client)
      if (isConnectionLost(error) && flush.sent) throw new CommitOutcomeUnknown(error)
      this.#failure = error
      throw error
    }
    closeIfLeftOpen(client)
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK: code that swallowed the error must learn of it.
    if (flush.results[0]?.command === 'ROLLBACK')
      throw new Error('Nothing was written: a statement of this transaction had failed', { cause: this.#failure })
  }

  async #rollback(): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    if (this.#lost !== undefined) return this.pool.release(client, this.#lost)
    if (!this.#begun) return client.release()
    const { error } = await this.pool.send(client, this.bound, [ROLLBACK], [])
    // not even ROLLBACK went through: closing the connection undoes as well
    if (error !== undefined) client.release(true)
    else closeIfLeftOpen(client)
  }
}
