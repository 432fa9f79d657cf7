import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorkerUtils } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../test/connection.ts'
import { untilLocked } from '../../../test/db.ts'
import {
  type EmptyPlace,
  type GivenInstallation,
  givenEmptyPlace,
  givenInstallation,
  hashFiles,
  hashRows,
  openPlace,
  ownerOfTenant,
} from '../../../test/given/installations.ts'
import { givenTenant, stranger } from '../../../test/given/people.ts'
import { givenWorld, type World } from '../../../test/given/world.ts'
import { startS3Server } from '../../../test/s3-server.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { compareRollups, recountRollups } from '../../features/assignments/commands/recount-rollups.ts'
import { createDatabase, type WriteTx } from '../db/database.ts'
import { createDiskStore } from '../files/disk-store.ts'
import { createS3Store } from '../files/s3-store.ts'
import { newId } from '../ids.ts'
import { enqueue } from '../outbox.ts'
import type { TenantId } from '../tenant/tenant-id.ts'
import { makeBackup } from './backup.ts'
import { readManifest, verifyBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { linesOf, readRows } from './rows-file.ts'

// Each test makes databases of its own, some of them from nothing.
vi.setConfig({ testTimeout: 60_000 })

let source: GivenInstallation
let worlds: World[]
let scratch: string
beforeAll(async () => {
  source = await givenInstallation()
  worlds = [await givenWorld(source.app), await givenWorld(source.app)]
  // What the builders write has no deltas.
  for (const { tenantId } of worlds) await recountRollups(source.app.services, tenantId)
  scratch = await makeScratchFolder()
})

const silent = { say: () => {} }
let made = 0
const folderName = () => join(scratch, `backup-${++made}`)

const backupOf = ({ adminUrl, clusters, app }: GivenInstallation) => ({
  adminUrl,
  clusters,
  settle: () => app.services.db.settleJointCommits(4000),
  files: app.services.files,
  ...silent,
})

async function backup(folder = folderName()): Promise<string> {
  await makeBackup({ ...backupOf(source), folder, copyFiles: true })
  return folder
}

function restore(folder: string, place: EmptyPlace, of: Partial<Parameters<typeof restoreBackup>[0]> = {}) {
  return restoreBackup({
    folder,
    adminUrl: place.adminUrl,
    appRole: new URL(place.appUrl).username,
    clusters: place.clusters,
    files: createDiskStore(join(place.dataDir, 'files')),
    replace: false,
    keepSessions: false,
    holdMails: false,
    ...silent,
    ...of,
  })
}

/** What a restore changes on purpose. */
const changed = [
  'sessions',
  'live_position',
  'live_tenants',
  'live_events',
  'right_changes',
  'migrations',
  'functions',
  'workers',
  'list_counts',
  'list_count_deltas',
  'joint_commits',
]

/** The same database, by connections that can be told apart and killed. */
function asDoomed(address: string): string {
  const url = new URL(address)
  url.searchParams.set('application_name', 'doomed')
  return url.href
}

describe('a backup', () => {
  it('put back is equal row by row and file by file, is bound by row security, and works', async () => {
    const folder = await backup()
    expect(await verifyBackup(folder)).toEqual([])
    const place = await givenEmptyPlace()
    const restored = await restore(folder, place)
    expect(restored.complaints).toEqual([])
    expect(await hashRows(place, { without: changed })).toEqual(await hashRows(source, { without: changed }))
    expect(await hashFiles(place.dataDir)).toEqual(await hashFiles(source.dataDir))
    // Every schema object too: the descriptions of tables are made from these.
    const shape = `select c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
      (select count(*)::int from pg_index i where i.indrelid = c.oid), (select count(*)::int from pg_policy p where p.polrelid = c.oid)
      from pg_class c where c.relnamespace in ('public'::regnamespace, 'control'::regnamespace) and c.relkind in ('r', 'p') order by 1, 2`
    expect(await ask(place.adminUrl, shape)).toEqual(await ask(source.adminUrl, shape))

    const app = await openPlace(place)
    for (const { tenantId } of worlds) {
      const differences = await app.services.db.tenant(tenantId).read(compareRollups)
      expect(Object.values(differences).every((count) => count === 0)).toBe(true)
    }
    const { rows } = await app.services.db
      .tenant((worlds[0] as World).tenantId)
      .read(async (tx) => ({ rows: await tx.selectFrom('memberships').select('tenantId').distinct().execute() }))
    expect(rows).toEqual([{ tenantId: worlds[0]?.tenantId }])
    await app.services.db.end()
  })

  it('holds everything acknowledged before its mark, and nothing half, while somebody writes', async () => {
    const tenantId = (worlds[0] as World).tenantId
    const userId = (worlds[0] as World).learner.userId
    const log: { id: string; acknowledged: number }[] = []
    let writing = true
    const writers = Array.from({ length: 3 }, async () => {
      while (writing) {
        const id = newId()
        await source.app.services.db.tenant(tenantId).write(async (tx) => {
          await tx.insertInto('savedViews').values({ id, userId, list: 'courses', name: id, query: '' }).execute()
          await tx.insertInto('analyticsEvents').values({ id, name: 'pair', environment: 'test' }).execute()
        })
        log.push({ id, acknowledged: Date.now() })
      }
    })
    await expect.poll(() => log.length).toBeGreaterThan(20)
    const folder = await backup()
    const during = log.length
    await expect.poll(() => log.length).toBeGreaterThan(during)
    writing = false
    await Promise.all(writers)

    const place = await givenEmptyPlace()
    const { manifest } = await restore(folder, place)
    const ids = (rows: { id: string }[]) => new Set(rows.map((row) => row.id))
    const away = await source.db.clusterOf(tenantId)
    const restoredAt = place.clusters.find(({ name }) => name === away)?.adminUrl ?? place.adminUrl
    const views = ids(await ask(restoredAt, 'select id from saved_views', [], tenantId))
    const events = ids(await ask(restoredAt, `select id from analytics_events where name = 'pair'`, [], tenantId))
    const before = log.filter((one) => one.acknowledged < Date.parse(manifest.mark))
    expect(before.length).toBeGreaterThan(10)
    expect(log.length).toBeGreaterThan(before.length)
    expect(before.filter((one) => !views.has(one.id))).toEqual([])
    // Two rows of one transaction are there together or not at all.
    expect(log.filter((one) => views.has(one.id) !== events.has(one.id))).toEqual([])
    const without = [...changed, 'saved_views', 'analytics_events']
    expect(await hashRows(place, { without })).toEqual(await hashRows(source, { without }))
  })

  it('brings back work that was not done, once, and none that was given up', async () => {
    const { tenantId, admin } = worlds[1] as World
    const own = await givenInstallation()
    const world = await givenWorld(own.app)
    const worksAt = await ownerOfTenant(own, world.tenantId)
    const utils = await makeWorkerUtils({ connectionString: worksAt })
    await utils.migrate()
    const queued = newId()
    const payload = { tenantId: world.tenantId, task: 'mails.send', payload: { mailId: newId() } }
    await utils.addJob('learnt', payload, { jobKey: queued })
    await utils.addJob('learnt', payload, { jobKey: newId(), maxAttempts: 1 })
    await ask(worksAt, 'update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1')
    await utils.release()
    const mailId = newId()
    await own.app.services.db.tenant(world.tenantId).write(async (tx) => {
      const mail = { id: mailId, kind: 'test', recipient: admin.email, subject: 's', textBody: 't', htmlBody: 'h' }
      await tx.insertInto('mails').values(mail).execute()
      await enqueue({ now: own.app.clock.now() }, tx, 'mails.send', { mailId })
    })
    const folder = folderName()
    expect((await makeBackup({ ...backupOf(own), folder, copyFiles: true })).givenUp).toBe(1)

    const place = await givenEmptyPlace()
    await restore(folder, place)
    const app = await openPlace(place)
    // The runner stamps by the machine's own clock.
    app.clock.set(new Date(Date.now() + 60_000))
    const outbox = () =>
      app.services.db.tenant(world.tenantId).read((tx) => tx.selectFrom('outbox').select('id').execute())
    expect((await outbox()).map((row) => row.id)).toContain(queued)
    await app.settle()
    const mails = await app.services.db
      .tenant(world.tenantId)
      .read((tx) => tx.selectFrom('mails').select(['state', 'attempts']).where('id', '=', mailId).execute())
    // Without a mail server it is kept: the one attempt.
    expect(mails).toEqual([{ state: 'kept', attempts: 1 }])
    // The rounds found a copy of somebody's data that had expired in the backup: its bytes go by a task, too.
    await app.settle()
    expect(await outbox()).toEqual([])
    await app.services.db.end()

    const held = await givenEmptyPlace()
    await restore(folder, held, { holdMails: true })
    const waiting = await openPlace(held)
    await waiting.settle()
    const [mail] = await waiting.services.db
      .tenant(world.tenantId)
      .read((tx) => tx.selectFrom('mails').select(['state', 'attempts']).where('id', '=', mailId).execute())
    expect(mail).toEqual({ state: 'failed', attempts: 0 })
    await waiting.services.db.end()
    expect(tenantId).not.toBe(world.tenantId)
  })

  it('ends sessions, or keeps them, and lets no browser believe in an old place', async () => {
    const folder = await backup()
    const [ended, kept] = [await givenEmptyPlace(), await givenEmptyPlace()]
    await restore(folder, ended)
    await restore(folder, kept, { keepSessions: true })
    const open = `select count(*)::int as count from control.sessions where ended_at is null`
    expect(await ask(ended.adminUrl, open)).toEqual([{ count: 0 }])
    expect(await ask(kept.adminUrl, open)).toEqual(await ask(source.adminUrl, open))
    const [place] = await ask<{ last: string; forgotten: string }>(
      ended.adminUrl,
      'select last, forgotten from control.live_position',
    )
    const [before] = await ask<{ last: string }>(source.adminUrl, 'select last from control.live_position')
    expect(place?.forgotten).toBe(place?.last)
    expect(Number(place?.last)).toBeGreaterThan(Number(before?.last) + 1_000_000)
  })

  it('is the owner’s alone to read', async () => {
    const folder = await backup()
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      expect(mode & 0o077).toBe(0)
    }
  })

  it('says what is damaged, and is then not put back', async () => {
    const folder = await backup()
    const manifest = await readManifest(folder)
    const table = manifest.tables.find((one) => one.name === 'memberships')?.file as string
    const bytes = await readFile(join(folder, table))
    bytes[40] = (bytes[40] ?? 0) ^ 1
    await writeFile(join(folder, table), bytes)
    await appendFile(join(folder, 'public', 'stranger'), 'x')
    const { tenantId } = worlds[0] as World
    const [shelf] = await readdir(join(folder, 'files', tenantId))
    await rm(join(folder, 'files', tenantId, shelf as string), { recursive: true })
    const wrong = (await verifyBackup(folder)).join('\n')
    expect(wrong).toContain(`${table} has other bytes than were written`)
    expect(wrong).toContain('public/stranger is not part of the backup')
    expect(wrong).toMatch(/files\/.* is missing/)
    const place = await givenEmptyPlace()
    await expect(restore(folder, place)).rejects.toThrow('The backup is damaged, and nothing was touched')
    await expect(restore(join(scratch, 'nothing'), place)).rejects.toThrow('is no backup')
  })

  it('of a version that this one does not know is not put back, and says which', async () => {
    const folder = await backup()
    const manifest = await readManifest(folder)
    const place = await givenEmptyPlace()
    for (const [name, words] of [
      ['20261121T1000_ground.sql', 'made by a build from before the first release'],
      ['29990101T0000_later.sql', 'of a newer version of Learnt'],
    ]) {
      const migrations = [{ name, checksum: 'unknown' }]
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, migrations }))
      await expect(restore(folder, place)).rejects.toThrow(words)
    }
  })

  it('is not written over what is there, and not put over what is there', async () => {
    const folder = await backup()
    await expect(backup(folder)).rejects.toThrow('is there already')
    const place = await givenEmptyPlace()
    await restore(folder, place)
    await expect(restore(folder, place)).rejects.toThrow(/is not empty: 4 tenants/)
    const other = new pg.Client({ connectionString: place.appUrl })
    await other.connect()
    await expect(restore(folder, place, { replace: true })).rejects.toThrow('1 connections to the database are open')
    await other.end()
    await restore(folder, place, { replace: true })
    expect(await hashRows(place, { without: changed })).toEqual(await hashRows(source, { without: changed }))
    await ask(place.adminUrl, 'create table strangers (id int)')
    await expect(restore(folder, place, { replace: true })).rejects.toThrow("a table strangers, which is not Learnt's")
  })

  it('takes files from an object store, or lists them there', async () => {
    const s3 = await startS3Server('bucket', 'key')
    const store = createS3Store({
      bucket: 'bucket',
      region: 'us-east-1',
      endpoint: s3.url,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      prefix: '',
      forcePathStyle: true,
      cacheFolder: await makeScratchFolder(),
    })
    for (const { tenantId } of worlds)
      for await (const { sha256 } of source.app.services.files.list(tenantId))
        await store.put(tenantId, await source.app.services.files.open(tenantId, sha256))
    const of = { ...backupOf(source), files: store }
    const [listed, copied] = [folderName(), folderName()]
    const list = await makeBackup({ ...of, folder: listed, copyFiles: false })
    expect(list.files).toMatchObject({ mode: 'listed', count: s3.objects.size })
    expect(list.complaints).toEqual([])
    await makeBackup({ ...of, folder: copied, copyFiles: true })
    const place = await givenEmptyPlace()
    await restore(copied, place)
    expect(await hashFiles(place.dataDir)).toEqual(await hashFiles(source.dataDir))
    const elsewhere = await givenEmptyPlace()
    expect((await restore(listed, elsewhere)).complaints).toHaveLength(s3.objects.size)
    expect((await restore(listed, elsewhere, { replace: true, files: store })).complaints).toEqual([])
    // An object that rows name and that is gone: the backup says so.
    s3.objects.delete([...s3.objects.keys()][0] as string)
    expect((await makeBackup({ ...of, folder: folderName(), copyFiles: true })).complaints).toHaveLength(1)
    await s3.close()
  })
})

/** Another process that does one of the two until it is killed; what it prints is answered line by line. */
function inChild(work: string): { lines: string[]; kill(): Promise<void>; until(word: string): Promise<void> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', work], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => void lines.push(...text.trim().split('\n')))
  return {
    lines,
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    async until(word) {
      for (let round = 0; !lines.includes(word); round++) {
        if (round > 1500 || child.exitCode !== null) throw new Error(`never said ${word}: ${lines.join('\n')}`)
        await sleep(10)
      }
    },
  }
}
const moduleOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

describe('of two clusters', () => {
  it('holds what was acknowledged before its mark, and of writes on both the two halves or none, while somebody writes', async () => {
    const place = await givenInstallation(2)
    const [here, there] = await Promise.all(['main', 'c2'].map((cluster) => givenTenant(place.app, { cluster })))
    const log: { tenantId: TenantId; nth: number; acknowledged: number }[] = []
    let writing = true
    const join = async (tx: WriteTx, nth: number) => {
      await tx
        .insertInto('tenantLocks')
        .values({ name: `n${nth}` })
        .execute()
      await sql`select control.rename_tenant(${`n${nth}`}, now())`.execute(tx)
    }
    const writers = [here, there, there].map(async (tenant, at) => {
      const { tenantId } = tenant as { tenantId: TenantId }
      for (let nth = at; writing; nth += 3) {
        await place.db.tenant(tenantId).write((tx) => join(tx, nth))
        log.push({ tenantId, nth, acknowledged: Date.now() })
      }
    })
    const folders = [folderName(), folderName(), folderName()]
    for (const folder of folders) {
      const sofar = log.length
      await expect.poll(() => log.length).toBeGreaterThan(sofar + 10)
      await makeBackup({ ...backupOf(place), folder, copyFiles: true })
    }
    const during = log.length
    await expect.poll(() => log.length).toBeGreaterThan(during)
    writing = false
    await Promise.all(writers)
    for (const folder of folders) {
      const manifest = await readManifest(folder)
      expect(manifest.clusters.map(({ name }) => name)).toEqual(['c2'])
      for (const [tenant, cluster] of [
        [here, 'main'],
        [there, 'c2'],
      ] as const) {
        const tenantId = tenant?.tenantId as TenantId
        const found = new Set(await keptColumn(folder, 'tenant_locks', cluster, 'name', { tenant_id: tenantId }))
        // The name is that of one transaction whose other half is the row.
        const [name] = await keptColumn(folder, 'tenants', 'main', 'name', { id: tenantId })
        expect(found).toContain(name)
        const mine = log.filter((one) => one.tenantId === tenantId)
        const before = mine.filter((one) => one.acknowledged < Date.parse(manifest.mark))
        expect(before.length).toBeGreaterThan(3)
        expect(before.filter(({ nth }) => !found.has(`n${nth}`))).toEqual([])
        expect(found.size).toBeLessThan(mine.length)
      }
    }
  })

  it('waits for what was decided, brings it to its end where nobody else does, and lets out what was not', async () => {
    const place = await givenInstallation(2)
    const tenant = await givenTenant(place.app, { cluster: 'c2' })
    for (const step of ['prepared', 'decided'] as const) {
      let reached = () => {}
      const stopped = new Promise<void>((resolve) => (reached = resolve))
      const doomed = createDatabase({
        url: asDoomed(place.appUrl),
        clusters: place.clusters.map((one) => ({ ...one, url: asDoomed(one.url) })),
        poolSize: 2,
        onJointStep: async (at) => {
          if (at !== step) return
          reached()
          await new Promise(() => {})
        },
      })
      doomed
        .tenant(tenant.tenantId)
        .write(async (tx) => {
          await tx.insertInto('tenantLocks').values({ name: step }).execute()
          await sql`select control.rename_tenant(${step}, now())`.execute(tx)
        })
        .catch(() => {})
      await stopped
      await ask(
        place.appUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'`,
      )
      const folder = folderName()
      await makeBackup({ ...backupOf(place), settle: () => place.db.settleJointCommits(0), folder, copyFiles: true })
      const [name] = await keptColumn(folder, 'tenants', 'main', 'name', { id: tenant.tenantId })
      const rows = await keptColumn(folder, 'tenant_locks', 'c2', 'name', {})
      expect({ isRenamed: name === step, rows }).toEqual(
        step === 'decided' ? { isRenamed: true, rows: ['decided'] } : { isRenamed: false, rows: [] },
      )
      await place.db.settleJointCommits(0)
    }
    const stuck = makeBackup({
      ...backupOf(place),
      folder: folderName(),
      copyFiles: true,
      clusters: [{ name: 'c2' }],
    })
    await expect(stuck).rejects.toThrow("The owner's address of cluster c2 is not set")
  })

  it('is put back on both, on one, and not over what is there', async () => {
    const place = await givenInstallation(2)
    const all = [await givenWorld(place.app), await givenWorld(place.app)]
    for (const { tenantId } of all) await recountRollups(place.app.services, tenantId)
    const folder = folderName()
    await makeBackup({ ...backupOf(place), folder, copyFiles: true })
    expect(await verifyBackup(folder)).toEqual([])
    const both = await givenEmptyPlace(2)
    await restore(folder, both)
    const same = { without: changed }
    expect(await hashRows(both, same)).toEqual(await hashRows(place, same))
    await expect(restore(folder, both)).rejects.toThrow('is not empty')
    // The first one was emptied by hand, and rows of tenants are left on the other.
    const half = { ...(await givenEmptyPlace(1)), clusters: both.clusters }
    await expect(restore(folder, half)).rejects.toThrow(/Cluster c2 is not empty: rows of \d tenants/)
    await restore(folder, half, { replace: true })
    expect(await hashRows(half, same)).toEqual(await hashRows(place, same))
    const app = await openPlace(half)
    for (const { tenantId } of all) {
      const differences = await app.services.db.tenant(tenantId).read(compareRollups)
      expect(Object.values(differences).every((count) => count === 0)).toBe(true)
    }
    await app.services.db.end()
    const one = await givenEmptyPlace(1)
    await expect(restore(folder, one)).rejects.toThrow(/The backup has rows of c2.*CLUSTER_C2_URL.*--all-on-main/)
    await restore(folder, one, { allOnFirst: true })
    const moved = { without: [...changed, 'tenants'] }
    expect(await hashRows(one, moved)).toEqual(await hashRows(place, moved))
  })
})

/** A column of a table as the backup has it. */
async function keptColumn(
  folder: string,
  name: string,
  cluster: string,
  column: string,
  where: Record<string, string>,
): Promise<string[]> {
  const table = (await readManifest(folder)).tables.find((one) => one.name === name && one.cluster === cluster)
  const { file, columns } = table as NonNullable<typeof table>
  const found: string[] = []
  for await (const line of linesOf(readRows(join(folder, file)))) {
    const row = Object.fromEntries(line.split('\t').map((value, at) => [columns[at] as string, value]))
    if (Object.entries(where).every(([key, value]) => row[key] === value)) found.push(row[column] as string)
  }
  return found
}

describe('killed', () => {
  it('a backup is none, and the next one of the name clears it away', async () => {
    const folder = folderName()
    const child = inChild(`
      const { makeBackup } = await import(${moduleOf('./backup.ts')})
      const { createDiskStore } = await import(${moduleOf('../files/disk-store.ts')})
      const files = createDiskStore(${JSON.stringify(join(source.dataDir, 'files'))})
      let opened = 0
      const slow = { ...files, async open(...words) {
        if (++opened === 3) { console.log('third'); await new Promise((done) => setTimeout(done, 60_000)) }
        return files.open(...words)
      } }
      await makeBackup({ adminUrl: ${JSON.stringify(source.adminUrl)}, clusters: ${JSON.stringify(source.clusters)}, files: slow, folder: ${JSON.stringify(folder)}, copyFiles: true, say: () => {} })`)
    await child.until('third')
    await child.kill()
    const left = (await readdir(scratch)).filter((name) => name.includes('.unfinished-'))
    expect(left).toHaveLength(1)
    await expect(readManifest(folder)).rejects.toThrow('is no backup')
    await expect(readManifest(join(scratch, left[0] as string))).rejects.toThrow('is no backup')
    await backup(folder)
    expect(await verifyBackup(folder)).toEqual([])
    expect((await readdir(scratch)).filter((name) => name.includes('.unfinished-'))).toEqual([])
  })

  it('a restore leaves no tenant behind, and is done again', async () => {
    const folder = await backup()
    const place = await givenEmptyPlace()
    const child = inChild(`
      const { restoreBackup } = await import(${moduleOf('./restore.ts')})
      const { createDiskStore } = await import(${moduleOf('../files/disk-store.ts')})
      const files = createDiskStore(${JSON.stringify(join(place.dataDir, 'files'))})
      let put = 0
      const telling = { ...files, async put(...words) {
        if (++put === 1) console.log('files')
        return files.put(...words)
      } }
      await restoreBackup({
        folder: ${JSON.stringify(folder)}, adminUrl: ${JSON.stringify(place.adminUrl)}, appRole: ${JSON.stringify(new URL(place.appUrl).username)},
        clusters: ${JSON.stringify(place.clusters)},
        files: telling, replace: false, keepSessions: false, holdMails: false, say: () => {} })`)
    await child.until('files')
    // The last table that is filled is held until the process is dead: nearly everything is in its transaction then.
    const holder = new pg.Client({ connectionString: place.adminUrl })
    await holder.connect()
    const isThere = async (sql: string) => (await holder.query<{ yes: boolean }>(`select ${sql} as yes`)).rows[0]?.yes
    while (!(await isThere(`to_regclass('public.analytics_events') is not null`))) await sleep(5)
    await holder.query('begin; lock table analytics_events in access share mode')
    await untilLocked(place.adminUrl)
    await child.kill()
    await holder.query('rollback')
    await holder.end()
    await sleep(200)
    expect(await ask(place.adminUrl, 'select count(*)::int as count from control.tenants')).toEqual([{ count: 0 }])
    await restore(folder, place)
    expect(await hashRows(place, { without: changed })).toEqual(await hashRows(source, { without: changed }))
  })
})

it('nothing of it can be asked for over the web', async () => {
  for (const path of ['/api/backup', '/api/backups', '/api/export', `/api/tenants/${worlds[0]?.tenantId}/export`])
    for (const caller of [stranger, (worlds[0] as World).superadmin])
      expect((await source.app.send(caller, 'GET', path)).status).toBe(404)
})
