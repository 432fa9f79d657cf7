import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorkerUtils } from 'graphile-worker'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../test/connection.ts'
import { untilLocked } from '../../test/db.ts'
import {
  type EmptyPlace,
  type GivenInstallation,
  givenEmptyPlace,
  givenInstallation,
  hashFiles,
  hashRows,
  openPlace,
} from '../../test/given/installations.ts'
import { stranger } from '../../test/given/people.ts'
import { givenWorld, type World } from '../../test/given/world.ts'
import { startS3Server } from '../../test/s3-server.ts'
import { makeScratchFolder } from '../../test/scratch.ts'
import { compareRollups, recountRollups } from '../features/assignments/commands/recount-rollups.ts'
import { createDiskStore } from '../platform/files/disk-store.ts'
import { createS3Store } from '../platform/files/s3-store.ts'
import { newId } from '../platform/ids.ts'
import { enqueue } from '../platform/outbox.ts'
import { makeBackup } from './backup.ts'
import { readManifest, verifyBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'

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

const backupOf = ({ adminUrl, app }: GivenInstallation) => ({ adminUrl, files: app.services.files, ...silent })

async function backup(folder = folderName()): Promise<string> {
  await makeBackup({ ...backupOf(source), folder, copyFiles: true })
  return folder
}

function restore(folder: string, place: EmptyPlace, of: Partial<Parameters<typeof restoreBackup>[0]> = {}) {
  return restoreBackup({
    folder,
    adminUrl: place.adminUrl,
    appRole: new URL(place.appUrl).username,
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
]

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
    const views = ids(await ask(place.adminUrl, 'select id from saved_views', [], tenantId))
    const events = ids(await ask(place.adminUrl, `select id from analytics_events where name = 'pair'`, [], tenantId))
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
    const utils = await makeWorkerUtils({ connectionString: own.adminUrl })
    await utils.migrate()
    const queued = newId()
    const payload = { tenantId: world.tenantId, task: 'mails.send', payload: { mailId: newId() } }
    await utils.addJob('learnt', payload, { jobKey: queued })
    await utils.addJob('learnt', payload, { jobKey: newId(), maxAttempts: 1 })
    await ask(own.adminUrl, 'update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1')
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
    // The rounds found an expired copy of somebody's data in the backup; a task removes its bytes, too.
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

describe('killed', () => {
  it('leaves no valid backup, and the next one of the name clears it away', async () => {
    const folder = folderName()
    const child = inChild(`
      const { makeBackup } = await import(${moduleOf('./backup.ts')})
      const { createDiskStore } = await import(${moduleOf('../platform/files/disk-store.ts')})
      const files = createDiskStore(${JSON.stringify(join(source.dataDir, 'files'))})
      let opened = 0
      const slow = { ...files, async open(...words) {
        if (++opened === 3) { console.log('third'); await new Promise((done) => setTimeout(done, 60_000)) }
        return files.open(...words)
      } }
      await makeBackup({ adminUrl: ${JSON.stringify(source.adminUrl)}, files: slow, folder: ${JSON.stringify(folder)}, copyFiles: true, say: () => {} })`)
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
      const { createDiskStore } = await import(${moduleOf('../platform/files/disk-store.ts')})
      const files = createDiskStore(${JSON.stringify(join(place.dataDir, 'files'))})
      let put = 0
      const telling = { ...files, async put(...words) {
        if (++put === 1) console.log('files')
        return files.put(...words)
      } }
      await restoreBackup({
        folder: ${JSON.stringify(folder)}, adminUrl: ${JSON.stringify(place.adminUrl)}, appRole: ${JSON.stringify(new URL(place.appUrl).username)},
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
