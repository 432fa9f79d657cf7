import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type DataDirLock, isLockHolder, type LockHolder, lockDataDir } from './data-dir-lock.ts'
import {
  type Account,
  canEnter,
  DatabaseStartError,
  databaseAccount,
  findPostgresBinaries,
  preparePrograms,
} from './embedded-programs.ts'

export interface EmbeddedPostgres {
  /** For the application: `learnt_web`, a member of `learnt_app`, without rights of its own. */
  appUrl: string
  /** For migrations: `learnt_owner`, which owns the database and may create roles, but is no superuser. */
  adminUrl: string
  port: number
  /** Of the postmaster; changes when it had to be started again. */
  readonly pid: number
  /** It was running already, left behind by a killed process, or (`joined`) belongs to a live one. */
  adopted: boolean
  joined: boolean
  /** Where the database's files are. */
  folder: string
  /** Also releases the folder. A joined database keeps running. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: (line: string) => void
  /** False trades the survival of a power cut for speed: tests only. */
  fsync?: boolean
  /** Whether it ends when this process is killed, instead of waiting to be adopted. By default only without fsync. */
  endsWithParent?: boolean
  /** `join` connects to the database of a Learnt that runs on the same folder; `refuse` (default) throws. */
  ifRunning?: 'refuse' | 'join'
  /**
   * Runs while PostgreSQL starts: slow work that needs no database. Skipped if it runs already, and repeated if it
   * starts twice. Its failure is not reported; the caller meets it by doing the work again.
   */
  meanwhile?: () => Promise<unknown>
}

interface Secret {
  superuser: string
  owner: string
  web: string
}

interface Postmaster {
  pid: number
  port: number
  status: string
}

const database = 'learnt'
const major = '18'
/** Below the range that clients are given (32768 and up), where a port that was free may be taken by a connection. */
const ports = { first: 15432, last: 29999 }
const startLimitMs = 120_000

/**
 * Starts the PostgreSQL that comes with Learnt on `dataDir`, or adopts the one that a killed Learnt left running there,
 * and starts it again should it die. Throws `DatabaseStartError`, whose message is for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, fsync = true, endsWithParent = !fsync, ifRunning = 'refuse', meanwhile } = options
  const binaries = findPostgresBinaries()
  const account = databaseAccount()
  const dataDir = makeFolder(options.dataDir)
  const lock = await lockOf(dataDir)

  if (isLockHolder(lock)) {
    if (ifRunning === 'join') return joinRunning(findHome(dataDir, account, log), lock.pid)
    throw new DatabaseStartError(
      `Another Learnt${lock.pid ? ` (process ${lock.pid}, since ${lock.since})` : ''} is running on ${dataDir}. Stop it first, or give this one a folder and ports of its own: DATA_DIR=./data2 PORT=3010 CONTENT_PORT=3011`,
    )
  }

  try {
    const home = findHome(dataDir, account, log)
    const programs = preparePrograms(binaries, home, account, log)
    const secret = readSecret(home)
    const server = new Server({
      home,
      programs,
      account,
      fsync,
      endsWithParent,
      log,
      secret,
      meanwhile,
    })
    if (!existsSync(join(home, 'data'))) server.initialise()
    server.checkVersion()
    const adopted = await server.adoptOrStart()
    // Beside each other, by the port: a connection takes longer to make than what is asked over it.
    await Promise.all([server.findSocket(), prepareDatabase(server.superuserUrl('postgres'), secret)])
    server.supervise()
    return {
      appUrl: server.url('learnt_web', secret.web),
      adminUrl: server.url('learnt_owner', secret.owner),
      port: server.port,
      get pid() {
        return server.pid
      },
      adopted,
      joined: false,
      folder: home,
      async stop() {
        await server.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw explained(error, dataDir)
  }
}

/** Connects to the database of the live Learnt that holds the folder; it may be just starting. */
async function joinRunning(home: string, holder: number): Promise<EmbeddedPostgres> {
  const until = performance.now() + startLimitMs
  while (performance.now() < until) {
    const postmaster = readPostmaster(home)
    if (postmaster?.status === 'ready' && existsSync(join(home, 'secret.json'))) {
      const secret = readSecret(home)
      const socket = await findSocket(home, addressOf(postmaster.port, 'learnt_web', secret.web, database))
      const url = (user: string, password: string) => addressOf(postmaster.port, user, password, database, socket)
      if (await answers(url('learnt_web', secret.web))) {
        return {
          appUrl: url('learnt_web', secret.web),
          adminUrl: url('learnt_owner', secret.owner),
          port: postmaster.port,
          pid: postmaster.pid,
          adopted: true,
          joined: true,
          folder: home,
          stop: async () => {},
        }
      }
    }
    await sleep(100)
  }
  throw new DatabaseStartError(
    `Learnt runs (process ${holder}) but its database does not answer. Look at ${join(home, 'postgres.log')}, or stop that process and try again.`,
  )
}

interface ServerParts {
  home: string
  programs: string
  account: Account | undefined
  fsync: boolean
  endsWithParent: boolean
  log: (line: string) => void
  secret: Secret
  meanwhile: (() => Promise<unknown>) | undefined
}

class Server {
  readonly home: string
  readonly data: string
  port = 0
  pid = 0
  private socket: string | undefined
  private readonly parts: ServerParts
  private readonly logFile: string
  private child: ChildProcess | undefined
  private watcher: ChildProcess | undefined
  private stopping = false
  private supervision: Promise<void> | undefined
  private readonly stopSignal = new AbortController()

  constructor(parts: ServerParts) {
    this.parts = parts
    this.home = parts.home
    this.data = join(parts.home, 'data')
    this.logFile = join(parts.home, 'postgres.log')
  }

  url(user: string, password: string): string {
    return addressOf(this.port, user, password, database, this.socket)
  }

  superuserUrl(name: string): string {
    return addressOf(this.port, 'postgres', this.parts.secret.superuser, name, this.socket)
  }

  /** Once it runs. It comes back under the same port, and so under the same socket. */
  async findSocket(): Promise<void> {
    this.socket = await findSocket(this.home, this.superuserUrl('postgres'))
  }

  /** Makes the cluster beside its place and moves it there when whole, so that a killed first start is done again. */
  initialise(): void {
    const { home, account, secret, fsync, log } = this.parts
    log(`Creating the database in ${this.data}`)
    for (const name of readdirSync(home))
      if (/^data\.new-/.test(name)) rmSync(join(home, name), { recursive: true, force: true })
    const fresh = join(home, `data.new-${process.pid}`)
    const passwordFile = join(home, `password-${process.pid}`)
    mkdirSync(fresh, { mode: 0o700 })
    writeFileSync(passwordFile, `${secret.superuser}\n`, { mode: 0o600 })
    if (account) for (const path of [fresh, passwordFile]) chownSync(path, account.uid, account.gid)
    try {
      const result = spawnSync(
        this.program('initdb'),
        [
          `--pgdata=${fresh}`,
          '--username=postgres',
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale-provider=builtin',
          '--locale=C.UTF-8',
          '--builtin-locale=C.UTF-8',
          '--data-checksums',
          '--no-instructions',
          ...(fsync ? [] : ['--no-sync']),
        ],
        { ...this.user(), cwd: home, env: this.environment(), encoding: 'utf8' },
      )
      if (result.status !== 0) {
        const words = `${result.error?.message ?? ''}\n${result.stdout ?? ''}\n${result.stderr ?? ''}`.trim()
        throw new DatabaseStartError(`PostgreSQL could not create its folder ${this.data}.\n${lastLines(words, 12)}`)
      }
      renameSync(fresh, this.data)
    } finally {
      rmSync(passwordFile, { force: true })
      rmSync(fresh, { recursive: true, force: true })
    }
  }

  checkVersion(): void {
    const found = readFileSync(join(this.data, 'PG_VERSION'), 'utf8').trim()
    if (found !== major)
      throw new DatabaseStartError(
        `The database in ${this.data} was made by PostgreSQL ${found}; this Learnt brings PostgreSQL ${major}. Start it with the version of Learnt that made it, export, and import here; or set DATABASE_URL.`,
      )
  }

  /** True when a running one was adopted. */
  async adoptOrStart(): Promise<boolean> {
    const until = performance.now() + startLimitMs
    while (true) {
      const running = readPostmaster(this.home)
      if (!running || !isPostgres(running.pid, this.data)) break
      this.port = running.port
      this.pid = running.pid
      if (running.status === 'ready' && (await answers(this.superuserUrl('postgres')))) {
        this.parts.log(`Found the database of an earlier run still working (process ${running.pid}) and took it over`)
        return true
      }
      if (performance.now() > until)
        throw new DatabaseStartError(
          `A PostgreSQL left over from an earlier run (process ${running.pid}) holds ${this.data} and does not answer. Stop it with: kill -INT ${running.pid}`,
        )
      await sleep(50)
    }
    await this.start()
    return false
  }

  /** `again`: clients already have the database's address, so it must come back under the same one. */
  private async start({ again = false } = {}): Promise<void> {
    const until = performance.now() + startLimitMs
    if (!again) this.port = await choosePort(this.home, this.port)
    while (true) {
      const logStart = this.openLog()
      const output = openSync(this.logFile, 'a', 0o600)
      const child = spawn(this.program('postgres'), this.args(), {
        ...this.user(),
        cwd: this.home,
        env: this.environment(),
        // A group of its own: Ctrl-C in the terminal must reach us first, so that work in hand is finished.
        detached: true,
        stdio: ['ignore', output, output],
      })
      closeSync(output)
      child.unref()
      this.child = child
      if (this.parts.endsWithParent && child.pid) this.tieToUs(child.pid)
      const [outcome] = await Promise.all([
        this.waitUntilReady(child, until),
        again ? undefined : this.parts.meanwhile?.().catch(() => {}),
      ])
      if (outcome === 'ready') {
        this.pid = child.pid ?? 0
        writeFileSync(join(this.home, 'port'), `${this.port}\n`)
        return
      }
      this.child = undefined
      const words = this.logSince(logStart)
      if (performance.now() < until && !this.stopping) {
        const isTaken = /Address already in use/.test(words)
        if (isTaken && !again) {
          this.port = await choosePort(this.home, 0)
          continue
        }
        // The children of a killed postmaster need a moment to notice, and hold its memory until then; one that was just
        // born, its address too.
        if (isTaken || /pre-existing shared memory block/.test(words)) {
          await sleep(100)
          continue
        }
      }
      throw new DatabaseStartError(
        `PostgreSQL did not start${outcome === 'late' ? ` within ${startLimitMs / 1000} seconds` : ''}. ${remedy(words, this.home)}\nThe last lines of ${this.logFile}:\n${lastLines(words, 12)}`,
      )
    }
  }

  /** A shell that waits for our end of its input to close, which happens in every kind of exit. */
  private tieToUs(pid: number): void {
    this.watcher?.kill('SIGKILL')
    const words = ['-c', 'read -r _; kill -INT "$0"', String(pid)]
    this.watcher = spawn('/bin/sh', words, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
    this.watcher.unref()
    this.watcher.stdin?.on('error', () => {})
    ;(this.watcher.stdin as unknown as { unref?(): void }).unref?.()
  }

  private async waitUntilReady(child: ChildProcess, until: number): Promise<'ready' | 'ended' | 'late'> {
    let ended = false
    child.once('error', (error) => {
      ended = true
      writeFileSync(this.logFile, `${error.message}\n`, { flag: 'a' })
    })
    child.once('exit', () => (ended = true))
    while (!ended) {
      const postmaster = readPostmaster(this.home)
      if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return 'ready'
      if (performance.now() > until) {
        child.kill('SIGINT')
        return 'late'
      }
      await sleep(5)
    }
    return 'ended'
  }

  /** Starts it again when it dies unasked: a killed postmaster recovers from its log in well under a second. */
  supervise(): void {
    this.supervision = (async () => {
      while (!this.stopping) {
        await this.exited(this.stopSignal.signal)
        if (this.stopping) return
        this.parts.log(`The database (process ${this.pid}) ended unexpectedly; starting it again`)
        const began = performance.now()
        try {
          await this.start({ again: true })
          this.parts.log(
            `The database works again after ${Math.round(performance.now() - began)} ms (process ${this.pid})`,
          )
        } catch (error) {
          this.parts.log(`${error instanceof Error ? error.message : String(error)}\nTrying again in 5 seconds.`)
          await sleep(5000, undefined, { signal: this.stopSignal.signal }).catch(() => {})
        }
      }
    })()
  }

  /** Resolves when the postmaster has ended, or the signal fires. */
  private exited(signal: AbortSignal): Promise<void> {
    const child = this.child
    if (child) {
      return new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done()
        child.once('exit', () => done())
        signal.addEventListener('abort', () => done(), { once: true })
      })
    }
    return (async () => {
      // Unreferenced: waiting for an adopted database must not keep the process alive.
      while (!signal.aborted && isPostgres(this.pid, this.data))
        await sleep(500, undefined, { signal, ref: false }).catch(() => {})
    })()
  }

  /** Fast shutdown: connections are closed, open transactions rolled back, everything acknowledged is on disk. */
  async stop(): Promise<void> {
    if (this.stopping) return this.supervision
    this.stopping = true
    this.stopSignal.abort()
    await this.supervision
    this.watcher?.kill('SIGKILL')
    for (const [signal, patience] of [
      ['SIGINT', 60_000],
      ['SIGQUIT', 5000],
      ['SIGKILL', 5000],
    ] as const) {
      if (!this.isRunning()) return
      try {
        process.kill(this.pid, signal)
      } catch {
        return
      }
      const until = performance.now() + patience
      while (this.isRunning() && performance.now() < until) await sleep(10)
    }
  }

  private isRunning(): boolean {
    const child = this.child
    return child ? child.exitCode === null && child.signalCode === null : isPostgres(this.pid, this.data)
  }

  private program(name: string): string {
    return join(this.parts.programs, 'bin', name)
  }

  private user(): { uid?: number; gid?: number } {
    const { account } = this.parts
    return account ? { uid: account.uid, gid: account.gid } : {}
  }

  private environment(): Record<string, string> {
    const values: Record<string, string> = { PATH: '/usr/bin:/bin', HOME: this.home, LC_ALL: 'C' }
    // Process ids are used again. If the one in postmaster.pid is alive but no postgres, this tells PostgreSQL so; it
    // still checks the shared memory, so nothing has to be deleted.
    const stale = readPostmaster(this.home)?.pid
    if (stale && isAlive(stale) && !isPostgres(stale, this.data)) values.PG_GRANDPARENT_PID = String(stale)
    return values
  }

  private args(): string[] {
    const sockets = join(this.home, 'run')
    // A socket's path holds at most 107 bytes (103 on a Mac).
    const socketFits = Buffer.byteLength(join(sockets, `.s.PGSQL.${this.port}`)) < 100
    const settings: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: socketFits ? sockets : '',
      unix_socket_permissions: '0700',
      max_connections: '100',
      shared_buffers: '128MB',
      effective_cache_size: '1GB',
      random_page_cost: '1.1',
      jit: 'off',
      timezone: 'UTC',
      log_timezone: 'UTC',
      log_line_prefix: '%m [%p] ',
      max_wal_size: '2GB',
      checkpoint_timeout: '15min',
      wal_compression: 'on',
      synchronous_commit: 'on',
      ...(this.parts.fsync
        ? {}
        : {
            fsync: 'off',
            full_page_writes: 'off',
            wal_level: 'minimal',
            max_wal_senders: '0',
            // half of the processor time for a copy of a database, and less for each connection
            file_copy_method: 'clone',
            scram_iterations: '1',
          }),
    }
    return ['-D', this.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  }

  /** Size of the log before this start. */
  private openLog(): number {
    const size = existsSync(this.logFile) ? statSync(this.logFile).size : 0
    if (size < 10 * 1024 ** 2) return size
    renameSync(this.logFile, `${this.logFile}.1`)
    return 0
  }

  private logSince(start: number): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile).subarray(start).toString('utf8').trim() : ''
  }
}

/**
 * The folder of the database: DATA_DIR/postgres, or, when we are root and the database's account cannot enter that, one
 * where it can. A note in DATA_DIR remembers the place.
 */
function findHome(dataDir: string, account: Account | undefined, log: (line: string) => void): string {
  const note = join(dataDir, 'postgres-is-elsewhere.txt')
  if (existsSync(note)) {
    const place = readFileSync(note, 'utf8').split('\n')[0] ?? ''
    if (!existsSync(place))
      throw new DatabaseStartError(
        `The database of ${dataDir} was kept in ${place}, which is gone. Bring that folder back, or delete ${note} to begin with an empty database.`,
      )
    return place
  }
  const home = join(dataDir, 'postgres')
  if (!account || canEnter(dataDir, account)) return makeHome(home, account)

  const name = `${basename(dataDir)}-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 8)}`
  for (const parent of ['/var/lib/learnt', '/var/tmp/learnt']) {
    try {
      mkdirSync(parent, { recursive: true, mode: 0o755 })
      const place = makeHome(join(parent, name), account)
      if (!canEnter(place, account)) continue
      writeFileSync(note, `${place}\nThe embedded database of this folder is kept there: its user cannot enter here.\n`)
      log(
        `The database is kept in ${place}: PostgreSQL does not run as root, and its user ${account.name} cannot enter ${dataDir}`,
      )
      return place
    } catch {}
  }
  throw new DatabaseStartError(
    `PostgreSQL does not run as root, and its user ${account.name} can enter neither ${dataDir} nor /var/lib/learnt. Set DATA_DIR to a folder that others can enter, or start Learnt as an ordinary user.`,
  )
}

function makeHome(home: string, account: Account | undefined): string {
  mkdirSync(home, { recursive: true, mode: 0o755 })
  if (account) chmodSync(home, 0o755)
  const sockets = join(home, 'run')
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  if (account) chownSync(sockets, account.uid, account.gid)
  return home
}

function makeFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
    return realpathSync(folder)
  } catch (error) {
    throw explained(error, folder)
  }
}

async function lockOf(dataDir: string): Promise<DataDirLock | LockHolder> {
  try {
    // One that is just ending gets a moment.
    for (let attempt = 0; ; attempt++) {
      const lock = await lockDataDir(dataDir)
      if (!isLockHolder(lock) || attempt === 4) return lock
      await sleep(250)
    }
  } catch (error) {
    throw explained(error, dataDir)
  }
}

/** Made once, readable by us alone. */
function readSecret(home: string): Secret {
  const file = join(home, 'secret.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secret
  if (existsSync(join(home, 'data')))
    throw new DatabaseStartError(
      `${file}, which holds the passwords of the database in ${home}, is missing. Bring it back from the backup that the folder came from.`,
    )
  const password = () => randomBytes(24).toString('base64url')
  const secret: Secret = { superuser: password(), owner: password(), web: password() }
  const half = `${file}.${process.pid}`
  writeFileSync(half, JSON.stringify(secret), { mode: 0o600 })
  renameSync(half, file)
  return secret
}

/** Roles, passwords and database, each made if missing, so that a killed first start is completed by the second. */
async function prepareDatabase(superuserUrl: string, secret: Secret): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    const done = await client.query(`
      select from pg_database where datname = '${database}' and datacl is not null
        and not exists (select from pg_authid where rolname in ('learnt_owner', 'learnt_web') and rolpassword is null)`)
    if (done.rowCount) return
    await client.query(`
      do $$ begin
        if to_regrole('learnt_app') is null then create role learnt_app nologin nobypassrls; end if;
        if to_regrole('learnt_relay') is null then create role learnt_relay nologin nobypassrls; end if;
        if to_regrole('learnt_owner') is null then
          create role learnt_owner login createrole createdb;
          alter role learnt_owner set createrole_self_grant to 'set, inherit';
          grant learnt_app, learnt_relay to learnt_owner with admin true, inherit false, set true;
        end if;
        if to_regrole('learnt_web') is null then
          create role learnt_web login nobypassrls;
          grant learnt_app to learnt_web with inherit true, set true;
          grant learnt_web to learnt_owner with admin true, inherit false, set true;
        end if;
      end $$`)
    await client.query(`alter role learnt_owner password ${client.escapeLiteral(secret.owner)}`)
    await client.query(`alter role learnt_web password ${client.escapeLiteral(secret.web)}`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database} owner learnt_owner`)
    await client.query(`revoke all on database ${database} from public`)
    await client.query(`grant connect on database ${database} to learnt_app`)
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the query in hand fails by itself
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select 1'))
    return true
  } catch {
    return false
  }
}

/** `socket`: the folder of the one to go through, instead of the port on this machine. */
function addressOf(port: number, user: string, password: string, name: string, socket?: string): string {
  const through = socket === undefined ? '' : `?host=${encodeURIComponent(socket)}`
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}${through}`
}

/**
 * The folder of its socket, if it has one and answers there: a path may be too long, or the disk hold no sockets. A
 * socket costs less than the layers of the network, on both sides.
 */
async function findSocket(home: string, url: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  const folder = join(home, 'run')
  return (await answers(`${url}?host=${encodeURIComponent(folder)}`)) ? folder : undefined
}

/** Null without the file or while it is being written. Its lines: process, folder, start, port, socket, address, memory, status. */
function readPostmaster(home: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  // A standalone backend writes its id negated.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  return pid > 0 ? { pid, port: Number.parseInt(lines[3] ?? '0', 10), status: (lines[7] ?? '').trim() } : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether it is a living postgres of this data folder: ids are used again, and where nobody reaps, the dead keep theirs. */
function isPostgres(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  try {
    const parts = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return basename(parts[0] ?? '') === 'postgres' && parts.includes(data)
  } catch {
    if (existsSync('/proc/self/cmdline')) return false
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return /\bpostgres\b/.test(stdout ?? '') && (stdout ?? '').includes(data)
}

/** The remembered port if it is still free, else another. */
async function choosePort(home: string, wish: number): Promise<number> {
  const file = join(home, 'port')
  const remembered = wish || (existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0)
  if (remembered > 0 && (await isFree(remembered))) return remembered
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = ports.first + Math.floor(Math.random() * (ports.last - ports.first))
    if (await isFree(port)) return port
  }
  throw new DatabaseStartError(`No free port between ${ports.first} and ${ports.last} was found for the database.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => done(true)))
  })
}

function explained(error: unknown, folder: string): unknown {
  if (error instanceof DatabaseStartError) return error
  const code = (error as NodeJS.ErrnoException).code
  const sentence = {
    ENOSPC: `The disk that holds ${folder} is full. Make room, or set DATA_DIR to a folder on another disk.`,
    EDQUOT: `The quota for ${folder} is used up. Make room, or set DATA_DIR to another folder.`,
    EROFS: `${folder} lies on a read-only disk. Set DATA_DIR to a folder that can be written.`,
    EACCES: `${folder} cannot be written by this user. Set DATA_DIR to a folder that can, or change its owner.`,
    EPERM: `${folder} does not let its owner be changed, which the database needs. Set DATA_DIR to a folder on a local disk.`,
    ENOTDIR: `${folder} is not a folder. Set DATA_DIR to one.`,
    EEXIST: `${folder} is not a folder. Set DATA_DIR to one.`,
  }[code ?? '']
  return sentence ? new DatabaseStartError(sentence, { cause: error }) : error
}

function remedy(words: string, home: string): string {
  if (/No space left on device/.test(words)) return `The disk that holds ${home} is full. Make room and start again.`
  if (/Read-only file system/.test(words)) return `${home} lies on a read-only disk. Set DATA_DIR to another folder.`
  if (/Permission denied/.test(words)) return `Its user may not use ${home}. Set DATA_DIR to another folder.`
  if (/ENOENT/.test(words))
    return 'Its program does not run on this system (it needs the GNU C library). Set DATABASE_URL and DATABASE_ADMIN_URL to a PostgreSQL of your own.'
  return 'Start again; if it stays, set DATA_DIR to an empty folder or DATABASE_URL to a PostgreSQL of your own.'
}

function lastLines(text: string, count: number): string {
  return text
    .split('\n')
    .slice(-count)
    .map((line) => `  ${line}`)
    .join('\n')
}
