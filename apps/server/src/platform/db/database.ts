// How to use it
//
//   const db = createDatabase({ url: env.databaseUrl, adminUrl: env.databaseAdminUrl, poolSize: 10 })
//   const mine = db.tenant(tenantId)
//
//   // Reads. Every execute() is one round trip with the tenant bound; queries issued together share it.
//   const [course, sections] = await mine.read(tx => Promise.all([
//     tx.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirst(),
//     tx.selectFrom('sections').selectAll().where('courseId', '=', id).orderBy('position').execute(),
//   ]))
//
//   // Writes. One transaction; undone when the function throws; run again, whole, when another was in its way, so it
//   // must not touch anything but tx. Leave tenantId out of inserts: the database fills it in.
//   await mine.write(async tx => {
//     await tx.updateTable('courses').set({ title }).where('id', '=', id).execute()
//     await savepoint(tx, () => tx.insertInto('tags').values(tag).execute())   // may fail without losing the rest
//   })
//
//   // Several writes known beforehand: one round trip instead of two.
//   await mine.batch(tx => [tx.insertInto('deltas').values(delta), tx.insertInto('outbox').values(event)])
//
//   // Before the tenant is known: functions of schema control, nothing else.
//   await db.control(async tx => (await sql<Session>`select * from control.find_session(${hash})`.execute(tx)).rows[0])
//
// The DDL's snake_case is camelCase here, in queries and in rows; inside sql`` write SQL's own spelling. json and jsonb
// take json(value), because a bare array means a PostgreSQL array. int8 and numeric are numbers (an int8 beyond 2^53 is a
// bigint), timestamptz a Date, date a 'YYYY-MM-DD' string. jsonArrayFrom() of kysely names the keys in snake_case: use
// jsonBuildObject(). Do not call read() from inside write(): it waits for a second connection of the same pool.
import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  type Insertable,
  Kysely,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  type Selectable,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { TenantId } from '../tenant/tenant-id.ts'
import { copyRows } from './copy-rows.ts'
import { CommitOutcomeUnknown, isConflict, isConnectionLost, isDatabaseError } from './errors.ts'
import { Flush, isStaleStatement, type Statement, type StatementResult } from './flush.ts'
import { snakeCase } from './names.ts'
import type { DB } from './rows.ts'
import { JsonParameter } from './values.ts'

export type { DB } from './rows.ts'

/** A row as it is read: `Row<'courses'>`. */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>
/** What an insert takes: `NewRow<'courses'>`. */
export type NewRow<Table extends keyof DB> = Insertable<DB[Table]>

/** Where queries read. A WriteTx is one too. */
export type ReadTx = Kysely<DB>
/** Where commands write. */
export type WriteTx = Transaction<DB>

export interface Database {
  tenant(tenantId: TenantId): TenantDb
  /** No tenant is bound: only functions of schema control answer, every tenant table raises. Statements may write. */
  control<T>(fn: (tx: ReadTx) => Promise<T>): Promise<T>
  /**
   * The only door past row security: one transaction as learnt_relay, which sees the outbox, the queue and the deltas of
   * every tenant. For the relay, the worker and the folder; needs the administrative URL.
   */
  dangerouslyAsSystem<T>(fn: (tx: WriteTx) => Promise<T>): Promise<T>
  /**
   * The same door for a look: each flush is a transaction of its own, one round trip. Rounds look several times a second
   * whether there is anything to do, and there seldom is.
   */
  dangerouslyLookAsSystem<T>(fn: (tx: ReadTx) => Promise<T>): Promise<T>
  /** Hears of every statement until the returned function is called. */
  observe(listener: QueryListener): () => void
  /** Connections of the application's pool. */
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number }
  end(): Promise<void>
}

export interface TenantDb {
  readonly tenantId: TenantId
  read<T>(fn: (tx: ReadTx) => Promise<T>, options?: CallOptions): Promise<T>
  write<T>(fn: (tx: WriteTx) => Promise<T>, options?: CallOptions): Promise<T>
  /** Statements that are returned, not executed, run as one transaction in one round trip. */
  batch<const T extends readonly Batchable[]>(fn: (tx: ReadTx) => T): Promise<BatchRows<T>>
  /** Rows of one statement as CSV with a line of headers, as fast as they are taken: see copyRows(). */
  copyCsv(statement: RawBuilder<unknown>): AsyncGenerator<Buffer>
}

type Batchable = Compilable<unknown> | RawBuilder<unknown>
type BatchRows<T> = {
  -readonly [K in keyof T]: T[K] extends Compilable<infer O> ? O[] : T[K] extends RawBuilder<infer O> ? O[] : never
}

export interface CallOptions {
  /** Milliseconds one statement may take, instead of the database's general limit. */
  readonly statementTimeout?: number
}

export interface QueryEvent {
  readonly sql: string
  readonly kind: 'read' | 'write' | 'batch' | 'control' | 'system'
  readonly tenantId: TenantId | null
  /** Statements with the same number travelled together. */
  readonly flush: number
  readonly rows: number
  /** From sending the flush to its answer. */
  readonly milliseconds: number
  readonly error?: unknown
}

export type QueryListener = (event: QueryEvent) => void

export interface DatabaseOptions {
  /** The application's role: row security binds it. */
  readonly url: string
  /** The owner's role, for what is done as the system only. */
  readonly adminUrl?: string | undefined
  readonly poolSize: number
  /** True behind a pooler that moves transactions between connections. */
  readonly unnamed?: boolean | undefined
  readonly onQuery?: QueryListener | undefined
  /** Hears of idle connections that broke; they are replaced by themselves. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined
  /** Milliseconds: one statement; a transaction waiting for us; waiting for a connection. */
  readonly timeouts?: Partial<Timeouts> | undefined
}

interface Timeouts {
  statement: number
  idleInTransaction: number
  connect: number
}

export function createDatabase(options: DatabaseOptions): Database {
  const timeouts: Timeouts = { statement: 30_000, idleInTransaction: 30_000, connect: 10_000, ...options.timeouts }
  const listeners = new Set<QueryListener>(options.onQuery ? [options.onQuery] : [])
  const home = new Home(openPool(options.url, options.poolSize, options, timeouts), options, listeners)
  let system: Home | undefined

  const openSystem = () => {
    if (options.adminUrl === undefined) {
      throw new Error('dangerouslyAsSystem needs the administrative connection (DATABASE_ADMIN_URL)')
    }
    system ??= new Home(openPool(options.adminUrl, SYSTEM_POOL_SIZE, options, timeouts), options, listeners)
    return system
  }
  const systemBound: Bound = { kind: 'system', tenantId: null, bind: asRelay(home.unnamed, timeouts) }

  return {
    tenant: (tenantId) => tenantDb(home, tenantId, timeouts, options.url),
    control: (fn) =>
      new Single(home, { kind: 'control', tenantId: null, bind: noTenant(home.unnamed, timeouts) }).run(fn),
    dangerouslyAsSystem: (fn) => transact(openSystem(), systemBound, fn),
    dangerouslyLookAsSystem: (fn) => new Single(openSystem(), systemBound).run(fn),
    observe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get pool() {
      return { total: home.pool.totalCount, idle: home.pool.idleCount, waiting: home.pool.waitingCount }
    },
    async end() {
      await Promise.all([home.pool.end(), system?.pool.end()])
    },
  }
}

/**
 * Statements inside may fail without losing what the transaction did before: they are undone, and the error is thrown.
 * A conflict with another transaction still undoes the whole.
 */
export async function savepoint<T>(tx: WriteTx, fn: () => Promise<T>): Promise<T> {
  const transaction = transactions.get(tx.getExecutor())
  if (transaction === undefined) throw new Error('savepoint() needs the transaction that write() gave')
  return transaction.savepoint(fn)
}

/** A value for a json or jsonb column. */
export function json(value: unknown): JsonParameter {
  return new JsonParameter(value)
}

function tenantDb(home: Home, tenantId: TenantId, timeouts: Timeouts, url: string): TenantDb {
  return {
    tenantId,
    read(fn, options) {
      const bind = bindTenant(home.unnamed, timeouts, tenantId, true, options?.statementTimeout)
      return new Single(home, { kind: 'read', tenantId, bind }).run(fn)
    },
    write(fn, options) {
      const bind = bindTenant(home.unnamed, timeouts, tenantId, false, options?.statementTimeout)
      return transact(home, { kind: 'write', tenantId, bind }, fn)
    },
    async batch(fn) {
      const bind = bindTenant(home.unnamed, timeouts, tenantId, false, undefined)
      const tx = kyselyOver({ add: () => Promise.reject(new Error('In a batch, return the statements unexecuted')) })
      const statements = fn(tx).map((query) => statementOf(query.compile(tx)))
      const results = await sendBatch(home, { kind: 'batch', tenantId, bind }, statements)
      return results.map((result) => queryResult(result).rows) as BatchRows<ReturnType<typeof fn>>
    },
    copyCsv(statement) {
      const compiler = kyselyOver({ add: () => Promise.reject(new Error('A file is one statement')) })
      return copyRows(url, tenantId, statement.compile(compiler))
    },
  }
}

// ---- binding -------------------------------------------------------------------------------------------------------

interface Bound {
  readonly kind: QueryEvent['kind']
  readonly tenantId: TenantId | null
  /** Sets, for this transaction alone, whose data is seen. */
  readonly bind: Statement
}

const BIND = `select set_config('app.tenant_id',$1,true)`
const READ_ONLY = `set_config('transaction_read_only','on',true)`
const STATEMENT_TIMEOUT = `set_config('statement_timeout',$2,true)`
const IDLE_TIMEOUT = `set_config('idle_in_transaction_session_timeout',$3,true)`

function bindTenant(
  unnamed: boolean,
  timeouts: Timeouts,
  tenant: string,
  readOnly: boolean,
  timeout?: number,
): Statement {
  if (typeof tenant !== 'string' || tenant === '') throw new TypeError('No tenant')
  return settings(BIND, tenant, readOnly, unnamed, timeouts, timeout)
}

// '' is what a connection holds after a tenant was bound to it once: current_tenant() raises on it
function noTenant(unnamed: boolean, timeouts: Timeouts): Statement {
  return settings(BIND, '', false, unnamed, timeouts, undefined)
}

function asRelay(unnamed: boolean, timeouts: Timeouts): Statement {
  return settings(`select set_config('role',$1,true)`, 'learnt_relay', false, unnamed, timeouts, undefined)
}

function settings(
  first: string,
  value: string,
  readOnly: boolean,
  unnamed: boolean,
  timeouts: Timeouts,
  timeout: number | undefined,
): Statement {
  const text = readOnly ? `${first},${READ_ONLY}` : first
  // A pooler hands out connections whose settings are not ours, so there the general limits travel along each time.
  if (unnamed) {
    const values = [value, String(timeout ?? timeouts.statement), String(timeouts.idleInTransaction)]
    return { text: `${text},${STATEMENT_TIMEOUT},${IDLE_TIMEOUT}`, values }
  }
  if (timeout === undefined) return { text, values: [value] }
  return { text: `${text},${STATEMENT_TIMEOUT}`, values: [value, String(timeout)] }
}

// ---- connections ---------------------------------------------------------------------------------------------------

const SYSTEM_POOL_SIZE = 4

function openPool(url: string, size: number, options: DatabaseOptions, timeouts: Timeouts): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: timeouts.connect,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    fallback_application_name: 'learnt',
    // a pooler refuses start-up settings; there they travel with each binding
    ...(options.unnamed
      ? {}
      : {
          statement_timeout: timeouts.statement,
          idle_in_transaction_session_timeout: timeouts.idleInTransaction,
          // jit: compiling costs more than these statements take; PostgreSQL 15 spent seconds on it.
          options: '-c TimeZone=UTC -c DateStyle=ISO -c jit=off',
        }),
  })
  // Without a listener the error event of a connection in use would end the process; its query fails by itself.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => options.onConnectionLost?.(error))
  return pool
}

/** A pool, and what everything that runs on it shares. */
class Home {
  readonly pool: pg.Pool
  readonly unnamed: boolean
  readonly #listeners: ReadonlySet<QueryListener>

  constructor(pool: pg.Pool, options: DatabaseOptions, listeners: ReadonlySet<QueryListener>) {
    this.pool = pool
    this.unnamed = options.unnamed ?? false
    this.#listeners = listeners
  }

  /** Sends statements in one flush. Throws what went wrong, with the statement's text on it as `query`. */
  async send(
    client: pg.PoolClient,
    bound: Bound,
    statements: readonly Statement[],
    before: readonly Statement[],
  ): Promise<Sent> {
    const flush = new Flush(statements, { before, unnamed: this.unnamed })
    const started = this.#listeners.size > 0 ? performance.now() : 0
    let error: unknown
    try {
      client.query(flush)
      await flush.done
    } catch (caught) {
      error = caught
      const text = statements[flush.position]?.text
      if (isDatabaseError(caught) && text !== undefined) Object.assign(caught, { query: text })
    }
    if (this.#listeners.size > 0) this.#tell(bound, statements, flush, performance.now() - started, error)
    return { flush, error }
  }

  #tell(bound: Bound, statements: readonly Statement[], flush: Flush, milliseconds: number, error: unknown): void {
    flushNumber++
    const seen = error === undefined ? statements.length : Math.max(0, flush.position) + 1
    statements.slice(0, seen).forEach((statement, i) => {
      const event: QueryEvent = {
        sql: statement.text,
        kind: bound.kind,
        tenantId: bound.tenantId,
        flush: flushNumber,
        rows: flush.results[i]?.rows.length ?? 0,
        milliseconds,
        ...(i >= flush.results.length ? { error } : {}),
      }
      for (const listener of this.#listeners) listener(event)
    })
  }

  /** Gives a connection back, or throws it away when nothing sure can be said about its state. */
  release(client: pg.PoolClient, error?: unknown): void {
    client.release(error !== undefined && isConnectionLost(error))
  }
}

interface Sent {
  readonly flush: Flush
  /** undefined when all went well. */
  readonly error: unknown
}

let flushNumber = 0

// ---- collecting statements -----------------------------------------------------------------------------------------

interface Collector {
  add(statement: Statement): Promise<StatementResult>
}

interface Pending {
  readonly statement: Statement
  resolve(result: StatementResult): void
  reject(error: unknown): void
}

function settle(pending: readonly Pending[], results: readonly StatementResult[]): void {
  for (const [i, result] of results.entries()) pending[i]?.resolve(result)
}

/** Gathers what is issued in one tick. */
abstract class Session implements Collector {
  protected readonly home: Home
  protected readonly bound: Bound
  protected ended = false
  #pending: Pending[] = []

  constructor(home: Home, bound: Bound) {
    this.home = home
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
class Single extends Session {
  async run<T>(fn: (tx: ReadTx) => Promise<T>): Promise<T> {
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

async function sendBatch(home: Home, bound: Bound, statements: Statement[]): Promise<StatementResult[]> {
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

/** Gives the connection back; true when a transaction was left open on it, and it was thrown away for that. */
function closeIfLeftOpen(client: pg.PoolClient): boolean {
  const open = client.getTransactionStatus() !== 'I'
  client.release(open)
  return open
}

// ---- transactions --------------------------------------------------------------------------------------------------

const BEGIN: Statement = { text: 'begin' }
const COMMIT: Statement = { text: 'commit' }
const ROLLBACK: Statement = { text: 'rollback' }
const ATTEMPTS = 4

async function transact<T>(home: Home, bound: Bound, fn: (tx: WriteTx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const session = new InTransaction(home, bound)
    try {
      return await session.run(fn)
    } catch (error) {
      if (attempt >= ATTEMPTS || !session.worthRepeating(error)) throw error
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

  async run<T>(fn: (tx: WriteTx) => Promise<T>): Promise<T> {
    const props = propsOver(this)
    transactions.set(props.executor, this)
    let result: T
    try {
      result = await fn(new Transaction<DB>(props))
      await this.#idle()
    } catch (error) {
      this.ended = true
      await this.#idle()
      await this.#rollback()
      throw error
    }
    this.ended = true
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
    this.#client ??= await this.home.pool.connect()
    const statements = batch.map((pending) => pending.statement)
    const before = this.#begun ? [] : [BEGIN, this.bound.bind]
    const { flush, error } = await this.home.send(this.#client, this.bound, statements, before)
    this.#begun ||= flush.sent
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

  async #commit(): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    if (!this.#begun) return client.release()
    if (this.#lost !== undefined) {
      this.home.release(client, this.#lost)
      throw this.#lost
    }
    const { flush, error } = await this.home.send(client, this.bound, [COMMIT], [])
    if (error !== undefined) {
      this.home.release(client, error)
      if (isConnectionLost(error)) throw new CommitOutcomeUnknown(error)
      this.#failure = error
      throw error
    }
    closeIfLeftOpen(client)
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK: whoever swallowed the error must hear of it.
    if (flush.results[0]?.command === 'ROLLBACK') {
      throw new Error('Nothing was written: a statement of this transaction had failed', { cause: this.#failure })
    }
  }

  async #rollback(): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    if (this.#lost !== undefined) return this.home.release(client, this.#lost)
    if (!this.#begun) return client.release()
    const { error } = await this.home.send(client, this.bound, [ROLLBACK], [])
    // not even ROLLBACK went through: closing the connection undoes as well
    if (error !== undefined) client.release(true)
    else closeIfLeftOpen(client)
  }
}

const transactions = new WeakMap<object, InTransaction>()

function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
}

// ---- kysely --------------------------------------------------------------------------------------------------------

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeCase(identifier))
  }
}

const compiler = new SnakeCaseCompiler()
const adapter = new PostgresAdapter()

const refuse = (): Promise<never> =>
  Promise.reject(new Error('Transactions are opened by write(), not by kysely: see database.ts'))

const driver: Driver = {
  init: async () => {},
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: refuse,
  destroy: refuse,
}

const dialect: Dialect = {
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createAdapter: () => adapter,
  createIntrospector: (db) => new PostgresIntrospector(db),
}

function kyselyOver(collector: Collector): ReadTx {
  return new Kysely<DB>(propsOver(collector))
}

function propsOver(collector: Collector): KyselyProps {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) =>
      queryResult(await collector.add(statementOf(query))) as QueryResult<R>,
    streamQuery() {
      throw new Error('Streaming holds a connection for as long as the reader likes; page through the rows instead')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  return { config: { dialect }, driver, executor, dialect }
}

// These would end the transaction that the tenant's binding lives in, or change what the next user of the connection sees.
const BY_HAND =
  /^\s*(begin|start|commit|end|rollback|abort|savepoint|release|prepare|deallocate|discard|set|reset|copy|listen|unlisten)\b/i

function statementOf({ sql, parameters }: CompiledQuery): Statement {
  if (BY_HAND.test(sql)) throw new Error(`Not by hand: ${sql.slice(0, 60)}; see database.ts`)
  return { text: sql, values: parameters }
}

function queryResult({ rows, rowCount, command }: StatementResult): QueryResult<Record<string, unknown>> {
  const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
  return changes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}
