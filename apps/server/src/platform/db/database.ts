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
// A tenant may lie on another cluster than the control plane (clusters.ts, placement.ts). Nobody who reads or writes it need know: each
// statement goes where it belongs. So one statement asks either tenant tables or functions of the control plane.
import {
  type Compilable,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { TenantId } from '../tenant/tenant-id.ts'
import { asRelay, type Bound, bindTenant, entering, type Timeouts } from './binding.ts'
import {
  asksControlPlane,
  type Ends,
  firstCluster,
  isEndedAlready,
  type JointStep,
  readJointName,
  type Settled,
  settle as settleJoint,
} from './clusters.ts'
import { control, pause, readAcross, Single, sendBatch } from './collector.ts'
import { copyRows } from './copy-rows.ts'
import { kyselyOver, queryResult, statementOf } from './kysely.ts'
import { type Place, Placement } from './placement.ts'
import { Home, openPool, type QueryEvent, type QueryListener } from './pool.ts'
import type { DB } from './rows.ts'
import { type Across, endPrepared, transact, transactAcross } from './transaction.ts'
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

const SYSTEM_POOL_SIZE = 4

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
