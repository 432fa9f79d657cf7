import type pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { createDatabase, type Database, type DatabaseOptions } from '../src/platform/db/database.ts'
import type { QueryEvent } from '../src/platform/db/pool.ts'
import { ask, connected } from './connection.ts'
import { inDatabase } from './global-setup.ts'
import { asksBothSides } from './sides.ts'

export interface TestDatabase {
  readonly db: Database
  /** The owner's URL: not a superuser, so row security binds it too. */
  readonly adminUrl: string
  readonly appUrl: string
}

let ofThisFile: Promise<TestDatabase> | undefined

/**
 * The migrated database of this worker. Files that run one after the other on a worker share it, so a test makes itself
 * a tenant of its own and never cleans up.
 * Files that run beside each other have databases of their own on one server: a look into `pg_stat_activity` or `pg_locks`
 * asks for its own database only, or it finds, and may end, the connections of another file.
 */
export function testDatabase(): Promise<TestDatabase> {
  ofThisFile ??= open(`worker_${process.env.VITEST_POOL_ID ?? '1'}`, {})
  return ofThisFile
}

/** A migrated database that nobody else sees, for tests that change the schema or count connections. */
export function freshDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  return open(`own_${process.env.VITEST_POOL_ID ?? '1'}_${process.pid}_${++made}`, options)
}

/** An empty database, not migrated. */
export async function emptyDatabase(): Promise<{ adminUrl: string; appUrl: string }> {
  const cluster = clusterOfRun()
  const name = `${cluster.prefix}_empty_${process.env.VITEST_POOL_ID ?? '1'}_${process.pid}_${++made}`
  await ask(inDatabase(cluster.adminUrl, 'postgres'), `create database ${name}`)
  return { adminUrl: inDatabase(cluster.adminUrl, name), appUrl: inDatabase(cluster.appUrl, name) }
}

/** The statements that ran while `work` did, of this database only. */
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

/** Runs statements as the owner of this worker's database: for what only an import or an operator can bring about. */
export async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return connected((await testDatabase()).adminUrl, work)
}

/** Process ids of what waits for a lock in the database at `url`, once there are `count` of them. */
export function untilLocked(url: string, count = 1): Promise<number[]> {
  return untilFound(
    url,
    count,
    // NOTE a row's lock is waited for by the transaction that holds it, which has no database of its own in pg_locks
    `select distinct pid from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database()`,
  )
}

/** Those that wait in `pg_sleep()`; `url` is that of the role whose statements they are. */
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

let made = 0

async function open(suffix: string, options: Partial<DatabaseOptions>): Promise<TestDatabase> {
  const cluster = clusterOfRun()
  const name = `${cluster.prefix}_${suffix}`
  await cloneTemplate(cluster.adminUrl, cluster.template, name)
  const adminUrl = inDatabase(cluster.adminUrl, name)
  const appUrl = inDatabase(cluster.appUrl, name)
  const db = createDatabase({ url: appUrl, adminUrl, poolSize: 5, ...options })
  const mixed = new Set<string>()
  db.observe(({ sql, kind }) => void (kind !== 'system' && asksBothSides(sql) && mixed.add(sql)))
  afterAll(async () => {
    await db.end()
    expect([...mixed], 'statements that ask tenant tables and the control plane at once').toEqual([])
  })
  return { db, adminUrl, appUrl }
}

async function cloneTemplate(adminUrl: string, template: string, name: string): Promise<void> {
  const server = inDatabase(adminUrl, 'postgres')
  for (let attempt = 1; ; attempt++) {
    try {
      await ask(server, `create database ${name} template ${template}`)
      // a clone does not inherit the settings of its template
      await ask(server, `alter database ${name} set timezone = 'UTC'`)
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === '42P04') return // another file of this worker made it
      // 55006: another worker is cloning the template at this moment
      if (code !== '55006' || attempt >= 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function clusterOfRun() {
  const cluster = inject('learntTestCluster')
  if (cluster === undefined)
    throw new Error(`The server project of vitest.config.ts lacks globalSetup: ['test/global-setup.ts']`)
  return cluster
}
