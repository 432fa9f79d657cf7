import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { api } from '@learnt/contract'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../test/connection.ts'
import { emptyDatabase } from '../../test/db.ts'
import { type GivenInstallation, givenInstallation } from '../../test/given/installations.ts'
import { givenPerson, givenTenant } from '../../test/given/people.ts'
import { givenWorld, type World } from '../../test/given/world.ts'
import { makeScratchFolder } from '../../test/scratch.ts'
import { recountRollups } from '../features/assignments/commands/recount-rollups.ts'
import { sealEntries, sealTenant } from '../features/audit/commands/seal-entries.ts'
import { createDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readSettings, SettingsError } from '../platform/env.ts'
import { openFileStore } from '../platform/files/open-store.ts'
import type { FileStore } from '../platform/files/store.ts'
import { hashPassword } from '../platform/session/password.ts'
import { type BackupGround, runBackupCommand } from './cli-backup.ts'
import type { Finding } from './doctor.ts'

let place: GivenInstallation
let world: World
let scratch: string
beforeAll(async () => {
  place = await givenInstallation()
  world = await givenWorld(place.app)
  await recountRollups(place.app.services, world.tenantId)
  await sealEntries(place.app.services)
  scratch = await makeScratchFolder()
})

/** The ground that the command line would open: on the test's database, with these settings. */
async function groundOf(
  of: { adminUrl: string; appUrl: string; dataDir: string },
  env: Record<string, string> = {},
): Promise<BackupGround> {
  const settings = readSettings({ DATA_DIR: of.dataDir, LEARNT_DEMO: 'off', ...env })
  const db = createDatabase({ url: of.appUrl, adminUrl: of.adminUrl, poolSize: 3 })
  return {
    settings,
    databaseUrl: of.appUrl,
    adminUrl: of.adminUrl,
    db,
    files: await openFileStore(settings),
    isRunning: false,
    stop: () => db.end(),
  }
}

async function cli(args: string[], open: () => Promise<BackupGround> = () => groundOf(place)) {
  const out: string[] = []
  const errors: string[] = []
  const io = { out: (text: string) => void out.push(text), error: (text: string) => void errors.push(text) }
  const code = await runBackupCommand(args, { ...io, input: async () => null }, open)
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

async function asOwner(text: string, values: unknown[] = [], url = place.adminUrl): Promise<void> {
  await ask(url, text, values, world.tenantId)
}

async function asOwnerOf(of: { adminUrl: string }, texts: readonly string[]): Promise<void> {
  for (const text of texts) await asOwner(text, [], of.adminUrl)
}

/** The line of doctor about the audit log. */
async function auditLogOf(of: Parameters<typeof groundOf>[0]): Promise<string> {
  const { out } = await cli(['doctor'], () => groundOf(of))
  return out.split('\n').find((line) => line.includes('audit log:')) ?? ''
}

describe('the command line', () => {
  it('backs up, verifies, restores, and prints no secret', async () => {
    const folder = join(scratch, 'backup')
    const made = await cli(['backup', folder])
    expect(made).toMatchObject({ code: 0, errors: '', out: expect.stringContaining('Everything until 20') })
    expect(await cli(['backup', 'verify', folder])).toMatchObject({ code: 0, out: expect.stringContaining('is whole') })
    const target = { ...(await emptyDatabase()), dataDir: await makeScratchFolder() }
    await refuseBadBackups(folder, target)
    const back = await refuseSecond(['restore', folder], () => groundOf(target))
    expect(back).toMatchObject({ code: 0, errors: '', out: expect.stringContaining('is back after') })
    expect(await auditLogOf(target)).toMatch(/^ok {4}audit log: [1-9]\d* entries of 2 tenants/)
    // What came after the backup, and a restore over it by other means.
    await cli(['restore', folder, '--replace'], () => groundOf(target))
    await asOwnerOf(target, [
      'delete from audit_seals where seq > 1',
      'update audit_heads set (seq, hash) = (select seq, hash from audit_seals where seq = 1)',
      'delete from audit_payloads where entry_id not in (select entry_id from audit_seals)',
      'delete from audit_entries where id not in (select entry_id from audit_seals)',
      'delete from audit_pending',
    ])
    expect(await auditLogOf(target)).toMatch(/^fail {2}audit log: .* cut off at the end/)
    expect(await cli(['audit', 'restored'], () => groundOf(target))).toMatchObject({ code: 0 })
    expect(await auditLogOf(target)).toMatch(/^ok/)
    expect(await cli(['restore', folder], () => groundOf(target))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is not empty: 2 tenants'),
    })
    const running = async () => ({ ...(await groundOf(target)), isRunning: true })
    expect(await cli(['restore', folder, '--replace'], running)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Stop it first'),
    })
    const said = JSON.stringify([made, back])
    for (const url of [place.adminUrl, target.appUrl]) expect(said).not.toContain(new URL(url).password)
    const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
    expect(manifest).not.toContain(new URL(place.adminUrl).password)
    await rm(join(folder, 'work.copy.zst'))
    expect(await cli(['backup', 'verify', folder])).toMatchObject({ code: 1, errors: 'work.copy.zst is missing.' })
  })

  it('exports and restores one tenant', async () => {
    const file = join(scratch, 'one.learnt')
    expect(await cli(['tenant', 'export', world.tenantId, file])).toMatchObject({ code: 0, errors: '' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await cli(['tenant', 'export', world.tenantId, file])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is there already'),
    })
    await refuseBadExports(file)
    // While people save in the tenant and an export reads it.
    const [restored, exported, ...saved] = await Promise.all([
      cli(['tenant', 'restore', file, '--as', 'second']),
      cli(['tenant', 'export', world.tenantId, join(scratch, 'meanwhile.learnt')]),
      ...Array.from({ length: 10 }, (_, n) =>
        place.app.call(world.admin, api.courses.create, { body: { title: `Course ${n}` } }),
      ),
    ])
    expect(restored).toMatchObject({
      code: 0,
      out: expect.stringContaining('second is there after'),
      errors: expect.stringContaining('The audit log begins a new chain of seals'),
    })
    expect(exported).toMatchObject({ code: 0, errors: '' })
    expect(new Set(saved.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await sealTenant(place.app.services, 'second')).toBeGreaterThan(2)
    expect(await cli(['tenant', 'restore', file, '--replace', 'nobody'])).toMatchObject({ code: 1 })
    expect(await cli(['tenant', 'restore', file, '--as', 'second', '--replace', 'second'])).toMatchObject({ code: 0 })
    await sealEntries(place.app.services)
    const again = join(scratch, 'second.learnt')
    expect(await cli(['tenant', 'export', 'second', again])).toMatchObject({ code: 0 })
    const back = await cli(['tenant', 'restore', again, '--replace', 'second'])
    expect(back).toMatchObject({ code: 0, errors: expect.not.stringContaining('new chain') })
    await sealEntries(place.app.services)
    expect(await auditLogOf(place)).toMatch(/^ok {4}audit log: [1-9]\d* entries of 4 tenants/)
  })

  it('says what it did not understand, and leaves other commands alone', async () => {
    expect(await cli(['backup'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Give the folder to write'),
    })
    expect(await cli(['backup', 'a', '--files', 'some'])).toMatchObject({ code: 2 })
    expect(await cli(['restore', 'a', '--colour'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--colour'),
    })
    expect(await cli(['restore', join(scratch, 'nothing')])).toMatchObject({ code: 1 })
    expect((await cli(['tenant', 'list'])).code).toBeNull()
    const withoutOwner = async () => ({ ...(await groundOf(place)), adminUrl: undefined })
    expect(await cli(['backup', join(scratch, 'x')], withoutOwner)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('DATABASE_ADMIN_URL'),
    })
  })
})

/** Refused in words, and the database stays empty. */
async function refuseBadBackups(folder: string, target: Parameters<typeof groundOf>[0]): Promise<void> {
  const isEmpty = async () =>
    (await ask<{ is: boolean }>(target.adminUrl, `select to_regclass('control.tenants') is null as is`))[0]?.is
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const bad: [what: string, words: string, spoil: (copy: string) => Promise<void>][] = [
    [
      'of a newer version',
      'of a newer version of Learnt (29990101T0000_later.sql',
      (copy) =>
        writeManifest(copy, {
          ...manifest,
          migrations: [...manifest.migrations, { name: '29990101T0000_later.sql', checksum: 'x' }],
        }),
    ],
    [
      'of a newer format',
      'made by a newer version of Learnt',
      (copy) => writeManifest(copy, { format: 'learnt-backup', formatVersion: 2 }),
    ],
    ['with a cut manifest', 'is damaged', (copy) => truncate(join(copy, 'manifest.json'), 200)],
    ['with a cut file of rows', 'nothing was touched', (copy) => truncate(join(copy, 'control', 'users.copy.zst'), 20)],
  ]
  for (const [what, words, spoil] of bad) {
    const copy = join(scratch, `spoilt ${what}`)
    await cp(folder, copy, { recursive: true })
    await spoil(copy)
    const refused = await cli(['restore', copy], () => groundOf(target))
    expect(refused, what).toMatchObject({ code: 1, errors: expect.stringContaining(words) })
    expect(await isEmpty(), what).toBe(true)
  }
}

async function refuseBadExports(file: string): Promise<void> {
  const tenants = () => ask(place.adminUrl, 'select id, status from control.tenants order by id')
  const before = await tenants()
  const cut = join(scratch, 'cut.learnt')
  await writeFile(cut, (await readFile(file)).subarray(0, 5000))
  const bad: [args: string[], words: string][] = [
    [[file], `There is a tenant ${world.tenantId} already. Give it another id with --as`],
    [[file, '--replace', 'another'], 'Nothing was touched'],
    [[file, '--as', 'Not An Id'], 'is no id'],
    [[cut, '--as', 'second'], 'is no exported tenant, or not whole'],
    [[join(scratch, 'nothing.learnt')], 'is not there'],
  ]
  for (const [args, words] of bad)
    expect(await cli(['tenant', 'restore', ...args])).toMatchObject({ code: 1, errors: expect.stringContaining(words) })
  expect(await tenants()).toEqual(before)
  await refuseSecond(['tenant', 'restore', file, '--as', 'first'])
}

/** While one restore waits in the middle, another is refused; then the one ends well. */
async function refuseSecond(args: string[], open: () => Promise<BackupGround> = () => groundOf(place)) {
  const waiting = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const first = cli(args, async () => {
    const ground = await open()
    const put: FileStore['put'] = async (...of) => {
      waiting.resolve()
      await released.promise
      return ground.files.put(...of)
    }
    return { ...ground, files: { ...ground.files, put } }
  })
  await Promise.race([waiting.promise, first])
  expect(await cli(args, open)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Another restore is at work'),
  })
  released.resolve()
  const done = await first
  expect(done).toMatchObject({ code: 0 })
  return done
}

function writeManifest(folder: string, manifest: unknown): Promise<void> {
  return writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

it.each([
  ['backup', ['backup'], /^The disk that holds .* is full/],
  ['export', ['tenant', 'export'], /^The disk that holds .* is full/],
])('leaves nothing of a %s for which the disk has no room, and says so', async (kind, command, words) => {
  const target = (folder: string) => join(folder, `full ${kind}`)
  const args = (folder: string) => [...command, ...(kind === 'export' ? [world.tenantId] : []), target(folder)]
  const open = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const withoutRoom = async () => {
    const ground = await groundOf(place)
    return { ...ground, files: { ...ground.files, open } }
  }
  const folder = await makeScratchFolder()
  expect(await cli(args(folder), withoutRoom)).toMatchObject({ code: 1, errors: expect.stringMatching(words) })
  expect(await readdir(folder)).toEqual([])
  // A real one, where this user may mount it.
  const small = join(folder, 'small')
  await mkdir(small)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'learnt-test', small]).status === 0)
    try {
      expect(await cli(args(small))).toMatchObject({ code: 1, errors: expect.stringMatching(words) })
      expect(await readdir(small)).toEqual([])
    } finally {
      spawnSync('umount', [small])
    }
  expect(await cli(args(folder))).toMatchObject({ code: 0 })
})

describe('doctor', () => {
  async function findings(env: Record<string, string> = {}, of: Parameters<typeof groundOf>[0] = place) {
    const { code, out } = await cli(['doctor', '--json'], () => groundOf(of, env))
    const said = JSON.parse(out) as { ok: number; warn: number; fail: number; findings: Finding[] }
    expect(said.ok + said.warn + said.fail).toBe(said.findings.length)
    expect(code).toBe(said.fail > 0 ? 1 : 0)
    const levels: Record<string, string> = {}
    for (const { check, level, words } of said.findings)
      if (levels[check] === undefined || level !== 'ok') levels[check] = `${level} ${words}`
    return levels
  }

  it('finds a well installation well', async () => {
    const web = createServer((request, reply) => reply.writeHead(request.url === '/healthz' ? 200 : 404).end('{}'))
    const content = createServer((_, reply) => reply.writeHead(404).end())
    const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    await Promise.all([web, content].map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))))
    await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', () => done()))
    const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
    await asOwner(`insert into control.workers (worker_id) values ('w')`)
    await asOwner('delete from outbox')
    // The world has a person whose directory alone says that they are away, as its own tests need.
    await asOwner(`update control.directory set status = 'inactive' where user_id = $1`, [world.suspended.userId])
    const levels = await findings({
      PUBLIC_URL: `http://127.0.0.1:${portOf(web)}`,
      CONTENT_URL: `http://localhost:${portOf(content)}`,
      SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    })
    expect(Object.entries(levels).filter(([check, words]) => check !== 'disk' && !words.startsWith('ok'))).toEqual([])
    expect(Object.keys(levels).sort()).toEqual(
      [
        'audit log',
        'clock',
        'content origin',
        'database',
        'demonstration',
        'disk',
        'erasures',
        'file store',
        'files',
        'jobs',
        'mail',
        'migrations',
        'owner',
        'outbox',
        'people',
        'points',
        'requests',
        'cycles',
        'public address',
        'role',
        'rollups',
        'row security',
        'settings',
        'workers',
      ].sort(),
    )
    // The application where the content should be.
    const swapped = await findings({
      PUBLIC_URL: `http://127.0.0.1:${portOf(web)}`,
      CONTENT_URL: `http://localhost:${portOf(web)}`,
    })
    expect(swapped['content origin']).toContain('fail')
    expect(swapped.mail).toContain('warn SMTP_URL is not set')
    web.close()
    content.close()
    await new Promise<void>((done) => smtp.close(() => done()))
    expect((await findings({ SMTP_URL: 'smtp://127.0.0.1:9' })).mail).toContain('fail')
    expect((await findings())['public address']).toContain('warn')
  })

  it('says what is wrong, one line each, and what to do', async () => {
    const own = await givenInstallation()
    const sick = await givenWorld(own.app)
    await recountRollups(own.app.services, sick.tenantId)
    const bound = (text: string) => ask(own.adminUrl, text, [], sick.tenantId)
    await bound('update document_rollups set assigned = assigned + 1')
    await bound(
      `insert into outbox (id, task, payload, run_at) values (gen_random_uuid(), 'x', '{}', now() - interval '1 hour')`,
    )
    await bound('alter table documents no force row level security')
    await bound(`delete from control.directory where user_id = '${sick.manager.userId}'`)
    await bound(
      `insert into control.users (id, first_name, last_name) values (gen_random_uuid(), 'Nobody', 'Anywhere')`,
    )
    const hashes: string[] = []
    for await (const { sha256 } of own.app.services.files.list(sick.tenantId)) hashes.push(sha256)
    const pathOf = (sha256: string) => join(own.dataDir, 'files', sick.tenantId, sha256.slice(0, 2), sha256)
    await rm(pathOf(hashes[0] as string))
    const damaged = await readFile(pathOf(hashes[1] as string))
    damaged[0] = (damaged[0] ?? 0) ^ 1
    await writeFile(pathOf(hashes[1] as string), damaged)
    await own.app.services.files.put(sick.tenantId, Readable.from(['nobody names this']))
    const levels = await findings({}, own)
    expect(levels.rollups).toMatch(/^fail Reports of .* differ .*courses: \d/)
    expect(levels.outbox).toMatch(/^fail .*Nobody moves it/)
    expect(levels['row security']).toMatch(/^fail .*documents/)
    expect(levels.workers).toMatch(/^warn None is alive/)
    const { out, code } = await cli(['doctor'], () => groundOf(own))
    expect(code).toBe(1)
    expect(out).toMatch(/fail {2}files: 1 that rows name are not in the store/)
    expect(out).toMatch(/fail {2}files: 1 have other bytes than were stored/)
    expect(out).toMatch(/warn {2}files: 1 in the store .* are named by no row/)
    expect(out).toMatch(/fail {2}people: \d+ memberships of .* differ from the directory/)
    expect(out).toMatch(/warn {2}people: \d+ accounts belong to no tenant/)
    expect(out).toMatch(/\d+ ok, \d+ to look at, \d+ wrong$/)
  })

  it('tells of the password that everybody knows where others can come', async () => {
    const own = await givenInstallation()
    const abroad = { PUBLIC_URL: 'https://learn.invalid', CONTENT_URL: 'https://content-learn.invalid' }
    expect((await findings(abroad, own)).demonstration).toBe('ok no account has its known password')
    const person = await givenPerson(own.app, await givenTenant(own.app), { email: 'admin@munro.example' })
    await ask(
      own.adminUrl,
      'insert into control.credentials (user_id, password_hash, changed_at) values ($1, $2, now())',
      [person.userId, await hashPassword('Learnt-demo-1')],
    )
    expect((await findings({}, own)).demonstration).toMatch(/^ok .* admin@munro\.example, for this machine alone$/)
    expect((await findings(abroad, own)).demonstration).toMatch(
      /^fail .* admin@munro\.example, .*seed -- --new-passwords/,
    )
  })

  it('tells of an address past the pooler that does not answer or leads to another database', async () => {
    const past = async (direct: string) =>
      (await findings({ DATABASE_URL: place.appUrl, DATABASE_DIRECT_URL: direct }))['direct address']
    expect(await past(place.appUrl)).toBe('ok leads to the same database as DATABASE_URL')
    expect(await past((await emptyDatabase()).appUrl)).toMatch(/^fail DATABASE_DIRECT_URL leads to another database/)
    const away = new URL(place.appUrl)
    away.port = '9'
    expect(await past(away.href)).toMatch(/^fail It does not answer .*DATABASE_DIRECT_URL/)
  })

  it('tells of missing migrations, a database that is away, and wrong settings, and does not fall over', async () => {
    const behind = { ...(await emptyDatabase()), dataDir: await makeScratchFolder() }
    await migrate({ adminUrl: behind.adminUrl, appRole: new URL(behind.appUrl).username })
    await ask(behind.adminUrl, `delete from control.functions where name = 'control.find_team.sql'`)
    expect((await findings({}, behind)).migrations).toBe(
      'fail Missing: sql/functions/control.find_team.sql. A start of Learnt with DATABASE_ADMIN_URL runs them.',
    )
    const away = {
      adminUrl: 'postgres://a:b@127.0.0.1:9/x',
      appUrl: 'postgres://a:b@127.0.0.1:9/x',
      dataDir: behind.dataDir,
    }
    const levels = await findings({}, away)
    expect(levels.database).toContain('fail It does not answer')
    expect(levels['file store']).toContain('ok')
    const wrong = await cli(['doctor'], () =>
      Promise.reject(new SettingsError(['PORT: is no number', 'HOST: is none'])),
    )
    expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining('fail  settings: HOST: is none') })
  })
})
