import { readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { api } from '@learnt/contract'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../test/connection.ts'
import { freshDatabase, untilLocked } from '../../test/db.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../test/given/browsers.ts'
import { type GivenInstallation, givenInstallation, hashFiles, hashRows } from '../../test/given/installations.ts'
import { givenPerson, givenSession, givenTenant } from '../../test/given/people.ts'
import { givenWorld, type World } from '../../test/given/world.ts'
import { makeScratchFolder } from '../../test/scratch.ts'
import { recountRollups } from '../features/assignments/commands/recount-rollups.ts'
import { findTeamOfPage } from '../features/teams/queries.ts'
import { controlTables, passingTables, readCatalogue, withOwner } from '../platform/db/tables.ts'
import { newId } from '../platform/ids.ts'
import { enqueue } from '../platform/outbox.ts'
import { renameText } from './rename-rows.ts'
import { restoreTenant } from './restore-tenant.ts'
import { decompressRows, linesOf } from './rows-file.ts'
import { exportTenant, TenantArchive } from './tenant-archive.ts'

// Each test makes databases of its own, some of them from nothing.
vi.setConfig({ testTimeout: 60_000 })

let source: GivenInstallation
let one: World
let other: World
/** Somebody of both tenants. */
let shared: { userId: string; email: string }
let scratch: string
let file: string
beforeAll(async () => {
  source = await givenInstallation()
  one = await givenWorld(source.app)
  other = await givenWorld(source.app)
  shared = await givenPerson(source.app, one, {
    email: `shared-${newId().slice(-8)}@example.test`,
    username: 'Shared.One',
  })
  await givenPerson(source.app, other, { userId: shared.userId, email: shared.email })
  await givenPassword(source.app, shared)
  for (const { tenantId } of [one, other]) await recountRollups(source.app.services, tenantId)
  scratch = await makeScratchFolder()
  file = await exported(source, one.tenantId)
})

const silent = { say: () => {} }
let made = 0
const fileName = () => join(scratch, `tenant-${++made}.learnt`)

async function exported(from: GivenInstallation, tenantId: string, of: { withoutPasswords?: boolean } = {}) {
  const name = fileName()
  const files = from.app.services.files
  await exportTenant({
    adminUrl: from.adminUrl,
    files,
    tenantId,
    file: name,
    withoutPasswords: false,
    ...of,
    ...silent,
  })
  return name
}

function restore(place: GivenInstallation, of: Partial<Parameters<typeof restoreTenant>[0]> = {}) {
  return restoreTenant({
    adminUrl: place.adminUrl,
    files: place.app.services.files,
    settings: place.app.services.settings,
    file,
    replace: null,
    keepSuperadmins: true,
    holdMails: false,
    ...silent,
    ...of,
  })
}

const controlOf = (place: GivenInstallation, tenantId: string) =>
  ask(
    place.adminUrl,
    `select to_jsonb(n) - 'updated_at' as row from control.tenants n where id = $1
     union all select to_jsonb(t) from control.teams t where tenant_id = $1
     union all select to_jsonb(d) from control.directory d where tenant_id = $1
     union all select to_jsonb(u) from control.usernames u where tenant_id = $1
     union all select to_jsonb(u) from control.users u where id in (select user_id from control.directory where tenant_id = $1)
     union all select to_jsonb(c) from control.credentials c where user_id in (select user_id from control.directory where tenant_id = $1)
     order by 1`,
    [tenantId],
  )
const passing = [...passingTables]

/** Another address of the database. The first connection that commits is cut when that was done, before its answer. */
async function givenMutePeer(url: string) {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  const peer = { url: '', cut: 0, close: () => void server.close() }
  const server = createServer((near) => {
    const far = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(Number(port), hostname)
    let isLast = false
    near.on('data', (bytes) => {
      if (peer.cut === 0 && bytes.includes('commit\0')) isLast = true
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!isLast) return void near.write(bytes)
      peer.cut++
      near.destroy()
    })
    for (const [socket, opposite] of [
      [near, far],
      [far, near],
    ] as const)
      socket.on('error', () => {}).on('close', () => opposite.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = new URL(url)
  own.searchParams.delete('host')
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  peer.url = own.href
  return peer
}

describe('one tenant', () => {
  it('is put back as it was into another installation, beside a tenant that notices nothing', async () => {
    const place = await givenInstallation()
    const resident = await givenWorld(place.app)
    const before = await hashRows(place, { tenantId: resident.tenantId })
    const control = await controlOf(place, resident.tenantId)
    const files = await hashFiles(place.dataDir, resident.tenantId)

    const restored = await restore(place)
    expect(restored).toMatchObject({ tenantId: one.tenantId, knownPeople: 0, notes: [] })
    const same = { tenantId: one.tenantId, without: passing }
    expect(await hashRows(place, same)).toEqual(await hashRows(source, same))
    expect(await hashFiles(place.dataDir, one.tenantId)).toEqual(await hashFiles(source.dataDir, one.tenantId))
    expect(await controlOf(place, one.tenantId)).toEqual(await controlOf(source, one.tenantId))

    expect(await hashRows(place, { tenantId: resident.tenantId })).toEqual(before)
    expect(await controlOf(place, resident.tenantId)).toEqual(control)
    expect(await hashFiles(place.dataDir, resident.tenantId)).toEqual(files)

    const browser = givenBrowser(place.app)
    const signedIn = await browser.signIn({ username: shared.email, password: goodPassword, team: one.teamId })
    expect(signedIn.status).toBe(200)
    const token = await givenSession(place.app.services, one.admin)
    const { total } = (await source.app.call(one.admin, api.courses.list, {})).body
    expect((await place.app.call({ token }, api.courses.list, {})).body.total).toBe(total)
    // The resident's administrator sees nothing of it.
    expect((await place.app.call(resident.admin, api.courses.get, { params: { courseId: one.courseId } })).status).toBe(
      404,
    )
  })

  it('is put back under a new id beside itself: equal but for the id', async () => {
    const theirs = await hashRows(source, { tenantId: other.tenantId })
    const own = await hashRows(source, { tenantId: one.tenantId })
    const passwords = await ask(source.adminUrl, 'select * from control.credentials order by 1')
    const restored = await restore(source, { as: 'copy-of-one' })
    expect(restored).toMatchObject({ tenantId: 'copy-of-one', newPeople: 0 })
    expect(await hashRows(source, { tenantId: other.tenantId })).toEqual(theirs)
    expect(await hashRows(source, { tenantId: one.tenantId })).toEqual(own)
    expect(await ask(source.adminUrl, 'select * from control.credentials order by 1')).toEqual(passwords)
    const files = await hashFiles(source.dataDir, one.tenantId)
    expect(await hashFiles(source.dataDir, 'copy-of-one')).toEqual(files)

    // Everything made from the tenant's id is made again, so that giving the course again finds the row.
    const [made] = await ask<{ id: string }>(
      source.adminUrl,
      `select assignment_id('copy-of-one', $1, 'course', $2, 0) as id`,
      [one.learner.userId, one.courseId],
      'copy-of-one',
    )
    const ofLearner = [one.learner.userId, one.courseId]
    const rows = await ask<{ id: string }>(
      source.adminUrl,
      'select id from assignments where user_id = $1 and document_id = $2',
      ofLearner,
      'copy-of-one',
    )
    expect(rows).toEqual([{ id: made?.id }])
    const attempts = await ask(
      source.adminUrl,
      'select t.assignment_id as id from attempts t join assignments a on a.id = t.assignment_id where a.user_id = $1 and a.document_id = $2',
      ofLearner,
      'copy-of-one',
    )
    expect(attempts).toEqual([{ id: made?.id }])

    // Everything else is equal, told by names that this test makes by itself.
    const packages = (tenantId: string) =>
      ask<{ id: string }>(source.adminUrl, 'select id from packages order by file_id', [], tenantId)
    const assignments = await ask<{ id: string; copy: string }>(
      source.adminUrl,
      `select id, assignment_id('copy-of-one', user_id, document_type, document_id, cycle) as copy from assignments
       where id = assignment_id(tenant_id, user_id, document_type, document_id, cycle)`,
      [],
      one.tenantId,
    )
    const [here, there] = [await packages(one.tenantId), await packages('copy-of-one')]
    const names = new Map([
      ...assignments.map(({ id, copy }) => [id, copy] as const),
      ...here.map((row, at) => [row.id, there[at]?.id as string] as const),
    ])
    const renamed = (row: string) => {
      let text = row.replaceAll(one.tenantId, 'copy-of-one')
      for (const [from, to] of names) text = text.replaceAll(from, to)
      return text
    }
    // Texts that name the tenant are the people's own words and stay.
    const words = (row: string) =>
      row.replaceAll(`secret${one.tenantId}`, 'words').replaceAll('secretcopy-of-one', 'words')
    const copy = await hashRows(source, { tenantId: 'copy-of-one', without: passing, renamed: words })
    expect(copy).toEqual(
      await hashRows(source, {
        tenantId: one.tenantId,
        without: passing,
        renamed: (row) => words(renamed(row)),
      }),
    )
  })

  it('joins people to the account that they have, by id or by address, and leaves that alone', async () => {
    const place = await givenInstallation()
    const resident = await givenWorld(place.app)
    const known = await givenPerson(place.app, resident, { email: shared.email, firstName: 'Known', lastName: 'Here' })
    await ask(place.adminUrl, `insert into control.credentials (user_id, password_hash) values ($1, 'theirs')`, [
      known.userId,
    ])
    const before = await ask(place.adminUrl, 'select to_jsonb(u) from control.users u where id = $1', [known.userId])
    const restored = await restore(place)
    expect(restored.knownPeople).toBe(1)
    expect(await ask(place.adminUrl, 'select to_jsonb(u) from control.users u where id = $1', [known.userId])).toEqual(
      before,
    )
    expect(
      await ask(place.adminUrl, 'select password_hash from control.credentials where user_id = $1', [known.userId]),
    ).toEqual([{ password_hash: 'theirs' }])
    const memberships = await ask(
      place.adminUrl,
      'select id from memberships where user_id = $1',
      [known.userId],
      one.tenantId,
    )
    expect(memberships).toEqual([{ id: `${known.userId}:${one.teamId}` }])
    expect(
      await ask(place.adminUrl, 'select 1 from memberships where user_id = $1', [shared.userId], one.tenantId),
    ).toEqual([])
    expect(
      await ask(place.adminUrl, 'select tenant_id from control.directory where user_id = $1 order by created_at, 1', [
        known.userId,
      ]),
    ).toHaveLength(2)
  })

  it('makes nobody superadministrator of an installation by itself', async () => {
    const place = await givenInstallation()
    await restore(place, { keepSuperadmins: false })
    expect(await ask(place.adminUrl, `select 1 from control.directory where 'superadmin' = any (roles)`)).toEqual([])
    const roles = await ask(
      place.adminUrl,
      'select roles from memberships where user_id = $1',
      [one.superadmin.userId],
      one.tenantId,
    )
    expect(roles).toEqual([{ roles: ['admin'] }])
  })

  it('replaces the one that is there when its id is typed, and only then', async () => {
    const place = await givenInstallation()
    await restore(place)
    const same = { tenantId: one.tenantId, without: passing }
    const before = await hashRows(place, same)
    await expect(restore(place)).rejects.toThrow('There is a tenant')
    await expect(restore(place, { replace: 'another' })).rejects.toThrow('--replace names another')
    await expect(restore(place, { as: 'second' })).resolves.toBeTruthy()
    await givenPerson(place.app, one, { lastName: 'Later' })
    await ask(place.adminUrl, `update control.credentials set password_hash = 'newer' where user_id = $1`, [
      shared.userId,
    ])
    await restore(place, { replace: one.tenantId })
    expect(await hashRows(place, same)).toEqual(before)
    const kept = await ask(place.adminUrl, 'select password_hash from control.credentials where user_id = $1', [
      shared.userId,
    ])
    expect(kept).toEqual([{ password_hash: 'newer' }])
    expect(await ask(place.adminUrl, `select 1 from control.users where last_name = 'Later'`)).toEqual([])
    expect(await ask(place.adminUrl, 'select status from control.tenants where id = $1', [one.tenantId])).toEqual([
      { status: 'active' },
    ])
  })

  it('is whole or not there at all when its connection is killed half-way', async () => {
    const place = await givenInstallation()
    const resident = await givenWorld(place.app)
    const before = await hashRows(place, { tenantId: resident.tenantId })
    const holder = new pg.Client({ connectionString: place.adminUrl })
    await holder.connect()
    await holder.query('begin; lock table analytics_events in share mode')
    const restoring = restore(place).catch((error: unknown) => error)
    const [pid] = await untilLocked(place.adminUrl)
    // Everybody else sees nothing of what is in its transaction.
    expect(await ask(place.adminUrl, "select id from control.tenants where id not like 'spare-%'")).toEqual([
      { id: resident.tenantId },
    ])
    await holder.query('select pg_terminate_backend($1)', [pid])
    expect(await restoring).toBeInstanceOf(Error)
    await holder.query('rollback')
    await holder.end()
    expect(await ask(place.adminUrl, "select id from control.tenants where id not like 'spare-%'")).toEqual([
      { id: resident.tenantId },
    ])
    expect(await hashFiles(place.dataDir, one.tenantId)).toEqual({})
    expect(await hashRows(place, { tenantId: resident.tenantId })).toEqual(before)
    await restore(place)
    const same = { tenantId: one.tenantId, without: passing }
    expect(await hashRows(place, same)).toEqual(await hashRows(source, same))
  })

  it('is there with its files when the connection broke before the last answer', async () => {
    for (const replace of [null, one.tenantId]) {
      const place = await givenInstallation()
      if (replace !== null) await restore(place)
      const mute = await givenMutePeer(place.adminUrl)
      const restored = await restore(place, { adminUrl: mute.url, replace })
      expect(mute.cut).toBe(1)
      expect(restored.tenantId).toBe(one.tenantId)
      expect(await hashFiles(place.dataDir, one.tenantId)).toEqual(await hashFiles(source.dataDir, one.tenantId))
      expect(await ask(place.adminUrl, 'select status from control.tenants where id = $1', [one.tenantId])).toEqual([
        { status: 'active' },
      ])
      mute.close()
    }
  })

  it('leaves the files of one that somebody makes under its id meanwhile', async () => {
    const place = await givenInstallation()
    const maker = new pg.Client({ connectionString: place.adminUrl })
    await maker.connect()
    await maker.query(`begin; insert into control.tenants (id, name) values ('${one.tenantId}', 'Theirs')`)
    const restoring = restore(place).catch((error: unknown) => error)
    await untilLocked(place.adminUrl)
    const { sha256 } = await place.app.services.files.put(one.tenantId, Readable.from('theirs'))
    await maker.query('commit')
    await maker.end()
    expect(await restoring).toBeInstanceOf(Error)
    expect(await place.app.services.files.sizeOf(one.tenantId, sha256)).toBe(6)
    expect(await ask(place.adminUrl, 'select name from control.tenants where id = $1', [one.tenantId])).toEqual([
      { name: 'Theirs' },
    ])
  })

  it('takes along host names that are nobody’s here: not the installation’s own, nor another team’s', async () => {
    const from = await givenInstallation()
    const tenant = await givenTenant(from.app)
    const place = await givenInstallation()
    const home = await givenTenant(place.app)
    const settings = {
      publicUrl: 'https://www.learn.example',
      contentUrl: 'https://{label}.content.example',
      primaryDomains: ['learn.example'],
    }
    const [own, free] = [`${tenant.teamId}.learn.example`, `${tenant.teamId}.example`]
    const bad = ['learn.example', 'www.learn.example', `${home.teamId}.content.example`, `${home.teamId}.learn.example`]
    for (const host of [own, free, ...bad])
      await ask(from.adminUrl, 'insert into control.team_hosts (host, team_id) values ($1, $2)', [host, tenant.teamId])
    await ask(from.adminUrl, 'update control.teams set main_domain = $2 where id = $1', [tenant.teamId, bad[3]])
    const archive = await exported(from, tenant.tenantId)
    const { notes } = await restore(place, { file: archive, settings })
    const hosts = () =>
      ask(place.adminUrl, 'select host from control.team_hosts where team_id = $1 order by 1', [tenant.teamId])
    expect(await hosts()).toEqual([own, free].sort().map((host) => ({ host })))
    expect(await ask(place.adminUrl, 'select main_domain from control.teams where id = $1', [tenant.teamId])).toEqual([
      { main_domain: '' },
    ])
    for (const host of bad) expect(notes).toContainEqual(expect.stringContaining(`The host name ${host} `))
    const page = async (host: string) => (await findTeamOfPage(place.app.services.db, settings, { host })).id
    expect(await page(`${home.teamId}.learn.example`)).toBe(home.teamId)
    expect(await page(free)).toBe(tenant.teamId)
  })

  it('takes no id that is another tenant’s, also of one without a team of that id', async () => {
    const place = await givenInstallation()
    await ask(place.adminUrl, `insert into control.tenants (id, name) values ('bare', 'Bare')`)
    const from = await givenInstallation()
    const tenant = await givenTenant(from.app)
    await ask(from.adminUrl, `insert into control.teams (id, tenant_id, display_name) values ('bare', $1, 'Bare')`, [
      tenant.tenantId,
    ])
    await expect(restore(place, { file: await exported(from, tenant.tenantId) })).rejects.toThrow('of tenant bare')
  })

  it('takes waiting mails along, or holds them', async () => {
    const from = await givenInstallation()
    const world = await givenWorld(from.app)
    const mailId = newId()
    await from.app.services.db.tenant(world.tenantId).write(async (tx) => {
      const mail = { id: mailId, kind: 'test', recipient: 'a@example.test', subject: 's', textBody: 't', htmlBody: 'h' }
      await tx.insertInto('mails').values(mail).execute()
      await enqueue({ now: from.app.clock.now() }, tx, 'mails.send', { mailId })
    })
    const archive = await exported(from, world.tenantId)
    for (const [holdMails, state] of [
      [false, 'kept'],
      [true, 'failed'],
    ] as const) {
      const place = await givenInstallation()
      await restore(place, { file: archive, holdMails })
      await place.app.settle()
      expect(await ask(place.adminUrl, 'select state from mails where id = $1', [mailId], world.tenantId)).toEqual([
        { state },
      ])
    }
  })
})

describe('the file of a tenant', () => {
  it('holds its own rows and nobody else’s, for the operator alone', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const archive = await TenantArchive.open(file)
    const { tables, control, work } = archive.manifest
    let rows = 0
    for (const part of [...tables, ...control, work]) {
      for await (const line of linesOf(decompressRows(await archive.read(part.file)))) {
        rows++
        expect(line).not.toContain(other.mark)
        const at = part.columns.indexOf('tenant_id')
        if (at !== -1) expect(line.split('\t')[at]).toBe(one.tenantId)
        else expect(line).not.toContain(other.tenantId)
      }
    }
    expect(rows).toBeGreaterThan(30)
    archive.close()
    const without = await TenantArchive.open(await exported(source, one.tenantId, { withoutPasswords: true }))
    expect(without.manifest.control.map((part) => part.name)).not.toContain('credentials')
    without.close()
  })

  it('has every table of the catalogue, also one that is made tomorrow', async () => {
    const database = await freshDatabase()
    const place = { ...source, ...database, app: source.app }
    await database.db.control(async () => {})
    await ask(
      place.adminUrl,
      `create table made_tomorrow (tenant_id text not null, id int not null, primary key (tenant_id, id));
       select make_tenant_table('made_tomorrow');
       insert into control.tenants (id, name) values ('probe', 'Probe');`.replace(/\s+/g, ' '),
    ).catch(() => {})
    await ask(place.adminUrl, `insert into made_tomorrow values ('probe', 7)`, [], 'probe')
    const archive = await TenantArchive.open(await exported(place, 'probe'))
    const catalogue = await withOwner(database.adminUrl, readCatalogue)
    const kept = archive.manifest.tables.map((table) => table.name)
    expect(kept.toSorted()).toEqual(
      catalogue.tenant
        .map((table) => table.name)
        .filter((name) => !passingTables.has(name))
        .sort(),
    )
    expect(archive.manifest.tables.find((table) => table.name === 'made_tomorrow')?.rows).toBe(1)
    archive.close()
    // Every table of the control plane needs an entry that says what becomes of it.
    expect(Object.keys(controlTables).toSorted()).toEqual(catalogue.control.map((table) => table.name).sort())
    await ask(place.adminUrl, 'create table control.made_tomorrow (id int primary key)')
    await expect(exported(place, 'probe')).rejects.toThrow('control.made_tomorrow is not known to the export')
  })

  it('is refused when it is damaged, not one, or of another version', async () => {
    const place = await givenInstallation()
    const bytes = await readFile(file)
    const damaged = fileName()
    // Within what is kept: not every byte that a ZIP archive has between its entries says something.
    const at = bytes.indexOf('control/users.json.zst') + 100
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(damaged, bytes)
    await expect(restore(place, { file: damaged })).rejects.toThrow('is damaged')
    const cut = fileName()
    await writeFile(cut, (await readFile(file)).subarray(0, 5000))
    await expect(restore(place, { file: cut })).rejects.toThrow('is no exported tenant, or not whole')
    await expect(restore(place, { file: fileName() })).rejects.toThrow('is not there')
    await expect(restore(place, { as: 'Not An Id' })).rejects.toThrow('is no id')
    await ask(
      place.adminUrl,
      `insert into control.migrations (name, checksum, finished) values ('20990101T0000_later.sql', 'x', true)`,
    )
    await expect(restore(place)).rejects.toThrow('exported from an older version')
    expect(await ask(place.adminUrl, "select id from control.tenants where id not like 'spare-%'")).toEqual([])
    await expect(exported(source, 'nobody')).rejects.toThrow('There is no tenant "nobody"')
  })
})

describe('renaming', () => {
  it('depends on what a name stands for', () => {
    const id = '0190a5b2-0000-7000-8000-000000000001'
    const renames = {
      tenant: { from: 'acme', to: 'copy' },
      teams: new Map([
        ['acme', 'copy'],
        ['acme-sales', 'copy-sales'],
      ]),
      ids: new Map([[id, '0190a5b2-0000-7000-8000-00000000000f']]),
    }
    const was = `acme ${id}:acme-sales {"teamId": "acme-sales", "tenantId":"acme", "teamId": ["acme", "x"], "name": "acme"} /team-files/acme/x.webp`
    expect(renameText(was, renames)).toBe(
      'acme 0190a5b2-0000-7000-8000-00000000000f:copy-sales {"teamId": "copy-sales", "tenantId":"copy", "teamId": ["copy", "x"], "name": "acme"} /team-files/copy/x.webp',
    )
  })
})
