import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../learnt.ts'

/** A real PgBouncer on this machine. */
export interface Pooler {
  /** The given address, through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** The path of the program; null where it is not installed. */
export function findPgBouncer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  const places = [process.env.LEARNT_PGBOUNCER ?? '', ...folders.map((folder) => join(folder, 'pgbouncer'))]
  return places.find((place) => place !== '' && existsSync(place)) ?? null
}

/** In transaction mode before the database at `url`, with `size` connections to it. */
export async function startPgBouncer(program: string, url: string, size: number): Promise<Pooler> {
  const target = new URL(url)
  const database = target.pathname.slice(1)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'learnt-pgbouncer-'))
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${decodeURIComponent(target.username)}" "${decodeURIComponent(target.password)}"\n`)
  writeFileSync(
    settings,
    `[databases]
${database} = host=127.0.0.1 port=${target.port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 200
`,
  )
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  chmodSync(folder, 0o755)
  if (account.uid !== undefined) for (const path of [folder, users, settings]) chownSync(path, account.uid, account.gid)
  let said = ''
  const child: ChildProcess = spawn(program, [settings], { ...account, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  for (let tries = 0; !(await answers(port)); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error(`PgBouncer did not start:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const through = new URL(url)
  through.port = String(port)
  through.search = ''
  return {
    url: through.href,
    async stop() {
      await new Promise<void>((resolve) => {
        if (child.exitCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
