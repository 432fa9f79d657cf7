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
//   // The last that a transaction does: COMMIT goes along, one round trip less. Nothing may come after it.
//   await mine.write(async tx => {
//     const attempt = await tx.selectFrom('attempts')....forUpdate().executeTakeFirstOrThrow()
//     await lastly(tx, () => tx.updateTable('attempts').set(next(attempt)).where('id', '=', attempt.id).execute())
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
//
// A tenant may lie on another cluster than the control plane (clusters.ts). Nobody who reads or writes it need know: each
// statement goes where it belongs. So one statement asks either tenant tables or functions of the control plane.
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
  sql,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { TenantId } from '../tenant/tenant-id.ts'
import {
  asksControlPlane,
  BothHalves,
  type Ends,
  firstCluster,
  gatedConnection,
  type Half,
  isEndedAlready,
  type JointStep,
  readJointName,
  type Settled,
  settle as settleJoint,
} from './clusters.ts'
import { copyRows } from './copy-rows.ts'
import { CommitOutcomeUnknown, isConflict, isConnectionLost, isDatabaseError, isElsewhere } from './errors.ts'
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
  /** `on`: the cluster of a tenant that is just being made; else it is known. */
  tenant(tenantId: TenantId, on?: string): TenantDb
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
  /** As control(), for what each cluster answers for itself: its places of changes, its months of statements. */
  here<T>(fn: (tx: ReadTx) => Promise<T>): Promise<T>
  /** Names of all clusters; the first one holds the control plane. */
  readonly clusters: readonly string[]
  /** The one that here() and dangerouslyAsSystem() work on: the first, but for what at() gave. */
  readonly cluster: string
  /** Of that one, for connections that listen. */
  readonly url: string
  /** The same database, looked at from another of its clusters. */
  at(cluster: string): Database
  /** Where a tenant's rows are; of one that is not there yet, the first. */
  clusterOf(tenantId: TenantId): Promise<string>
  /**
   * Tenants that were moved since `since`, and in the seconds before it, with where they are now; null: in the last
   * seconds. This process believes it from here on. `at` is the `since` of the next look, by the database's clock.
   */
  listMoved(since: Date | null): Promise<{ at: Date | null; moved: { tenantId: string; cluster: string }[] }>
  /** Brings to their end the transactions over two clusters that nobody has ended since then; seen from a further one, its own. */
  settleJointCommits(olderThanMs: number): Promise<Settled>
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
  /** Rows of one statement as CSV with a line of headers, as fast as they are taken; `userId`: by whom. See copyRows(). */
  copyCsv(statement: RawBuilder<unknown>, userId?: string): AsyncGenerator<Buffer>
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
  readonly cluster: string
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
  /** Of each cluster. */
  readonly poolSize: number
  /** Further clusters, on which tenants may lie; the two addresses above are those of the first. */
  readonly clusters?: readonly ClusterAddress[] | undefined
  /** Waited for within a commit over two clusters: tests stop there. */
  readonly onJointStep?: ((step: JointStep) => Promise<void>) | undefined
  /** True behind a pooler that moves transactions between connections. */
  readonly unnamed?: boolean | undefined
  readonly onQuery?: QueryListener | undefined
  /** Hears of idle connections that broke; they are replaced by themselves. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined
  /** Milliseconds: one statement; a transaction waiting for us; waiting for a connection. */
  readonly timeouts?: Partial<Timeouts> | undefined
}

export interface ClusterAddress {
  readonly name: string
  readonly url: string
  readonly adminUrl?: string | undefined
}

interface Timeouts {
  statement: number
  idleInTransaction: number
  connect: number
}

export function createDatabase(options: DatabaseOptions): Database {
  const timeouts: Timeouts = { statement: 30_000, idleInTransaction: 30_000, connect: 10_000, ...options.timeouts }
  const listeners = new Set<QueryListener>(options.onQuery ? [options.onQuery] : [])
  const addresses = [
    { name: firstCluster, url: options.url, adminUrl: options.adminUrl },
    ...(options.clusters ?? []),
  ] as const
  const homes = new Map(
    addresses.map(({ name, url }) => {
      const pool = openPool(url, options.poolSize, options, timeouts)
      return [name, new Home(name, url, pool, options, listeners)] as const
    }),
  )
  const systems = new Map<string, Home>()
  const first = homes.get(firstCluster) as Home
  const placement = new Placement(homes, first, timeouts)
  const across: Across = { first, onStep: options.onJointStep, onUnknown: (name) => void settleSoon(name) }

  const homeNamed = (name: string): Home => {
    const home = homes.get(name)
    if (home === undefined) throw new Error(`There is no cluster ${name}`)
    return home
  }

  const asSystem: Bound = { kind: 'system', tenantId: null, bind: asRelay(first.unnamed, timeouts) }
  const systemOf = ({ name, adminUrl }: (typeof addresses)[number]): Home => {
    if (adminUrl === undefined) {
      throw new Error('dangerouslyAsSystem needs the administrative connection (DATABASE_ADMIN_URL)')
    }
    let system = systems.get(name)
    if (system === undefined) {
      system = new Home(name, adminUrl, openPool(adminUrl, SYSTEM_POOL_SIZE, options, timeouts), options, listeners)
      systems.set(name, system)
    }
    return system
  }

  const ends: Ends = {
    async listPrepared(olderThanMs) {
      const { rows } = await control(first, timeouts, (tx) =>
        sql<{ gid: string }>`
          select gid from pg_prepared_xacts
          where database = current_database() and owner = current_user and gid like 'learnt:%'
            and prepared <= clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})`.execute(tx),
      )
      return rows.map((row) => row.gid)
    },
    async refuse({ cluster, tenantId, id }) {
      const home = homeNamed(cluster)
      const bind = bindTenant(home.unnamed, timeouts, tenantId, false)
      const bound = { kind: 'write', tenantId: tenantId as TenantId, bind } as const
      // In two: whoever waited for the other's row sees it only afterwards.
      return transact(home, bound, async (tx) => {
        await sql`insert into joint_commits (id, is_refused) values (${id}, true) on conflict do nothing`.execute(tx)
        const { rows } = await sql<{
          isRefused: boolean
        }>`select is_refused from joint_commits where id = ${id}`.execute(tx)
        return rows[0]?.isRefused ?? true
      })
    },
    async endPrepared(how, name) {
      const client = await first.pool.connect()
      const error = await endPrepared(first, client, how, name)
      first.release(client, error)
      if (error !== undefined && !isEndedAlready(error)) throw error
    },
  }

  /**
   * Nobody waits for it: what fails here is found by the next look. Tried twice: what cut the commit off may have cut other
   * connections of the pool, which has not heard of it yet.
   */
  async function settleSoon(name: string): Promise<void> {
    await settleJoint(ends, [name])
      .catch(async () => {
        await pause(1)
        await settleJoint(ends, [name])
      })
      .catch(() => {})
  }

  function seenFrom(here: (typeof addresses)[number], home: Home): Database {
    return {
      cluster: here.name,
      url: here.url,
      clusters: addresses.map(({ name }) => name),
      at: (name) => {
        const address = addresses.find((one) => one.name === name)
        if (address === undefined) throw new Error(`There is no cluster ${name}`)
        return seenFrom(address, homeNamed(name))
      },
      tenant: (tenantId, on) =>
        tenantDb(placement, on === undefined ? null : homeNamed(on), across, tenantId, timeouts),
      clusterOf: async (tenantId) => (await placement.placeOf(tenantId)).home.name,
      listMoved: (since) => placement.look(since),
      control: (fn) => control(first, timeouts, fn),
      here: (fn) => control(home, timeouts, fn),
      dangerouslyAsSystem: (fn) => transact(systemOf(here), asSystem, fn),
      dangerouslyLookAsSystem: (fn) => new Single(systemOf(here), asSystem).run(fn),
      settleJointCommits: async (olderThanMs) => {
        const names = await ends.listPrepared(olderThanMs)
        const isHere = (name: string) => here.name === firstCluster || readJointName(name)?.cluster === here.name
        return settleJoint(ends, names.filter(isHere))
      },
      observe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      get pool() {
        const sum = (of: (pool: pg.Pool) => number) => [...homes.values()].reduce((all, { pool }) => all + of(pool), 0)
        return {
          total: sum((pool) => pool.totalCount),
          idle: sum((pool) => pool.idleCount),
          waiting: sum((pool) => pool.waitingCount),
        }
      },
      async end() {
        await Promise.all([...homes.values(), ...systems.values()].map(({ pool }) => pool.end()))
      },
    }
  }
  return seenFrom(addresses[0], first)
}

function control<T>(home: Home, timeouts: Timeouts, fn: (tx: ReadTx) => Promise<T>): Promise<T> {
  return new Single(home, { kind: 'control', tenantId: null, bind: noTenant(home.unnamed, timeouts) }).run(fn)
}

/** How long a process may believe that a tenant lies where it lay. */
const PLACEMENT_MS = 5000
const PLACES_KNOWN = 50_000
/** Longer than that, so that whoever looks each second misses none. */
const LATELY_SECONDS = 15

/** Where a tenant lies, as far as this process knows. */
interface Place {
  readonly home: Home
  /** The number of the place, with which transactions come there; null: nothing is asked. */
  readonly placeNumber: number | null
}

/** A small tenant is moved in less time: nobody notices. */
const [WAITS, WAIT_MS] = [20, 100]

/** Where tenants lie. With one cluster there is nothing to ask. */
class Placement {
  readonly #homes: ReadonlyMap<string, Home>
  readonly #only: Place
  readonly #first: Home
  readonly #timeouts: Timeouts
  readonly #known = new Map<string, Place & { readonly until: number }>()
  readonly #asked = new Map<string, Promise<Place>>()

  constructor(homes: ReadonlyMap<string, Home>, first: Home, timeouts: Timeouts) {
    this.#homes = homes
    this.#first = first
    this.#only = { home: first, placeNumber: null }
    this.#timeouts = timeouts
  }

  placeOf(tenantId: TenantId): Place | Promise<Place> {
    if (this.#homes.size === 1) return this.#only
    const known = this.#known.get(tenantId)
    if (known !== undefined && known.until > performance.now()) return known
    const asked = this.#asked.get(tenantId) ?? this.#ask(tenantId).finally(() => this.#asked.delete(tenantId))
    this.#asked.set(tenantId, asked)
    return asked
  }

  /** Works there, and where the tenant is by then when it has just been moved; waits a little while it is. */
  async work<T>(tenantId: TenantId, work: (place: Place) => Promise<T>): Promise<T> {
    let place = await this.placeOf(tenantId)
    for (let waits = 0; ; ) {
      try {
        return await work(place)
      } catch (error) {
        const refused = elsewhereOf(error)
        if (refused === null) throw error
        if (this.#known.get(tenantId)?.placeNumber === place.placeNumber) this.#known.delete(tenantId)
        const now = await this.placeOf(tenantId)
        if (now.placeNumber === place.placeNumber && ++waits > WAITS) throw refused
        if (now.placeNumber === place.placeNumber) await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
        place = now
      }
    }
  }

  /** Tenants that were moved since then, whether this process knew their place or not. */
  async look(since: Date | null): Promise<{ at: Date | null; moved: { tenantId: string; cluster: string }[] }> {
    if (this.#homes.size === 1) return { at: null, moved: [] }
    const { rows } = await control(this.#first, this.#timeouts, (tx) =>
      sql<{ at: Date; moved: { id: string; cluster: string; place_number: number }[] }>`
        select clock.at, coalesce((
          select jsonb_agg(placed) from control.lately_placed(
            ${LATELY_SECONDS} + greatest(0, ceil(coalesce(extract(epoch from clock.at - ${since}::timestamptz), 0)))::int
          ) placed), '[]') as moved
        from (select clock_timestamp() as at) clock`.execute(tx),
    )
    const moved = rows[0]?.moved ?? []
    for (const { id, place_number } of moved) {
      const known = this.#known.get(id)?.placeNumber
      if (known !== undefined && known !== null && known < place_number) this.#known.delete(id)
    }
    return { at: rows[0]?.at ?? null, moved: moved.map(({ id, cluster }) => ({ tenantId: id, cluster })) }
  }

  async #ask(tenantId: TenantId): Promise<Place> {
    const until = performance.now() + PLACEMENT_MS
    const { rows } = await control(this.#first, this.#timeouts, (tx) =>
      sql<{
        cluster: string
        placeNumber: number
      }>`select cluster, place_number from control.place_of(${tenantId})`.execute(tx),
    )
    const [row] = rows
    // Not remembered: it may be there in a moment, and elsewhere.
    if (row === undefined) return this.#only
    const home = this.#homes.get(row.cluster)
    if (home === undefined)
      throw new Error(`Tenant ${tenantId} lies on cluster ${row.cluster}, which this process does not know`)
    if (this.#known.size >= PLACES_KNOWN) this.#known.clear()
    const place = { home, placeNumber: row.placeNumber, until }
    this.#known.set(tenantId, place)
    return place
  }
}

/** Also behind another: who swallows the first error hears later that the transaction has failed. */
function elsewhereOf(error: unknown): unknown {
  if (isElsewhere(error)) return error
  return error instanceof Error && isElsewhere(error.cause) ? error.cause : null
}

/** What a transaction over two clusters needs besides them. */
interface Across {
  readonly first: Home
  readonly onStep: ((step: JointStep) => Promise<void>) | undefined
  onUnknown(name: string): void
}

/**
 * Statements inside may fail without losing what the transaction did before: they are undone, and the error is thrown.
 * A conflict with another transaction still undoes the whole.
 */
export async function savepoint<T>(tx: WriteTx, fn: () => Promise<T>): Promise<T> {
  return wholeOf(tx, 'savepoint').savepoint(fn)
}

/**
 * The last that a transaction does: the statements that `fn` issues at once take COMMIT with them, which saves its round
 * trip. Where one of them fails all is undone, as ever; their answers come when they are committed. So what is made of
 * the answers may refuse nothing any more, and issue nothing: a further statement is an error, and comes too late.
 */
export async function lastly<T>(tx: WriteTx, fn: () => Promise<T>): Promise<T> {
  return wholeOf(tx, 'lastly').lastly(fn)
}

/** For whoever has something to do behind all others: lastly() leaves COMMIT to the end. */
export function keepOpen(tx: WriteTx): void {
  wholeOf(tx, 'keepOpen').keepOpen()
}

function wholeOf(tx: WriteTx, what: string): Whole {
  const transaction = transactions.get(tx.getExecutor())
  if (transaction === undefined) throw new Error(`${what}() needs the transaction that write() gave`)
  return transaction
}

/** Whether the tenant's rows lie on another cluster than the control plane, so that no statement can ask both. */
export function liesApart(tx: ReadTx): boolean {
  return apart.has(tx.getExecutor())
}

/** A value for a json or jsonb column. */
export function json(value: unknown): JsonParameter {
  return new JsonParameter(value)
}

/** `on`: of a tenant that is just being made. */
function tenantDb(
  placement: Placement,
  on: Home | null,
  across: Across,
  tenantId: TenantId,
  timeouts: Timeouts,
): TenantDb {
  const { first } = across
  const at = <T>(work: (place: Place) => Promise<T>): Promise<T> => {
    if (on !== null) return work({ home: on, placeNumber: null })
    const place = placement.placeOf(tenantId)
    return place instanceof Promise || place.placeNumber !== null ? placement.work(tenantId, work) : work(place)
  }
  const bound = ({ home, placeNumber }: Place, kind: QueryEvent['kind'], timeout?: number): Bound => ({
    kind,
    tenantId,
    bind: bindTenant(home.unnamed, timeouts, tenantId, kind === 'read', timeout, placeNumber),
  })
  const write: TenantDb['write'] = (fn, options) =>
    at((place) => {
      const timeout = options?.statementTimeout
      if (place.home === first) return transact(first, bound(place, 'write', timeout), fn)
      const there = bound({ home: first, placeNumber: null }, 'write', timeout)
      return transactAcross(place.home, bound(place, 'write', timeout), there, across, fn)
    })
  const read: TenantDb['read'] = (fn, options) =>
    at((place) => {
      const timeout = options?.statementTimeout
      const own = new Single(place.home, bound(place, 'read', timeout))
      if (place.home === first) return own.run(fn)
      return readAcross(own, new Single(first, bound({ home: first, placeNumber: null }, 'read', timeout)), fn)
    })
  return {
    tenantId,
    read,
    write,
    batch: (fn) =>
      at(async (place) => {
        const tx = kyselyOver({ add: () => Promise.reject(new Error('In a batch, return the statements unexecuted')) })
        const queries = fn(tx)
        const statements = queries.map((query) => statementOf(query.compile(tx)))
        if (place.home !== first && statements.some(({ text }) => asksControlPlane(text))) {
          return (await write(async (within) => {
            const rows: unknown[] = []
            for (const query of queries) rows.push((await within.executeQuery(query.compile(within))).rows)
            return rows
          })) as BatchRows<ReturnType<typeof fn>>
        }
        const results = await sendBatch(place.home, bound(place, 'batch'), statements)
        return results.map((result) => queryResult(result).rows) as BatchRows<ReturnType<typeof fn>>
      }),
    async *copyCsv(statement, userId) {
      const compiler = kyselyOver({ add: () => Promise.reject(new Error('A file is one statement')) })
      const query = statement.compile(compiler)
      const { home, placeNumber } = await at(async (place) => {
        // It cannot begin again elsewhere once somebody reads it: whether the tenant is here is asked before.
        if (place.placeNumber !== null)
          await new Single(place.home, bound(place, 'read')).run((tx) => sql`select 1`.execute(tx))
        return place
      })
      yield* copyRows(home.url, tenantId, query, {
        ...(userId === undefined ? {} : { userId }),
        entering: placeNumber === null ? '' : entering(pg.escapeLiteral(tenantId), placeNumber, true),
      })
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
// Two clusters cannot see that a transaction on both waits crosswise for another: the half on the first one gives up.
const LOCK_TIMEOUT = `set_config('lock_timeout','5s',true)`
const IDLE_TIMEOUT = `set_config('idle_in_transaction_session_timeout',$3,true)`

function bindTenant(
  unnamed: boolean,
  timeouts: Timeouts,
  tenant: string,
  readOnly: boolean,
  timeout?: number,
  placeNumber: number | null = null,
): Statement {
  if (typeof tenant !== 'string' || tenant === '') throw new TypeError('No tenant')
  const first = placeNumber === null ? BIND : `${BIND},${entering('$1', placeNumber, readOnly)}`
  return settings(first, tenant, readOnly, unnamed, timeouts, timeout)
}

/** Raises where the tenant does not lie any more; `tenant` is a parameter or a literal. */
function entering(tenant: string, placeNumber: number, readOnly: boolean): string {
  return `control.enter_place(${tenant},${Math.trunc(placeNumber)},${readOnly})`
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
    fallback_application_name: (options.clusters ?? []).length > 0 ? gatedConnection : 'learnt',
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
  readonly name: string
  readonly url: string
  readonly pool: pg.Pool
  readonly unnamed: boolean
  readonly #listeners: ReadonlySet<QueryListener>

  constructor(
    name: string,
    url: string,
    pool: pg.Pool,
    options: DatabaseOptions,
    listeners: ReadonlySet<QueryListener>,
  ) {
    this.name = name
    this.url = url
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
    unnamed = this.unnamed,
  ): Promise<Sent> {
    const flush = new Flush(statements, { before, unnamed })
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
        cluster: this.name,
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

/** Reads of a tenant that lies away from the control plane. */
async function readAcross<T>(own: Single, first: Single, fn: (tx: ReadTx) => Promise<T>): Promise<T> {
  const props = propsOver({ add: (statement) => (asksControlPlane(statement.text) ? first : own).add(statement) })
  apart.add(props.executor)
  try {
    return await fn(new Kysely<DB>(props))
  } finally {
    own.end()
    first.end()
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
const HAS_WRITTEN: Statement = { text: 'select pg_current_xact_id_if_assigned() is not null as wrote' }
const ATTEMPTS = 4

async function transact<T>(home: Home, bound: Bound, fn: (tx: WriteTx) => Promise<T>): Promise<T> {
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
async function transactAcross<T>(
  home: Home,
  bound: Bound,
  onFirst: Bound,
  { first, onStep, onUnknown }: Across,
  fn: (tx: WriteTx) => Promise<T>,
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

async function runWhole<T>(whole: Whole, fn: (tx: WriteTx) => Promise<T>): Promise<T> {
  const props = propsOver(whole)
  transactions.set(props.executor, whole)
  if (whole instanceof BothHalves) apart.add(props.executor)
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
const apart = new WeakSet<object>()

/** Answers the error, if there was one. A statement of its own, in no transaction: PostgreSQL wants it so. */
async function endPrepared(
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
  /^\s*(begin|start|commit|end|rollback|abort|savepoint|release|prepare|deallocate|discard(?! plans$)|set|reset|copy|listen|unlisten)\b/i

function statementOf({ sql, parameters }: CompiledQuery): Statement {
  if (BY_HAND.test(sql)) throw new Error(`Not by hand: ${sql.slice(0, 60)}; see database.ts`)
  return { text: sql, values: parameters }
}

function queryResult({ rows, rowCount, command }: StatementResult): QueryResult<Record<string, unknown>> {
  const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
  return changes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}
