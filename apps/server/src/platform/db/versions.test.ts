import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../test/connection.ts'
import { emptyDatabase, freshDatabase } from '../../../test/db.ts'
import { givenInstallation } from '../../../test/given/installations.ts'
import { givenWorld } from '../../../test/given/world.ts'
import { isProof } from '../../../test/proof.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { tieToUs } from '../../../test/tie.ts'
import { createDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { findPending, listFunctions, listMigrations, migrate } from './migrate.ts'
import { proveMigrated } from './prove.ts'

describe('a process that may not migrate', () => {
  it('says what is missing and does not start; once it is there, it does', async () => {
    const { adminUrl, appUrl } = await emptyDatabase()
    const names = (await listMigrations()).map((file) => file.name)
    const db = createDatabase({ url: appUrl, poolSize: 2 })
    onTestFinished(() => db.end())
    await expect(proveMigrated(db)).rejects.toThrow(`The database lacks ${names.join(', ')}. Start one process with`)
    const appRole = new URL(appUrl).username
    await migrate({ adminUrl, appRole })
    await proveMigrated(db)
    await ask(adminUrl, `update control.functions set checksum = 'of before' where name = 'control.find_team.sql'`)
    expect(await findPending(adminUrl)).toEqual(['sql/functions/control.find_team.sql'])
    await expect(proveMigrated(db)).rejects.toThrow('The database lacks sql/functions/control.find_team.sql')
    // What a newer version has changed does not matter to the process that still runs.
    await ask(adminUrl, `update control.functions set version = '999.0.0' where name = 'control.find_team.sql'`)
    await ask(
      adminUrl,
      `insert into control.migrations (name, checksum, finished) values ('20990101T0000_x.sql', 'x', true)`,
    )
    await proveMigrated(db)
  })
})

/** Three migrations, of which the second takes its time; the third is the kind that runs statement by statement. */
async function givenSlowMigrations(): Promise<string> {
  const folder = await makeScratchFolder()
  const directory = join(folder, 'migrations')
  for (const place of [directory, join(folder, 'sql/functions')]) await mkdir(place, { recursive: true })
  await writeFile(join(directory, '20260101T0000_make.sql'), 'create table ones (n int);')
  await writeFile(
    join(directory, '20260102T0000_fill.sql'),
    'insert into ones values (1); select pg_sleep(4); insert into ones values (2);',
  )
  await writeFile(
    join(directory, '20260103T0000_steps.sql'),
    '-- no transaction\ncreate table steps (n int);\ninsert into steps values (1);\nselect pg_sleep(4);\ninsert into steps values (2);\n',
  )
  return folder
}

const expectAllOnce = async (adminUrl: string) => {
  expect((await ask<{ n: number }>(adminUrl, 'select n from ones order by n')).map((row) => row.n)).toEqual([1, 2])
  expect((await ask<{ n: number }>(adminUrl, 'select n from steps order by n')).map((row) => row.n)).toEqual([1, 2])
}

async function untilSleeping(adminUrl: string, after: string): Promise<void> {
  for (let round = 0; round < 500; round++) {
    const there = await ask<{ yes: boolean }>(adminUrl, `select to_regclass('${after}') is not null as yes`).catch(
      () => [],
    )
    const busy = await ask(
      adminUrl,
      `select 1 from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid() and datname = current_database() and state = 'active'`,
    ).catch(() => [])
    if (there[0]?.yes && busy.length > 0) return
    await sleep(10)
  }
  throw new Error('No migration was seen at work')
}

describe.runIf(isProof)('a migration killed half-way', () => {
  it.each([
    ['in one transaction', 'ones', []],
    ['statement by statement', 'steps', []],
  ])('%s: the migrator', async (_, after) => {
    const { adminUrl } = await emptyDatabase()
    const folder = await givenSlowMigrations()
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { migrate } = await import(${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)})
         await migrate({ adminUrl: ${JSON.stringify(adminUrl)}, folder: ${JSON.stringify(folder)} })`,
      ],
      { stdio: 'ignore' },
    )
    await untilSleeping(adminUrl, after)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const done = await migrate({ adminUrl, folder })
    expect(done.at(-1)).toBe('20260103T0000_steps.sql')
    expect(done).not.toContain('20260101T0000_make.sql')
    await expectAllOnce(adminUrl)
    expect(await migrate({ adminUrl, folder })).toEqual([])
  })

  it('the database itself', { timeout: 120_000 }, async () => {
    const dataDir = await makeScratchFolder()
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, endsWithParent: true })
    onTestFinished(async () => {
      await server.stop()
      await rm(server.folder, { recursive: true, force: true })
    })
    const folder = await givenSlowMigrations()
    for (const after of ['ones', 'steps']) {
      const running = migrate({ adminUrl: server.adminUrl, folder }).catch((error: unknown) => error)
      await untilSleeping(server.adminUrl, after)
      const { pid } = server
      process.kill(pid, 'SIGKILL')
      expect(await running).toBeInstanceOf(Error)
      while (server.pid === pid) await sleep(20)
    }
    await migrate({ adminUrl: server.adminUrl, folder })
    await expectAllOnce(server.adminUrl)
  })
})

/** The newest released version before this one, or what LEARNT_PREVIOUS names. */
function findPrevious(): { ref: string } | { why: string } {
  const asked = process.env.LEARNT_PREVIOUS
  const git = (...words: string[]) => spawnSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' })
  if (asked)
    return git('rev-parse', '--verify', `${asked}^{commit}`).status === 0 ? { ref: asked } : { why: `no ${asked}` }
  const found = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD')
  return found.status === 0
    ? { ref: found.stdout.trim() }
    : { why: 'no version was released yet, or no git history is at hand' }
}

const previous = findPrevious()
const root = join(import.meta.dirname, '../../../../..')

/** The other version's files beside this one's installed packages. */
async function checkOut(ref: string): Promise<string> {
  const folder = await makeScratchFolder()
  const archive = spawnSync('git', ['archive', ref], { cwd: root, maxBuffer: 1024 ** 3 })
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  if (archive.status !== 0 || unpacked.status !== 0) throw new Error(`${ref} could not be read: ${archive.stderr}`)
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@learnt') await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  await mkdir(join(folder, 'node_modules', '@learnt'))
  for (const [name, place] of [
    ['contract', 'packages/contract'],
    ['server', 'apps/server'],
  ] as const)
    await symlink(join(folder, place), join(folder, 'node_modules', '@learnt', name))
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

async function started(child: ChildProcess, url: string): Promise<void> {
  for (let round = 0; round < 300; round++) {
    if (child.exitCode !== null) throw new Error('The other version did not start')
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return
    await sleep(100)
  }
  throw new Error('The other version does not answer')
}

describe.skipIf('why' in previous)(`the version before (${'why' in previous ? previous.why : previous.ref})`, () => {
  it('still answers everything on the present schema, beside the present server', { timeout: 180_000 }, async () => {
    const place = await givenInstallation()
    const world = await givenWorld(place.app)
    place.app.clock.set(new Date())
    const folder = await checkOut((previous as { ref: string }).ref)
    const [port, contentPort] = [await freePort(), await freePort()]
    const url = `http://localhost:${port}`
    const child = spawn(process.execPath, [join(folder, 'apps/server/src/main.ts'), 'start'], {
      cwd: folder,
      env: {
        ...process.env,
        DATABASE_URL: place.appUrl,
        DATA_DIR: place.dataDir,
        LEARNT_DEMO: 'off',
        PORT: String(port),
        CONTENT_PORT: String(contentPort),
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const tie = tieToUs()
    tie(child.pid as number)
    onTestFinished(() => {
      child.kill('SIGKILL')
      tie(null)
    })
    await started(child, url)
    const { api } = (await import(pathToFileURL(join(folder, 'packages/contract/src/index.ts')).href)) as {
      api: Record<string, Record<string, { method?: string; path?: string; id?: string }>>
    }
    const token = await (await import('../../../test/given/people.ts')).givenSession(
      place.app.services,
      world.superadmin,
    )
    const { sessionCookieName } = await import('../session/token.ts')
    const cookie = `${sessionCookieName(place.app.services.settings)}=${token}`
    const failed: string[] = []
    let asked = 0
    for (const operation of Object.values(api).flatMap((group) => Object.values(group))) {
      if (operation.method !== 'GET' || !operation.path) continue
      const path = operation.path
        .replace(':courseId', world.courseId)
        .replace(':permissionId', world.permissionId)
        .replace(':userCourseId', world.userCourseId)
        .replace(':userId', world.learner.userId)
        .replace(':jobId', world.jobId)
        .replace(':fileId', world.fileId)
        .replace(':tenantId', world.tenantId)
        .replace(/:[a-zA-Z]+/g, world.learner.userId)
      const reply = await fetch(`${url}${path}`, { headers: { cookie, origin: url }, redirect: 'manual' })
      asked++
      if (reply.status >= 500) failed.push(`${operation.id}: ${reply.status}`)
    }
    expect(failed).toEqual([])
    expect(asked).toBeGreaterThan(20)
  })
})

it('findPending asks and changes nothing', async () => {
  expect(await findPending((await freshDatabase()).adminUrl)).toEqual([])
  const { adminUrl } = await emptyDatabase()
  const names = (await listMigrations()).map((file) => file.name)
  expect(await findPending(adminUrl)).toEqual([...names, `${listFunctions().length} functions`])
  expect(await ask(adminUrl, `select to_regnamespace('control') as there`)).toEqual([{ there: null }])
})
