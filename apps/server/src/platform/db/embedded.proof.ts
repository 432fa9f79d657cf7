import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../test/connection.ts'
import { tieToUs } from '../../../test/tie.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { databaseAccount, findPostgresBinaries, preparePrograms } from './embedded-programs.ts'

const isRoot = process.getuid?.() === 0
const root = mkdtempSync(join(tmpdir(), 'learnt-embedded-'))
chmodSync(root, 0o755)
let template = ''
let count = 0

beforeAll(async () => {
  // Creating a cluster takes most of a second; the other tests begin with a copy of this one.
  template = join(root, 'template')
  await (await start(template)).stop()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function start(dataDir: string, log: (line: string) => void = () => {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log, fsync: false })
}

/** A data folder with a database that was stopped. */
function copyOfTemplate(): string {
  const dataDir = join(root, `copy-${++count}`)
  spawnSync('cp', ['-a', template, dataDir])
  rmSync(join(dataDir, 'postgres', 'port'))
  return dataDir
}

async function started(dataDir: string, log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await start(dataDir, log)
  onTestFinished(() => server.stop())
  return server
}

interface Parent {
  process: ChildProcess
  appUrl: string
  adminUrl: string
  pid: number
  port: number
  lines: string[]
}

/** Another process that starts the database and then waits. Rejects with what it printed when it fails. */
async function startInChild(
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
  options: Record<string, unknown> = {},
): Promise<Parent> {
  const module = new URL('./embedded.ts', import.meta.url).href
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const log = (line) => console.log('log ' + line)
    const options = { dataDir: ${JSON.stringify(dataDir)}, fsync: false, endsWithParent: false, log, ...${JSON.stringify(options)} }
    const server = await startEmbeddedPostgres(options).catch((error) => {
      console.log(error.name + ': ' + error.message)
      process.exit(3)
    })
    console.log('ready ' + JSON.stringify(server))
    process.on('SIGTERM', async () => { await server.stop(); process.exit(0) })
    setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const tie = tieToUs('kill -QUIT $(head -n 1 "$1/postgres/data/postmaster.pid")', dataDir)
  tie(child.pid as number)
  onTestFinished(() => {
    child.kill('SIGKILL')
    tie(null)
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  while (!/^ready .*\n/m.test(text)) {
    if (child.exitCode !== null) throw new Error(text)
    await sleep(10)
  }
  const parent = JSON.parse(/^ready (.*)$/m.exec(text)?.[1] ?? '') as Parent
  return { ...parent, process: child, lines: text.split('\n') }
}

async function killed(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** An orphan that nobody reaps stays in the table as a zombie. */
/** The init process may reap it a moment after its end. */
function expectGone(pid: number): Promise<void> {
  return expect.poll(() => isAlive(pid)).toBe(false)
}

function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return state !== '' && !state.startsWith('Z')
}

test('starts, keeps what was written, stops, and starts again on the same port', async () => {
  const dataDir = copyOfTemplate()
  const first = await start(dataDir)
  expect(first).toMatchObject({ adopted: false, joined: false })
  await ask(first.adminUrl, 'create table kept (id int primary key); insert into kept values (7)')
  await first.stop()
  await expectGone(first.pid)

  const second = await started(dataDir)
  expect(second.port).toBe(first.port)
  expect(second.appUrl).toBe(first.appUrl)
  expect(await ask(second.adminUrl, 'select id from kept')).toEqual([{ id: 7 }])
})

test('what can be done meanwhile is done while it starts, and does not hold it up by failing', async () => {
  const seen: boolean[] = []
  const dataDir = copyOfTemplate()
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    fsync: false,
    async meanwhile() {
      // Its program runs, and has not been waited for.
      seen.push(existsSync(join(dataDir, 'postgres', 'port')))
      throw new Error('of the callback')
    },
  })
  onTestFinished(() => server.stop())
  expect(seen).toEqual([false])
  expect(await ask(server.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('listens on loopback alone, wants a password, and keeps its own to the operator', async () => {
  const server = await started(copyOfTemplate())
  const [settings] = await ask(
    server.adminUrl,
    `select version() as version, current_setting('listen_addresses') as listen, current_setting('server_encoding') as encoding,
       (select datlocale from pg_database where datname = 'learnt') as locale,
       (select datlocprovider from pg_database where datname = 'learnt') as provider`,
  )
  expect(settings).toMatchObject({ listen: '127.0.0.1', encoding: 'UTF8', locale: 'C.UTF-8', provider: 'b' })
  expect(settings?.version).toMatch(/^PostgreSQL 18\./)
  await expect(ask(server.appUrl.replace(/:[^:@/]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
  await expect(ask(`postgres://postgres@127.0.0.1:${server.port}/postgres`, 'select 1')).rejects.toThrow(/password/)
  expect(statSync(join(server.folder, 'secret.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(server.folder).filter((name) => name.startsWith('password'))).toEqual([])
})

test('is spoken to through its socket where the folder can hold one, and through the port elsewhere', async () => {
  const way = async (url: string) =>
    (await ask(url, 'select inet_server_addr() is null as through_socket'))[0]?.through_socket
  const near = await started(copyOfTemplate())
  for (const url of [near.appUrl, near.adminUrl]) expect(await way(url)).toBe(process.platform !== 'win32')
  const deep = join(copyOfTemplate(), 'a-folder-whose-name-is-too-long-for-the-path-of-a-socket'.repeat(2))
  expect(await way((await started(deep)).appUrl)).toBe(false)
})

test('neither login stands above row security', async () => {
  const server = await started(copyOfTemplate())
  const roles = await ask(
    server.adminUrl,
    `select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole from pg_roles where rolname like 'learnt%' order by rolname`,
  )
  const role = (rolname: string, rolcanlogin: boolean, rolcreaterole: boolean) => ({
    ...{ rolname, rolsuper: false, rolbypassrls: false, rolcanlogin, rolcreaterole },
  })
  expect(roles).toEqual([
    role('learnt_app', false, false),
    role('learnt_owner', true, true),
    role('learnt_relay', false, false),
    role('learnt_web', true, false),
  ])
  const [member] = await ask(
    server.appUrl,
    `select pg_has_role('learnt_app', 'usage') as app, pg_has_role('learnt_relay', 'usage') as relay,
       pg_has_role('learnt_relay', 'set') as may_become_relay, pg_has_role('learnt_owner', 'member') as owner`,
  )
  expect(member).toEqual({ app: true, relay: false, may_become_relay: false, owner: false })
  await expect(ask(server.appUrl, 'create table t ()')).rejects.toThrow(/permission denied/)
  // What migrations need.
  await ask(
    server.adminUrl,
    `create role learnt_search nologin; grant create on schema public to learnt_search;
     create table s (); alter table s owner to learnt_search`,
  )
  await ask(server.adminUrl, 'create extension pg_trgm')
})

test('a second Learnt on the folder is told who holds it, and may join instead', async () => {
  const dataDir = copyOfTemplate()
  const server = await started(dataDir)
  await expect(startInChild(dataDir)).rejects.toThrow(
    new RegExp(`DatabaseStartError: Another Learnt \\(process ${process.pid}, since .*\\) is running on .*DATA_DIR=`),
  )
  await expect(start(dataDir)).rejects.toThrow(/Another Learnt/)

  const joined = await startInChild(dataDir, {}, { ifRunning: 'join' })
  expect(joined).toMatchObject({ appUrl: server.appUrl, adminUrl: server.adminUrl, joined: true })
  await killed(joined.process, 'SIGTERM')
  expect(await ask(server.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the database of a killed Learnt is adopted with everything in it', async () => {
  const dataDir = copyOfTemplate()
  const parent = await startInChild(dataDir)
  await ask(parent.adminUrl, 'create table kept (id int); insert into kept values (1)')
  await killed(parent.process)
  expect(isAlive(parent.pid)).toBe(true)

  const lines: string[] = []
  const server = await start(dataDir, (line) => lines.push(line))
  expect(server).toMatchObject({ adopted: true, joined: false, pid: parent.pid, port: parent.port })
  expect(lines.join()).toContain(`process ${parent.pid}`)
  expect(await ask(server.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await ask(server.adminUrl, 'select id from kept')).toEqual([{ id: 1 }])
  await server.stop()
  await expectGone(parent.pid)
})

test('where that is wanted it ends with its parent', async () => {
  const parent = await startInChild(copyOfTemplate(), {}, { endsWithParent: true })
  expect(isAlive(parent.pid)).toBe(true)
  await killed(parent.process)
  await expect.poll(() => isAlive(parent.pid)).toBe(false)
})

test('a killed postmaster is started again at the same address, adopted or not', async () => {
  const dataDir = copyOfTemplate()
  const parent = await startInChild(dataDir)
  await killed(parent.process)
  const server = await started(dataDir)
  await ask(server.adminUrl, 'create table kept (id int)')
  for (let round = 1; round <= 2; round++) {
    await ask(server.adminUrl, `insert into kept values (${round})`)
    const before = server.pid
    process.kill(before, 'SIGKILL')
    await expect
      .poll(() => ask(server.adminUrl, 'select count(*)::int as n from kept').catch(() => []))
      .toEqual([{ n: round }])
    expect(server.pid).not.toBe(before)
  }
})

test('a killed postmaster is started again at its address, though something else holds that for a moment', async () => {
  const server = await started(copyOfTemplate())
  const holder = createServer()
  const hold = () =>
    new Promise<boolean>((done) => {
      holder.once('error', () => done(false))
      holder.listen({ port: server.port, host: '127.0.0.1', exclusive: true }, () => done(true))
    })
  process.kill(server.pid, 'SIGKILL')
  await expect.poll(hold, { interval: 1 }).toBe(true)
  const log = () => readFileSync(join(server.folder, 'postgres.log'), 'utf8')
  await expect.poll(log).toContain('Address already in use')
  await new Promise((done) => holder.close(done))
  await expect.poll(() => ask(server.adminUrl, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }])
})

test('no acknowledged row is lost when Learnt and PostgreSQL are killed together', async () => {
  const dataDir = copyOfTemplate()
  const parent = await startInChild(dataDir, {}, { fsync: true })
  await ask(parent.adminUrl, 'create table kept (id int primary key)')
  const client = new pg.Client({ connectionString: parent.adminUrl })
  client.on('error', () => {})
  await client.connect()
  let acknowledged = 0
  const writing = (async () => {
    while (true) {
      await client.query('insert into kept values ($1)', [acknowledged + 1])
      acknowledged++
    }
  })().catch(() => {})
  await expect.poll(() => acknowledged).toBeGreaterThan(10)
  parent.process.kill('SIGKILL')
  process.kill(parent.pid, 'SIGKILL')
  await writing

  const server = await started(dataDir)
  expect(server.adopted).toBe(false)
  const [row] = await ask(server.adminUrl, 'select max(id) as last, count(*)::int as n from kept')
  expect(row?.n).toBe(row?.last)
  expect(row?.n).toBeGreaterThanOrEqual(acknowledged)
})

test('a first start that was killed half-way is done again', async () => {
  const dataDir = join(root, 'half')
  mkdirSync(join(dataDir, 'postgres', 'data.new-1', 'base'), { recursive: true })
  const server = await started(dataDir)
  expect(await ask(server.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(server.folder).filter((name) => name.startsWith('data.new'))).toEqual([])
})

test('a port that was taken meanwhile is replaced', async () => {
  const dataDir = copyOfTemplate()
  const first = await start(dataDir)
  await first.stop()
  const squatter = await started(copyOfTemplate())
  writeFileSync(join(dataDir, 'postgres', 'port'), String(squatter.port))
  const second = await started(dataDir)
  expect(second.port).not.toBe(squatter.port)
  expect(await ask(second.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

describe('says what to do when', () => {
  test('the folder is a file', async () => {
    const file = join(root, 'a-file')
    writeFileSync(file, '')
    await expect(start(file)).rejects.toThrow(/is not a folder\. Set DATA_DIR/)
  })

  test('the database is of another PostgreSQL', async () => {
    const dataDir = copyOfTemplate()
    writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 17; this Learnt brings PostgreSQL 18/)
  })

  test('its passwords are gone', async () => {
    const dataDir = copyOfTemplate()
    rmSync(join(dataDir, 'postgres', 'secret.json'))
    await expect(start(dataDir)).rejects.toThrow(/secret\.json, which holds the passwords/)
  })

  test('PostgreSQL itself refuses: its own words are shown, and the folder is free again', async () => {
    const dataDir = copyOfTemplate()
    const control = join(dataDir, 'postgres', 'data', 'global', 'pg_control')
    const saved = readFileSync(control)
    writeFileSync(control, 'broken')
    await expect(start(dataDir)).rejects.toThrow(/PostgreSQL did not start\.[\s\S]*pg_control/)
    writeFileSync(control, saved)
    await started(dataDir)
  })
})

describe.runIf(isRoot)('as root', () => {
  const account = databaseAccount()
  const user = { uid: account?.uid ?? 0, gid: account?.gid ?? 0 }

  test('PostgreSQL runs as an ordinary account', async () => {
    const server = await started(copyOfTemplate())
    const ps = spawnSync('ps', ['-o', 'uid=', '-p', String(server.pid)], { encoding: 'utf8' })
    expect(Number(ps.stdout)).toBe(user.uid)
  })

  test('a folder that this account cannot enter gets its database elsewhere, and finds it again', async () => {
    const closed = join(root, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const lines: string[] = []
    const first = await start(join(closed, 'data'), (line) => lines.push(line))
    onTestFinished(() => rmSync(first.folder, { recursive: true, force: true }))
    expect(first.folder).toMatch(/^\/var\/(lib|tmp)\/learnt\/data-[0-9a-f]{8}$/)
    expect(lines.join()).toContain(`The database is kept in ${first.folder}`)
    await first.stop()
    const second = await start(join(closed, 'data'))
    expect(second.folder).toBe(first.folder)
    await second.stop()
    rmSync(first.folder, { recursive: true, force: true })
    await expect(start(join(closed, 'data'))).rejects.toThrow(/which is gone\. Bring that folder back/)
  })

  test('programs in a folder that this account cannot enter are copied once', () => {
    const closed = join(root, 'closed-programs')
    mkdirSync(closed, { mode: 0o700 })
    const { folder, version } = findPostgresBinaries()
    cpSync(folder, join(closed, 'native'), { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
    const home = join(root, 'home')
    mkdirSync(home)
    const lines: string[] = []
    const binaries = { folder: join(closed, 'native'), version }
    for (let round = 0; round < 2; round++) {
      const place = preparePrograms(binaries, home, account, (line) => lines.push(line))
      expect(place).toBe(join(home, `program-${version}`))
      const run = spawnSync(join(place, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
      expect(run.stdout).toContain('PostgreSQL) 18')
    }
    expect(lines).toHaveLength(1)
    // The links that the package's install script would have made.
    expect(lstatSync(join(home, `program-${version}`, 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true)
  })

  test('an ordinary user starts it as itself', async () => {
    const dataDir = join(root, 'ordinary')
    mkdirSync(dataDir)
    chownSync(dataDir, user.uid, user.gid)
    const parent = await startInChild(dataDir, user)
    expect(await ask(parent.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(join(dataDir, 'postgres', 'data')).uid).toBe(user.uid)

    // Kill both, then let another process of the same user have the old id, as happens after a restart of a container.
    parent.process.kill('SIGKILL')
    process.kill(parent.pid, 'SIGKILL')
    await sleep(100)
    const other = spawn('sleep', ['60'], { ...user, stdio: 'ignore' })
    onTestFinished(() => void other.kill())
    for (const pidFile of ['data/postmaster.pid', `run/.s.PGSQL.${parent.port}.lock`]) {
      const path = join(dataDir, 'postgres', pidFile)
      const lines = readFileSync(path, 'utf8').split('\n')
      expect(Number(lines[0])).toBe(parent.pid)
      writeFileSync(path, [other.pid, ...lines.slice(1)].join('\n'))
    }
    const again = await startInChild(dataDir, user)
    expect(await ask(again.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await killed(again.process, 'SIGTERM')
    await expectGone(again.pid)
  })

  test('a folder that an ordinary user cannot write is named', async () => {
    const dataDir = join(root, 'not-mine')
    mkdirSync(dataDir, { mode: 0o755 })
    await expect(startInChild(dataDir, user)).rejects.toThrow(/not-mine cannot be written by this user\. Set DATA_DIR/)
  })
})
