import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDocumentedRoles } from '../../apps/server/test/given/documented-roles.ts'
import { tieToUs } from '../../apps/server/test/tie.ts'
import { freePort } from '../learnt.ts'

/** A PostgreSQL that is not Learnt's own, with the roles of docs/operating.md. */
export interface OwnPostgres {
  version: string
  /** For DATABASE_URL. */
  webUrl: string
  /** For DATABASE_ADMIN_URL. */
  ownerUrl: string
  superuserUrl: string
  port: number
  /** Of the postmaster; a new one after a restart. */
  pid(): number
  /** Runs SQL as the superuser, in the database `learnt`. */
  run(sql: string): string
  /** Waits until it answers; restarts it if it has ended, as an operator's supervisor would. */
  revive(): Promise<void>
  stop(): Promise<void>
}

export interface FoundPostgres {
  folder: string
  version: string
}

/** The programs of an installed PostgreSQL, the oldest supported version first; null without one. */
export function findPostgres(): FoundPostgres | null {
  const versioned = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'bin')) : []
  const folders = [
    process.env.LEARNT_POSTGRES_BIN ?? '',
    ...versioned('/usr/lib/postgresql'),
    ...[15, 16, 17, 18].flatMap((major) => [
      `/usr/pgsql-${major}/bin`,
      `/opt/homebrew/opt/postgresql@${major}/bin`,
      `/usr/local/opt/postgresql@${major}/bin`,
    ]),
    ...(process.env.PATH ?? '').split(':'),
  ]
  const found = folders.flatMap((folder) => {
    const program = join(folder, 'postgres')
    if (
      folder === '' ||
      !existsSync(program) ||
      !existsSync(join(folder, 'initdb')) ||
      !existsSync(join(folder, 'psql'))
    )
      return []
    const version =
      /(\d+)(\.\d+)?/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0] ?? '0'
    return Number.parseInt(version, 10) >= 15 ? [{ folder, version }] : []
  })
  return found.toSorted((a, b) => Number.parseFloat(a.version) - Number.parseFloat(b.version))[0] ?? null
}

/**
 * A fresh cluster on a port of its own, with the two roles and the database of the operators' guide. `environment` is
 * added to that of its processes.
 */
export async function startPostgres(
  { folder: programs, version }: FoundPostgres,
  environment: Record<string, string> = {},
): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'learnt-pg-'))
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  chmodSync(folder, 0o755)
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const secret = randomBytes(12).toString('hex')
  const secretFile = join(folder, 'secret')
  writeFileSync(secretFile, secret)
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${secretFile}`, '--encoding=UTF8', '--locale=C'],
    { ...account, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const log = openSync(join(folder, 'log'), 'a')
  const words = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'max_connections=200',
  ]
  const tie = tieToUs('sleep 1; rm -rf "$1"', folder)
  const launch = () => {
    const postgres = spawn(join(programs, 'postgres'), words, {
      ...account,
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, log],
    })
    tie(postgres.pid as number)
    return postgres
  }
  let child = launch()
  const address = (database: string) => `postgres://postgres:${secret}@127.0.0.1:${port}/${database}`
  const ask = (sql: string, database: string) =>
    spawnSync(join(programs, 'psql'), [address(database), '-v', 'ON_ERROR_STOP=1', '-Atc', sql], {
      encoding: 'utf8',
    })
  const answers = async () => {
    for (let waited = 0; ask('select 1', 'postgres').status !== 0; waited++) {
      if (child.exitCode !== null || waited > 300) throw new Error(`PostgreSQL ${version} did not start in ${folder}`)
      await sleep(100)
    }
  }
  await answers()
  const superuserUrl = address('learnt')
  const { appUrl, adminUrl } = await makeDocumentedRoles({ superuserUrl })
  return {
    version,
    webUrl: appUrl,
    ownerUrl: adminUrl,
    superuserUrl,
    port,
    pid: () => child.pid as number,
    async revive() {
      for (let waited = 0; ask('select 1', 'postgres').status !== 0; waited++) {
        if (waited > 600) throw new Error(`PostgreSQL ${version} did not come back in ${folder}`)
        if (child.exitCode !== null || child.signalCode !== null) child = launch()
        await sleep(100)
      }
    },
    run(sql) {
      const { status, stdout, stderr } = ask(sql, 'learnt')
      if (status !== 0) throw new Error(stderr)
      return stdout.trim()
    },
    async stop() {
      const ended = new Promise((done) =>
        child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done(null),
      )
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
      tie(null)
    },
  }
}
