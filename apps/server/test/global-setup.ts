import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { connected } from './connection.ts'
import { clearOldFolders } from './old-folders.ts'

export interface TestCluster {
  /** Owner of the template and its clones; may create databases. */
  readonly adminUrl: string
  /** The application's login, bound by row security. */
  readonly appUrl: string
  /** A migrated database to clone. */
  readonly template: string
  /** Prefix of every database name of this run. */
  readonly prefix: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    learntTestCluster: TestCluster
    /** Where tests make their folders; removed after the run. */
    learntScratchFolder: string
  }
}

/**
 * One PostgreSQL for the whole run: the one of LEARNT_TEST_DATABASE_ADMIN_URL, or the embedded one in a temporary
 * folder, without fsync. Everything that the run made is removed afterwards.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  clearOldFolders()
  const given = process.env.LEARNT_TEST_DATABASE_ADMIN_URL
  const server = given === undefined || given === '' ? await startOwn() : await prepareGiven(given)
  const prefix = `learnt_test_${randomBytes(4).toString('hex')}`
  const template = `${prefix}_template`
  try {
    await withAdmin(server.adminUrl, (admin) => admin.query(`create database ${template}`))
    await migrate({ adminUrl: inDatabase(server.adminUrl, template), appRole: new URL(server.appUrl).username })
  } catch (error) {
    await server.stop()
    throw error
  }
  const scratch = await mkdtemp(join(tmpdir(), 'learnt-test-'))
  project.provide('learntScratchFolder', scratch)
  project.provide('learntTestCluster', { adminUrl: server.adminUrl, appUrl: server.appUrl, template, prefix })

  return async () => {
    if (given !== undefined && given !== '') {
      await withAdmin(server.adminUrl, async (admin) => {
        const { rows } = await admin.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
        for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
      })
    }
    await server.stop()
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

export function inDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

interface Server {
  readonly adminUrl: string
  readonly appUrl: string
  stop(): Promise<void>
}

async function startOwn(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'learnt-test-'))
  const lines: string[] = []
  try {
    const embedded = await startEmbeddedPostgres({
      dataDir: folder,
      fsync: false,
      log: (line) => lines.push(line),
    })
    return {
      adminUrl: embedded.adminUrl,
      appUrl: embedded.appUrl,
      async stop() {
        await embedded.stop()
        await rm(folder, { recursive: true, force: true })
        await rm(embedded.folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    console.error(lines.join('\n'))
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

// Row security does not apply to superusers, so the tests own their databases as an ordinary role.
async function prepareGiven(url: string): Promise<Server> {
  const password = randomBytes(12).toString('hex')
  const [owner, web] = ['learnt_test_owner', 'learnt_test_web']
  await withAdmin(url, async (admin) => {
    await admin.query('select pg_advisory_lock(5499132746186)') // two runs on one server make the same roles
    for (const [role, rights] of [
      ['learnt_app', 'nologin'],
      ['learnt_relay', 'nologin'],
      [owner, 'login noinherit createrole createdb'],
      [web, 'login'],
    ]) {
      await admin.query(
        `do $$ begin if to_regrole('${role}') is null then create role ${role} ${rights}; end if; end $$`,
      )
    }
    await admin.query(`grant learnt_relay to ${owner}`)
    await admin.query(`grant learnt_app to ${web}`)
    // the same for parallel runs, so that none locks the other out
    const { rows } = await admin.query(`select shobj_description('${owner}'::regrole, 'pg_authid') as secret`)
    if (rows[0]?.secret) return
    await admin.query(`alter role ${owner} password '${password}'`)
    await admin.query(`alter role ${web} password '${password}'`)
    await admin.query(`comment on role ${owner} is '${password}'`)
  })
  const secret = await withAdmin(url, (admin) =>
    admin.query(`select shobj_description('${owner}'::regrole, 'pg_authid') as secret`),
  )
  return {
    adminUrl: asRole(url, owner, secret.rows[0].secret),
    appUrl: asRole(url, web, secret.rows[0].secret),
    stop: async () => {},
  }
}

function asRole(url: string, role: string, password: string): string {
  const changed = new URL(url)
  changed.username = role
  changed.password = password
  return changed.href
}

const withAdmin = <T>(url: string, work: (admin: pg.Client) => Promise<T>) =>
  connected(inDatabase(url, 'postgres'), work)
