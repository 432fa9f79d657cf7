// How to use it
//
//   const db = createDatabase({ url: env.databaseUrl, adminUrl: env.databaseAdminUrl, poolSize: 10 })
//   const mine = db.tenant(tenantId)
//
//   // Reads. Every execute() is one round trip with the tenant bound; queries issued together share it.
//   const [course, sections] = await mine.read(tx => Promise.all([
//     tx.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst(),
//     tx.selectFrom('sections').selectAll().where('courseId', '=', id).orderBy('position').execute(),
//   ]))
//
//   // Writes. One transaction; undone when the function throws; run again, whole, when another was in its way, so it
//   // must not touch anything but tx. Leave tenantId out of inserts: the database fills it in.
//   await mine.write(async tx => {
//     await tx.updateTable('documents').set({ title }).where('id', '=', id).execute()
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
// One statement asks either tenant tables or the control plane (sides.test.ts): the two may come to lie apart.
import type { Compilable, Insertable, Kysely, RawBuilder, Selectable, Transaction } from 'kysely'
import type { TenantId } from '../tenant-id.ts'
import { asRelay, type Bound, bindTenant, noTenant, type Timeouts } from './binding.ts'
import { Single, sendBatch } from './collector.ts'
import { copyRows } from './copy-rows.ts'
import { kyselyOver, queryResult, statementOf } from './kysely.ts'
import { Pool, type QueryEvent, type QueryListener } from './pool.ts'
import type { DB } from './rows.ts'
import { transact } from './transaction.ts'
import { JsonParameter } from './values.ts'

export type { DB } from './rows.ts'

/** A row as it is read: `Row<'documents'>`. */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>
/** What an insert takes: `NewRow<'documents'>`. */
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
  /** Rows of one statement as CSV with headers, as fast as the caller reads; `userId`: the reader. See copyRows(). */
  copyCsv(statement: RawBuilder<unknown>, userId?: string, quoted?: readonly string[]): AsyncGenerator<Buffer>
}

type Batchable = Compilable<unknown> | RawBuilder<unknown>
type BatchRows<T> = {
  -readonly [K in keyof T]: T[K] extends Compilable<infer O> ? O[] : T[K] extends RawBuilder<infer O> ? O[] : never
}

export interface CallOptions {
  /** Milliseconds one statement may take, instead of the database's general limit. */
  readonly statementTimeout?: number
}

export interface DatabaseOptions {
  /** The application's role: row security binds it. */
  readonly url: string
  /** The owner's role, for work of the system only. */
  readonly adminUrl?: string | undefined
  readonly poolSize: number
  /** Past the pooler, where `url` leads to one that moves transactions between connections. */
  readonly directUrl?: string | undefined
  readonly onQuery?: QueryListener | undefined
  /** Hears of idle connections that broke; they are replaced by themselves. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined
  /** Milliseconds: one statement; a transaction waiting for us; waiting for a connection. */
  readonly timeouts?: Partial<Timeouts> | undefined
}

const SYSTEM_POOL_SIZE = 4

export function createDatabase({ url, directUrl, adminUrl, poolSize, ...options }: DatabaseOptions): Database {
  const timeouts: Timeouts = { statement: 30_000, idleInTransaction: 30_000, connect: 10_000, ...options.timeouts }
  const listeners = new Set<QueryListener>(options.onQuery ? [options.onQuery] : [])
  const shared = { timeouts, listeners, onConnectionLost: options.onConnectionLost }
  const pool = new Pool(url, poolSize, { ...shared, unnamed: directUrl !== undefined })
  let system: Pool | undefined
  const systemPool = (): Pool => {
    if (adminUrl === undefined)
      throw new Error('dangerouslyAsSystem needs the administrative connection (DATABASE_ADMIN_URL)')
    system ??= new Pool(adminUrl, SYSTEM_POOL_SIZE, { ...shared, unnamed: false })
    return system
  }
  const asNobody: Bound = { kind: 'control', tenantId: null, bind: noTenant(pool.unnamed, timeouts) }
  const asSystem: Bound = { kind: 'system', tenantId: null, bind: asRelay }
  return {
    pool,
    tenant: (tenantId) => tenantDb(pool, directUrl ?? url, tenantId, timeouts),
    control: (fn) => new Single(pool, asNobody).run(fn),
    dangerouslyAsSystem: (fn) => transact(systemPool(), asSystem, fn),
    dangerouslyLookAsSystem: (fn) => new Single(systemPool(), asSystem).run(fn),
    observe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async end() {
      await Promise.all([pool.end(), system?.end()])
    },
  }
}

/** A value for a json or jsonb column. */
export function json(value: unknown): JsonParameter {
  return new JsonParameter(value)
}

function tenantDb(pool: Pool, directUrl: string, tenantId: TenantId, timeouts: Timeouts): TenantDb {
  const bound = (kind: QueryEvent['kind'], timeout?: number): Bound => ({
    kind,
    tenantId,
    bind: bindTenant(pool.unnamed, timeouts, tenantId, kind === 'read', timeout),
  })
  return {
    tenantId,
    read: (fn, options) => new Single(pool, bound('read', options?.statementTimeout)).run(fn),
    write: (fn, options) => transact(pool, bound('write', options?.statementTimeout), fn),
    async batch(fn) {
      const tx = kyselyOver({ add: () => Promise.reject(new Error('In a batch, return the statements unexecuted')) })
      const statements = fn(tx).map((query) => statementOf(query.compile(tx)))
      const results = await sendBatch(pool, bound('batch'), statements)
      return results.map((result) => queryResult(result).rows) as BatchRows<ReturnType<typeof fn>>
    },
    async *copyCsv(statement, userId, quoted) {
      const compiler = kyselyOver({ add: () => Promise.reject(new Error('A file is one statement')) })
      yield* copyRows(directUrl, tenantId, statement.compile(compiler), userId, quoted)
    },
  }
}
