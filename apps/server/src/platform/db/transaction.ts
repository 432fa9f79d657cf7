import { Transaction } from 'kysely'
import pg from 'pg'
import type { TenantId } from '../tenant/tenant-id.ts'
import { type Bound, LOCK_TIMEOUT } from './binding.ts'
import { BothHalves, type Half, isEndedAlready, type JointStep, markApart, readJointName } from './clusters.ts'
import { ATTEMPTS, type Pending, pause, Session, settle } from './collector.ts'
import { CommitOutcomeUnknown, isConflict, isConnectionLost, isDatabaseError } from './errors.ts'
import { isStaleStatement, type Statement, type StatementResult } from './flush.ts'
import { type Collector, propsOver } from './kysely.ts'
import { closeIfLeftOpen, type Home, type Sent } from './pool.ts'
import type { DB } from './rows.ts'

/** What a transaction over two clusters needs besides them. */
export interface Across {
  readonly first: Home
  readonly onStep: ((step: JointStep) => Promise<void>) | undefined
  onUnknown(name: string): void
}

/**
 * Statements inside may fail without losing what the transaction did before: they are undone, and the error is thrown.
 * A conflict with another transaction still undoes the whole.
 */
export async function savepoint<T>(tx: Transaction<DB>, fn: () => Promise<T>): Promise<T> {
  return wholeOf(tx, 'savepoint').savepoint(fn)
}

/**
 * The last that a transaction does: the statements that `fn` issues at once take COMMIT with them, which saves its round
 * trip. Where one of them fails all is undone, as ever; their answers come when they are committed. So what is made of
 * the answers may refuse nothing any more, and issue nothing: a further statement is an error, and comes too late.
 */
export async function lastly<T>(tx: Transaction<DB>, fn: () => Promise<T>): Promise<T> {
  return wholeOf(tx, 'lastly').lastly(fn)
}

/** For whoever has something to do behind all others: lastly() leaves COMMIT to the end. */
export function keepOpen(tx: Transaction<DB>): void {
  wholeOf(tx, 'keepOpen').keepOpen()
}

function wholeOf(tx: Transaction<DB>, what: string): Whole {
  const transaction = transactions.get(tx.getExecutor())
  if (transaction === undefined) throw new Error(`${what}() needs the transaction that write() gave`)
  return transaction
}

const BEGIN: Statement = { text: 'begin' }
const COMMIT: Statement = { text: 'commit' }
const ROLLBACK: Statement = { text: 'rollback' }
const HAS_WRITTEN: Statement = { text: 'select pg_current_xact_id_if_assigned() is not null as wrote' }

export async function transact<T>(home: Home, bound: Bound, fn: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const session = new InTransaction(home, bound)
    try {
      return await runWhole(session, fn)
    } catch (error) {
      if (attempt >= ATTEMPTS || !session.worthRepeating(error)) throw error
      await pause(attempt)
    }
  }
}

/** The same over the tenant's cluster and the first one: see BothHalves. */
export async function transactAcross<T>(
  home: Home,
  bound: Bound,
  onFirst: Bound,
  { first, onStep, onUnknown }: Across,
  fn: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const there: Bound = {
    ...onFirst,
    bind: { ...onFirst.bind, text: `${onFirst.bind.text},${LOCK_TIMEOUT}` },
  }
  for (let attempt = 1; ; attempt++) {
    const own = new InTransaction(home, bound)
    // Always in this order: two that hold each other's connections would wait until both give up.
    const halves = new BothHalves(
      own,
      new InTransaction(first, there, () => own.reserve()),
      { cluster: home.name, tenantId: bound.tenantId ?? '', at: onStep },
      onUnknown,
    )
    try {
      return await runWhole(halves, fn)
    } catch (error) {
      if (attempt >= ATTEMPTS || !halves.worthRepeating(error)) throw error
      await pause(attempt)
    }
  }
}

interface Whole extends Collector {
  savepoint<T>(fn: () => Promise<T>): Promise<T>
  lastly<T>(fn: () => Promise<T>): Promise<T>
  keepOpen(): void
  end(): void
  close(): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

async function runWhole<T>(whole: Whole, fn: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  const props = propsOver(whole)
  transactions.set(props.executor, whole)
  if (whole instanceof BothHalves) markApart(props.executor)
  let result: T
  try {
    result = await fn(new Transaction<DB>(props))
    await whole.close()
  } catch (error) {
    whole.end()
    await whole.close()
    await whole.rollback()
    throw error
  }
  await whole.commit()
  return result
}

/** One connection from the first statement on; BEGIN and the binding travel with it. */
class InTransaction extends Session implements Half {
  readonly #before: (() => Promise<void>) | undefined
  #connecting: Promise<pg.PoolClient> | undefined
  #client: pg.PoolClient | undefined
  #begun = false
  #lost: unknown
  /** Why PostgreSQL regards the transaction as failed. */
  #failure: unknown
  #tail: Promise<void> = Promise.resolve()
  #savepoints = 0
  #openSavepoints = 0
  #keepsOpen = false
  /** Of the COMMIT that goes with the last statements. */
  #last: 'none' | 'next' | 'issued' | 'sent' | 'committed' = 'none'

  /** `before`: comes before it takes a connection. */
  constructor(home: Home, bound: Bound, before?: () => Promise<void>) {
    super(home, bound)
    this.#before = before
  }

  get hasBegun(): boolean {
    return this.#begun
  }

  /** Takes its connection before there is anything to send. */
  async reserve(): Promise<void> {
    await this.#connect()
  }

  async #connect(): Promise<pg.PoolClient> {
    this.#connecting ??= this.home.pool.connect()
    this.#client = await this.#connecting
    return this.#client
  }

  async close(): Promise<void> {
    await this.#idle()
    this.end()
  }

  /** True when nothing was committed and the reason may be gone the next time. */
  worthRepeating(error: unknown): boolean {
    if (error instanceof CommitOutcomeUnknown || this.#last === 'committed') return false
    const reason = this.#failure ?? error
    return isConflict(reason) || isStaleStatement(reason)
  }

  keepOpen(): void {
    this.#keepsOpen = true
  }

  override end(): void {
    // The function failed before its last statements went out: what still goes out goes without COMMIT.
    if (this.#last === 'next') this.#last = 'none'
    super.end()
  }

  lastly<T>(fn: () => Promise<T>): Promise<T> {
    if (this.#openSavepoints > 0) throw new Error('A savepoint is open: what ends it comes after the last statement')
    if (!this.#keepsOpen && this.#last === 'none') this.#last = 'next'
    return fn()
  }

  override add(statement: Statement): Promise<StatementResult> {
    if (this.#last === 'none' || this.#last === 'next') return super.add(statement)
    return Promise.reject(new Error('A statement came after the last ones of its transaction; see lastly()'))
  }

  async savepoint<T>(fn: () => Promise<T>): Promise<T> {
    if (this.#last !== 'none') throw new Error('A savepoint among the last statements: what ends it comes after them')
    const name = `learnt_${++this.#savepoints}`
    // Not awaited: they travel with the first statement inside and the first one after. Should one fail, the transaction
    // has failed, which the next statement and COMMIT say.
    this.add({ text: `savepoint ${name}` }).catch(() => {})
    this.#openSavepoints++
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
    } finally {
      this.#openSavepoints--
    }
  }

  protected send(batch: Pending[]): Promise<void> {
    // Said now: a batch that still waits for the one before it was issued before lastly() was called.
    const isLast = this.#last === 'next'
    if (isLast) this.#last = 'issued'
    // one after the other: a flush must not overtake the one before it
    const sent = this.#tail.then(() => (isLast ? this.#sendLast(batch) : this.#send(batch)))
    this.#tail = sent.catch(() => {})
    return sent
  }

  async #flush(statements: readonly Statement[]): Promise<Sent> {
    if (this.#lost !== undefined) throw this.#lost
    await this.#before?.()
    const client = this.#client ?? (await this.#connect())
    const before = this.#begun ? [] : [BEGIN, this.bound.bind]
    const sent = await this.home.send(client, this.bound, statements, before)
    this.#begun ||= sent.flush.sent
    // "The transaction is aborted" says nothing of why, which somebody may have swallowed.
    if (isDatabaseError(sent.error) && sent.error.code === '25P02') sent.error.cause ??= this.#failure
    return sent
  }

  async #sendLast(batch: Pending[]): Promise<void> {
    const { flush, error } = await this.#flush([...batch.map((pending) => pending.statement), COMMIT])
    if (flush.sent) this.#last = 'sent'
    if (error === undefined) {
      this.#last = 'committed'
      settle(batch, flush.results)
      return
    }
    // Nobody hears of one alone: they are committed together or not at all.
    if (isConnectionLost(error)) {
      this.#lost = error
      throw flush.sent ? new CommitOutcomeUnknown(error) : error
    }
    if (flush.sent) this.#failure ??= error
    throw error
  }

  async #send(batch: Pending[]): Promise<void> {
    const { flush, error } = await this.#flush(batch.map((pending) => pending.statement))
    if (error === undefined) {
      settle(batch, flush.results)
      return
    }
    if (flush.sent) this.#failure ??= error
    if (isConnectionLost(error)) this.#lost = error
    const done = flush.results.length
    settle(batch, flush.results)
    for (const pending of batch.slice(done)) pending.reject(error)
  }

  /** Waits for statements that were issued and not awaited. */
  async #idle(): Promise<void> {
    this.dispatch()
    await this.#tail
  }

  async hasWritten(): Promise<boolean> {
    const client = this.#client as pg.PoolClient
    if (this.#lost !== undefined) throw this.#lost
    const { flush, error } = await this.home.send(client, this.bound, [HAS_WRITTEN], [])
    if (error === undefined) return flush.results[0]?.rows[0]?.wrote === true
    if (isConnectionLost(error)) this.#lost = error
    else if (isDatabaseError(error) && error.code === '25P02') throw nothingWritten(this.#failure)
    throw error
  }

  async commit(also: readonly Statement[] = []): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    if (this.#last === 'committed') return void closeIfLeftOpen(client)
    if (!this.#begun) return client.release()
    if (this.#lost !== undefined) {
      this.home.release(client, this.#lost)
      throw this.#last === 'sent' ? new CommitOutcomeUnknown(this.#lost) : this.#lost
    }
    if (this.#last === 'sent' || this.#last === 'issued') {
      await this.rollback()
      throw nothingWritten(this.#failure)
    }
    const { flush, error } = await this.home.send(client, this.bound, [...also, COMMIT], [])
    if (error !== undefined) {
      if (isConnectionLost(error)) this.home.release(client, error)
      // What travelled along has failed: closing the connection undoes the rest.
      else closeIfLeftOpen(client)
      if (isConnectionLost(error) && flush.sent) throw new CommitOutcomeUnknown(error)
      this.#failure = error
      throw error
    }
    closeIfLeftOpen(client)
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK: whoever swallowed the error must hear of it.
    if (flush.results.at(-1)?.command === 'ROLLBACK') throw nothingWritten(this.#failure)
  }

  async prepare(name: string): Promise<void> {
    const client = this.#client as pg.PoolClient
    const statement = { text: `prepare transaction ${pg.escapeLiteral(name)}` }
    const { flush, error } = await this.home.send(client, this.bound, [statement], [], true)
    const failed = error ?? (flush.results[0]?.command === 'ROLLBACK' ? nothingWritten(this.#failure) : undefined)
    if (failed === undefined) return
    if (isConnectionLost(failed)) this.home.release(client, failed)
    else closeIfLeftOpen(client)
    throw failed
  }

  async endPrepared(how: 'commit' | 'rollback', name: string): Promise<void> {
    const client = this.#client as pg.PoolClient
    const error = await endPrepared(this.home, client, how, name)
    this.home.release(client, error)
    if (error !== undefined && !isEndedAlready(error)) throw error
  }

  async rollback(): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    if (this.#lost !== undefined) return this.home.release(client, this.#lost)
    if (this.#last === 'committed') return void closeIfLeftOpen(client)
    if (!this.#begun) return client.release()
    const { error } = await this.home.send(client, this.bound, [ROLLBACK], [])
    // not even ROLLBACK went through: closing the connection undoes as well
    if (error !== undefined) client.release(true)
    else closeIfLeftOpen(client)
  }
}

const transactions = new WeakMap<object, Whole>()

/** Answers the error, if there was one. A statement of its own, in no transaction: PostgreSQL wants it so. */
export async function endPrepared(
  home: Home,
  client: pg.PoolClient,
  how: 'commit' | 'rollback',
  name: string,
): Promise<unknown> {
  const of = readJointName(name)
  const bound: Bound = { kind: 'write', tenantId: (of?.tenantId ?? null) as TenantId | null, bind: { text: '' } }
  const statement = { text: `${how} prepared ${pg.escapeLiteral(name)}` }
  return (await home.send(client, bound, [statement], [], true)).error
}

function nothingWritten(cause: unknown): Error {
  return new Error('Nothing was written: a statement of this transaction had failed', { cause })
}
