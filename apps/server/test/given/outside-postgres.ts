import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts'
import { reachDatabase } from '../../src/platform/db/reach.ts'
import { ask } from '../connection.ts'
import { atEndOfFile } from '../end-of-file.ts'
import { makeScratchFolder } from '../scratch.ts'

/** Where Debian installs PostgreSQL 15. */
const debian15 = '/usr/lib/postgresql/15/bin'
export const hasPostgres15 = existsSync(join(debian15, 'initdb'))

/** A server that Learnt did not set up, like an operator's: a superuser and none of our roles. */
export interface OutsidePostgres {
  readonly superuserUrl: string
}

/** PostgreSQL 18 from the binaries that come with Learnt, without the roles that Learnt gives its own. */
export async function givenPostgres18(): Promise<OutsidePostgres> {
  const server = await startEmbeddedPostgres({ dataDir: await makeScratchFolder(), fsync: false, log: () => {} })
  atEndOfFile(() => server.stop())
  const { superuser } = JSON.parse(readFileSync(join(server.folder, 'secret.json'), 'utf8')) as { superuser: string }
  const url = new URL(server.adminUrl)
  url.username = 'postgres'
  url.password = superuser
  url.pathname = '/postgres'
  await ask(url.href, 'drop database learnt')
  for (const role of ['learnt_web', 'learnt_owner', 'learnt_relay', 'learnt_app'])
    await ask(url.href, `drop role ${role}`)
  return { superuserUrl: url.href }
}

/** PostgreSQL 15 from Debian's package, where it is installed. */
export async function givenPostgres15(): Promise<OutsidePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'learnt-test-'))
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if (account.uid) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const words = [
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  const made = spawnSync(join(debian15, 'initdb'), words, { ...account, cwd: folder, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  const port = await freePort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const server = spawn(
    join(debian15, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
    { ...account, cwd: folder, stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  atEndOfFile(async () => {
    server.kill('SIGINT')
    await ended
    spawnSync('rm', ['-rf', folder])
  })
  const superuserUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  await reachDatabase('DATABASE_URL', superuserUrl, { seconds: 60, say: () => {} })
  return { superuserUrl }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
