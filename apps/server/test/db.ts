import type pg from 'pg'
import { expect, inject } from 'vitest'
import { createDatabase, type Database, type DatabaseOptions } from '../src/platform/db/database.ts'
import type { QueryEvent } from '../src/platform/db/pool.ts'
import { ask, connected } from './connection.ts'
import { atEndOfFile, oncePerFile } from './end-of-file.ts'
import { inDatabase } from './global-setup.ts'
import { asksBothSides } from './sides.ts'

export interface TestDatabase {
  readonly db: Database
  /** The owner's URL: not a superuser, so row security binds it too. */
  readonly adminUrl: string
  readonly appUrl: string
}

/**
 * The migrated database of this file. Each test makes a tenant of its own and never cleans up. Parallel files have
 * databases of their own on one server, so a query of `pg_stat_activity` or `pg_locks` must filter by its own database.
 * Else it finds, and may end, connections of another file.
 */
export const testDatabase = oncePerFile(() => freshDatabase())

/** A migrated database for one test, such as one that changes the schema or counts connections. */
export async function freshDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  const { adminUrl, appUrl } = await create(`template ${clusterOfRun().template}`)
  const db = createDatabase({ url: appUrl, adminUrl, poolSize: 5, ...options })
  const mixed = new Set<string>()
  db.observe(({ sql, kind }) => void (kind !== 'system' && asksBothSides(sql) && mixed.add(sql)))
  atEndOfFile(async () => {
    await db.end()
    expect([...mixed], 'statements that ask tenant tables and the control plane at once').toEqual([])
  })
  return { db, adminUrl, appUrl }
}

/** An empty database, not migrated. */
export function emptyDatabase(): Promise<{ adminUrl: string; appUrl: string }> {
  return create('')
}

let made = 0

/** A database that is removed at the end of the file. */
async function create(how: string): Promise<{ adminUrl: string; appUrl: string }> {
  const { adminUrl, appUrl, prefix } = clusterOfRun()
  const server = inDatabase(adminUrl, 'postgres')
  const name = `${prefix}_${process.pid}_${++made}`
  // FILE_COPY takes a third of the processor time of the default, which copies page by page.
  await ask(server, `create database ${name} ${how} strategy file_copy`)
  // a clone does not inherit the settings of its template
  await ask(server, `alter database ${name} set timezone = 'UTC'`)
  atEndOfFile(async () => {
    // PostgreSQL waits five seconds for connected clients. A database that it cannot drop disappears with the whole
    // server.
    await ask(server, `drop database if exists ${name}`).catch((error) => {
      if (error.code !== '55006') throw error
    })
  })
  return { adminUrl: inDatabase(adminUrl, name), appUrl: inDatabase(appUrl, name) }
}

/** The statements that ran in this database during `work`. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<QueryEvent[]> {
  const events: QueryEvent[] = []
  const stop = db.observe((event) => events.push(event))
  try {
    await work()
  } finally {
    stop()
  }
  return events
}

/** Runs statements as the owner of this file's database, for states that only an import or an operator can cause. */
export async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return connected((await testDatabase()).adminUrl, work)
}

/** Process ids of backends that wait for a lock in the database at `url`, once there are `count` of them. */
export function untilLocked(url: string, count = 1): Promise<number[]> {
  return untilFound(
    url,
    count,
    // NOTE a row lock waits for the transaction that holds it, and that entry has no database in pg_locks
    `select distinct pid from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database()`,
  )
}

/** Backends that wait in `pg_sleep()`; `url` is the address of the role that runs the statements. */
export function untilAsleep(url: string, count = 1): Promise<number[]> {
  return untilFound(
    url,
    count,
    `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  )
}

function untilFound(url: string, count: number, statement: string): Promise<number[]> {
  return connected(url, async (client) => {
    for (const began = performance.now(); performance.now() - began < 60_000; ) {
      const { rows } = await client.query<{ pid: number }>(statement)
      if (rows.length >= count) return rows.map(({ pid }) => pid)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('Nobody waited')
  })
}

function clusterOfRun() {
  const cluster = inject('learntTestCluster')
  if (cluster === undefined)
    throw new Error(`The server project of vitest.config.ts lacks globalSetup: ['test/global-setup.ts']`)
  return cluster
}
