import pg from 'pg'
import type { TenantId } from '../tenant-id.ts'
import type { Bound, Kind, Timeouts } from './binding.ts'
import { isConnectionLost, isDatabaseError } from './errors.ts'
import { Flush, type Statement } from './flush.ts'

export interface QueryEvent {
  readonly sql: string
  readonly kind: Kind
  readonly tenantId: TenantId | null
  /** Statements with the same number travelled together. */
  readonly flush: number
  readonly rows: number
  /** From sending the flush to its answer. */
  readonly milliseconds: number
  readonly error?: unknown
}

export type QueryListener = (event: QueryEvent) => void

export interface PoolOptions {
  /** True behind a pooler that moves transactions between connections. */
  readonly unnamed: boolean
  /** Hears of idle connections that broke; they are replaced by themselves. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined
  readonly timeouts: Timeouts
  readonly listeners: ReadonlySet<QueryListener>
}

/** How long a connection is kept that nobody needs: making one takes longer than what most are made for. */
export const IDLE_CONNECTION_MS = 60_000

/** Tells of idle connections of a pool that broke. */
export function hearOfLost(pool: pg.Pool, tell?: (error: Error) => void): void {
  // Without a listener the error event of a connection in use would end the process; its query fails by itself.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error: Error & { client?: unknown }) => {
    if (pool.ending) return // the database may stop before it has read that we go
    delete error.client // all that it consists of: pages of a log
    tell?.(error)
  })
}

/** Connections of one role, and what everything that runs on them shares. */
export class Pool {
  readonly unnamed: boolean
  readonly #connections: pg.Pool
  readonly #listeners: ReadonlySet<QueryListener>

  constructor(url: string, size: number, options: PoolOptions) {
    this.unnamed = options.unnamed
    this.#connections = openConnections(url, size, options)
    this.#listeners = options.listeners
  }

  get total(): number {
    return this.#connections.totalCount
  }

  get idle(): number {
    return this.#connections.idleCount
  }

  get waiting(): number {
    return this.#connections.waitingCount
  }

  connect(): Promise<pg.PoolClient> {
    return this.#connections.connect()
  }

  end(): Promise<void> {
    return this.#connections.end()
  }

  /** Sends statements in one flush. Answers what went wrong, with the statement's text on it as `query`. */
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

export interface Sent {
  readonly flush: Flush
  /** undefined when all went well. */
  readonly error: unknown
}

let flushNumber = 0

/** Gives the connection back; true when a transaction was left open on it, and it was thrown away for that. */
export function closeIfLeftOpen(client: pg.PoolClient): boolean {
  const open = client.getTransactionStatus() !== 'I'
  client.release(open)
  return open
}

function openConnections(url: string, size: number, options: PoolOptions): pg.Pool {
  const { timeouts } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: timeouts.connect,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
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
  hearOfLost(pool, options.onConnectionLost)
  return pool
}
