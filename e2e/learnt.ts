import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Tie, tieToUs } from '../apps/server/test/tie.ts'

const root = join(import.meta.dirname, '..')
const main = join(root, 'apps/server/dist/main.js')

export interface Learnt {
  readonly url: string
  readonly contentUrl: string
  readonly dataDir: string
  readonly settings: Record<string, string>
  /** Its output so far. */
  readonly output: () => string
  /** Process id of the server; a new one after a restart. */
  readonly pid: () => number
  /** Kills the process. */
  kill(): Promise<void>
  /** Stops it in order; its data stay. */
  end(): Promise<void>
  /** Starts it again on the same data and ports. */
  restart(): Promise<void>
  /** Stops it in order and removes its data. */
  stop(): Promise<void>
}

/**
 * A Learnt of its own on free ports and in an empty folder, as `npm start` runs it. With `demo` it has the seeded
 * tenants and their known accounts; with `copyOf` it starts on a copy of another one's folder.
 */
export async function startLearnt(
  of: { demo?: boolean; copyOf?: string; settings?: Record<string, string> } = {},
): Promise<Learnt> {
  const dataDir = mkdtempSync(join(tmpdir(), 'learnt-e2e-'))
  const tie = tieLearnt(dataDir)
  // keeps owners, because PostgreSQL refuses to run as root
  if (of.copyOf) execFileSync('cp', ['-a', `${of.copyOf}/.`, dataDir])
  // PostgreSQL's own user must be able to enter it, else the database would be stored elsewhere
  chmodSync(dataDir, 0o755)
  const [port, contentPort] = [await freePort(), await freePort()]
  const settings: Record<string, string> = {
    PORT: String(port),
    CONTENT_PORT: String(contentPort),
    DATA_DIR: dataDir,
    LEARNT_DEMO: of.demo === false ? 'off' : 'on',
    LOG_LEVEL: 'warn',
    ...of.settings,
  }
  let output = ''
  let child: ChildProcess

  const start = async () => {
    child = spawn(process.execPath, [main, 'start'], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    tie(child.pid as number)
    const mine = child
    for (const stream of [mine.stdout, mine.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const began = Date.now()
    for (;;) {
      if (mine.exitCode !== null) throw new Error(`Learnt did not start:\n${output}`)
      if (await answers(`http://localhost:${settings.PORT}/readyz`)) return
      if (Date.now() - began > 240_000) throw new Error(`Learnt did not get ready:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })

  await start()
  return {
    url: `http://localhost:${port}`,
    contentUrl: `http://127.0.0.1:${contentPort}`,
    dataDir,
    settings,
    output: () => output,
    pid: () => child.pid as number,
    kill: () => end('SIGKILL'),
    end: () => end('SIGTERM'),
    restart: start,
    async stop() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
      tie(null)
    },
  }
}

/** When this process ends: kills its server, ends its PostgreSQL, and removes the folder. */
export function tieLearnt(dataDir: string): Tie {
  const postgres = 'read -r pid < "$1/postgres/data/postmaster.pid" && kill -QUIT "$pid"'
  return tieToUs(`${postgres}; sleep 1; rm -rf "$1"`, dataDir)
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (reply) => reply.ok,
    () => false,
  )
}

const givenPorts = new Set<number>()

/** Below the range of client ports, so that no connection takes it meanwhile; never the same one twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 21_000 + Math.floor(Math.random() * 9000)
    if (givenPorts.has(port)) continue
    givenPorts.add(port)
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
