import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/db.ts'
import { givenActing } from '../../../test/given/acting.ts'
import type { Browser } from '../../../test/given/browsers.ts'
import { givenSignedIn } from '../../../test/given/factors.ts'
import { mailsTo } from '../../../test/given/mails.ts'
import { type GivenTenant, givenPerson, givenSession, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { json } from '../../platform/db/database.ts'
import { camelCase } from '../../platform/db/names.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { newId } from '../../platform/ids.ts'
import { runJob } from '../../platform/jobs/run-job.ts'
import { forgetOldLinks } from '../accounts/commands/forget-old.ts'
import { cleanUpExports } from './commands/clean-up.ts'
import { dataExportJobs } from './jobs.ts'
import { listLeftOut, listPersonRows } from './queries/person-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const pathOf = (exportId: string) => api.dataExports.download.path.replace(':exportId', exportId)
const mine = async (browser: Browser) => (await browser.send(api.dataExports.mine)).body
const callerOf = (browser: Browser) => ({ token: browser.token })
const stored = async (tenant: GivenTenant) => {
  const found: string[] = []
  for await (const { sha256 } of app.services.files.list(tenant.tenantId)) found.push(sha256)
  return found
}

async function givenExport(tenant: GivenTenant) {
  const { person, browser } = await givenSignedIn(app, tenant)
  const made = await browser.send(api.dataExports.make)
  expect(made.status).toBe(200)
  await app.settle()
  return { person, browser, exportId: made.body.id }
}

async function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  const entries = new Map<string, string>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve())
    zip.on('entry', (entry: yauzl.Entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        entries.set(entry.fileName, (await buffer(stream)).toString('utf8'))
        zip.readEntry()
      }),
    )
    zip.readEntry()
  })
  return entries
}

describe('a copy of one’s data', () => {
  it('is made, told of in the bell and by mail, and downloaded by the person', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant, { firstName: 'Mo', managers: [tenant.admin.userId] })
    const other = await givenPerson(app, tenant, { firstName: 'Otherperson' })
    const nasty = '=HYPERLINK("x") <script>alert(1)</script> "quoted",\nline \u2028 ünï'
    const statementId = newId()
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      for (const [userId, text] of [
        [person.userId, nasty],
        [other.userId, 'somebody else’s note'],
      ] as const)
        await tx.insertInto('quickNotes').values({ id: newId(), userId, text }).execute()
      await tx
        .insertInto('statements')
        .values({
          id: statementId,
          stored: app.clock.now(),
          userId: person.userId,
          verb: 'completed',
          objectId: 'course',
          body: json({ kept_as: 'it is' }),
        })
        .execute()
    })
    expect((await mine(browser)).under).toBeNull()
    const asked = await browser.send(api.dataExports.make)
    expect((await mine(browser)).under).toMatchObject({ id: asked.body.id, state: 'making', total: null })
    await app.settle()
    const { under, ready } = await mine(browser)
    expect([under, ready?.id]).toEqual([null, asked.body.id])

    const reply = await app.send(callerOf(browser), 'GET', pathOf(asked.body.id))
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-length': String(ready?.size),
    })
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="learnt-data-2026-11-20\.zip"/)
    const files = await readZip(reply.body)
    expect([...files.keys()]).toEqual([
      'readme.txt',
      'profile.json',
      'sessions.json',
      ...listPersonRows().map((one) => one.file),
    ])
    for (const [name, text] of files) if (name.endsWith('.json')) JSON.parse(text)
    const of = (name: string) => JSON.parse(files.get(name) ?? '') as Record<string, unknown>[]
    expect(of('notes.json')).toEqual([expect.objectContaining({ text: nasty, userId: person.userId })])
    expect(JSON.parse(files.get('profile.json') ?? '')).toMatchObject({
      account: { email: person.email, hasPassword: true },
      authenticator: null,
    })
    expect(of('sessions.json').length).toBeGreaterThan(0)
    expect(of('managers.json')).toEqual([{ name: 'Ada Admin' }])
    const [line = ''] = (files.get('statements.ndjson') ?? '').split('\n')
    expect(JSON.parse(line)).toMatchObject({ id: statementId, objectId: 'course', body: { kept_as: 'it is' } })
    expect(of('audit.json')).toContainEqual(
      expect.objectContaining({ action: 'dataExports.make', by: expect.stringContaining('Mo') }),
    )
    for (const file of files.keys()) expect(files.get('readme.txt')).toContain(file)
    expect(files.get('readme.txt')).not.toContain('dataExports.')
    const all = [...files.values()].join('\n')
    for (const secret of ['somebody else', 'Otherperson', tenant.admin.userId, '$scrypt', '$argon', 'token_hash'])
      expect(all, secret).not.toContain(secret)

    const bell = await browser.send(api.notifications.list)
    expect(bell.body.items.filter((one) => one.kind === 'dataExportReady')).toMatchObject([
      { params: { days: 7 }, link: '/pages/profile' },
    ])
    expect((await mailsTo(app, tenant.tenantId, person.email)).map((one) => one.kind)).toContain('dataExportReady')
    const audit = await app.call(tenant.admin, api.audit.list, { query: { action: 'dataExports.download' } })
    expect(audit.body.items).toMatchObject([{ actorId: person.userId, subjectId: person.userId }])
  })

  it('is one of two that are asked for at once, and replaces the one before with its bytes', async () => {
    const tenant = await givenTenant(app)
    const { browser, exportId } = await givenExport(tenant)
    const before = await stored(tenant)
    const answers = await Promise.all([1, 2, 3].map(() => browser.send(api.dataExports.make)))
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((one) => one.body.id)).size).toBe(1)
    expect((await mine(browser)).ready?.id).toBe(exportId)
    await app.settle()
    expect(await mine(browser)).toMatchObject({ under: null, ready: { id: answers[0]?.body.id } })
    const after = await stored(tenant)
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
    expect((await app.send(callerOf(browser), 'GET', pathOf(exportId))).status).toBe(404)
  })

  it('is nobody else’s, nor of whoever acts as the person, and needs a fresh proof', async () => {
    const tenant = await givenTenant(app)
    const { person, browser, exportId } = await givenExport(tenant)
    const elsewhere = await givenTenant(app)
    const colleague = await givenPerson(app, tenant)
    const acting = await givenActing(app, tenant, person, { writes: true })
    for (const caller of [tenant.admin, elsewhere.admin, colleague])
      expect((await app.send(caller, 'GET', pathOf(exportId))).status).toBe(404)
    expect((await app.send({ token: null }, 'GET', pathOf(exportId))).status).toBe(401)
    expect((await app.send(callerOf(browser), 'GET', pathOf('nonsense'))).status).toBe(404)
    expect((await app.send(acting, 'GET', pathOf(exportId))).status).toBe(403)
    for (const operation of [
      api.dataExports.mine,
      api.dataExports.make,
      api.eraseRequests.ask,
      api.eraseRequests.withdraw,
    ] as const)
      expect((await app.call(acting, operation as typeof api.dataExports.make)).problem?.code).toBe('not-while-acting')
    expect((await app.call(tenant.admin, api.dataExports.mine)).body.ready).toBeNull()
    app.clock.advance(11 * 60_000)
    expect((await browser.send(api.dataExports.make)).problem?.code).toBe('proof-required')
    await asOwner((client) =>
      client.query(`update control.tenants set status = 'suspended' where id = $1`, [tenant.tenantId]),
    )
    expect((await app.send(callerOf(browser), 'GET', pathOf(exportId))).status).toBeGreaterThanOrEqual(401)
  })

  it('goes after seven days, rows and bytes', async () => {
    const tenant = await givenTenant(app)
    const { person, exportId } = await givenExport(tenant)
    expect(await stored(tenant)).toHaveLength(1)
    app.clock.advance(7 * 86_400_000)
    const { browser } = await givenSignedIn(app, tenant)
    expect((await mine(browser)).ready).toBeNull()
    await app.settleDay()
    await app.settleDay()
    expect(await stored(tenant)).toEqual([])
    const rows = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('dataExports').select('id').where('userId', '=', person.userId).execute())
    expect([rows, exportId.length]).toEqual([[], 36])
  })

  it('goes after seven days also where the tenant is suspended, with the codes of its kept mails', async () => {
    const tenant = await givenTenant(app)
    await givenExport(tenant)
    const mine = app.services.db.tenant(tenant.tenantId)
    const mailed = await mine.write((tx) =>
      sql<{ id: string }>`
        insert into mails (id, kind, recipient, subject, text_body, html_body, state, link_code, created_at)
        values (${newId()}, 'x', 'x@example.test', 'x', 'x', 'x', 'kept', 'code', ${app.clock.now()}) returning id`.execute(
        tx,
      ),
    )
    const codes = () =>
      mine.read((tx) =>
        tx
          .selectFrom('mails')
          .select('linkCode')
          .where('id', '=', mailed.rows[0]?.id ?? '')
          .execute(),
      )
    await asOwner((client) =>
      client.query(`update control.tenants set status = 'suspended' where id = $1`, [tenant.tenantId]),
    )
    await app.settle()
    expect([(await stored(tenant)).length, await codes()]).toEqual([1, [{ linkCode: 'code' }]])
    app.clock.advance(7 * 86_400_000 + 1000)
    await cleanUpExports(app.services, new AbortController().signal)
    await forgetOldLinks(app.services)
    await app.settle()
    expect([await stored(tenant), await codes()]).toEqual([[], [{ linkCode: '' }]])
    expect(await mine.read((tx) => tx.selectFrom('dataExports').select('id').execute())).toEqual([])
  })

  it('is made again by a job that was killed on its way, and nothing is left over', async () => {
    const tenant = await givenTenant(app)
    const { browser } = await givenSignedIn(app, tenant)
    const { body } = await browser.send(api.dataExports.make)
    const run = (files: FileStore) =>
      runJob({ ...app.services, files }, tenant.tenantId, dataExportJobs, body.jobId, undefined)
    // Killed once the store has the bytes: nothing of what would come after happens.
    const { files } = app.services
    const killed = new Promise<void>((resolve) => {
      void run({
        ...files,
        remove: (...of) => files.remove(...of),
        put: async (...of) => {
          await files.put(...of)
          resolve()
          return new Promise(() => {})
        },
      })
    })
    await killed
    const [first] = await stored(tenant)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect((await mine(browser)).ready).toBeNull()
    app.clock.advance(1000)
    await run(files)
    expect((await mine(browser)).ready?.id).toBe(body.id)
    const [second, ...more] = await stored(tenant)
    expect([second === first, more]).toEqual([false, []])
    expect(await readdir(`${app.services.settings.dataDir}/data-exports`)).toEqual([])
  })

  it('that fails or is cancelled can be asked for again, and what it kept goes', async () => {
    const tenant = await givenTenant(app)
    const { browser } = await givenSignedIn(app, tenant)
    const { body } = await browser.send(api.dataExports.make)
    expect((await browser.send(api.jobs.cancel, { params: { jobId: body.jobId } })).status).toBe(200)
    await app.settle()
    expect((await mine(browser)).under).toMatchObject({ id: body.id, state: 'failed' })
    const again = await browser.send(api.dataExports.make)
    expect(again.body.id).toBe(body.id)
    expect(again.body.jobId).not.toBe(body.jobId)
    await app.settle()
    expect(await mine(browser)).toMatchObject({ under: null, ready: { id: body.id } })
    // The first job, run again by hand, is not this one any more.
    await app.call(callerOf(browser), api.jobs.retry, { params: { jobId: body.jobId } })
    await app.settle()
    const job = await browser.send(api.jobs.get, { params: { jobId: body.jobId } })
    expect(job.body).toMatchObject({
      state: 'failed',
      error: 'You requested a newer copy of your data. This one is no longer created.',
    })
    expect(await stored(tenant)).toHaveLength(1)
  })

  it('has every table that names people, or says why not', async () => {
    const columns = await asOwner(async (client) => {
      const { rows } = await client.query<{ table: string }>(
        `select distinct c.relname as "table" from pg_attribute a
         join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
           and not a.attisdropped and (a.attname ~ '(^|_)(user|membership|actor|owner|manager|impersonator|person|learner)_id$'
             or a.attname ~ '_by$' or a.attname in ('recipient', 'email', 'phone'))
         order by 1`,
      )
      return rows.map((one) => camelCase(one.table))
    })
    expect(columns).toContain('memberships')
    const exported = new Set<string>(listPersonRows().flatMap((one) => one.tables))
    const leftOut = listLeftOut()
    expect(columns.filter((table) => !exported.has(table) && !(table in leftOut))).toEqual([])
    expect(Object.keys(leftOut).filter((table) => exported.has(table) || !columns.includes(table))).toEqual([])
  })
})

describe('the wish to be erased', () => {
  it('is told to the administrators, once a day, and erases nothing', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant, { firstName: 'Lea', lastName: 'Ver' })
    const ask = (reason = 'I leave') => browser.send(api.eraseRequests.ask, { body: { reason } })
    expect((await ask('x'.repeat(501))).problem?.errors?.[0]?.path).toBe('body.reason')
    const both = await Promise.all([ask(), ask()])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    expect((await mine(browser)).erase).toMatchObject({ reason: 'I leave' })
    await app.settle()
    const bell = await app.call(tenant.admin, api.notifications.list)
    expect(bell.body.items.filter((one) => one.kind === 'eraseRequested')).toMatchObject([
      { params: { person: 'Lea Ver' }, link: `/apps/admin/users/${person.userId}?teamId=${person.teamId}` },
    ])
    expect((await mailsTo(app, tenant.tenantId, tenant.admin.email)).map((one) => one.kind)).toEqual(['eraseRequested'])
    const look = () => app.call(tenant.admin, api.eraseRequests.ofMember, { params: { userId: person.userId } })
    expect((await look()).body).toMatchObject({ request: { reason: 'I leave' }, can: { dismiss: null } })
    expect((await browser.send(api.eraseRequests.withdraw)).status).toBe(204)
    expect((await browser.send(api.eraseRequests.withdraw)).status).toBe(204)
    expect((await look()).body.request).toBeNull()
    expect((await ask()).problem).toMatchObject({ status: 409 })
    expect((await mine(browser)).nextEraseAt).not.toBeNull()
    app.clock.advance(86_400_000)
    const later = { token: await givenSession(app.services, person) }
    expect((await app.call(later, api.eraseRequests.ask, { body: {} })).status).toBe(200)
    const administrator = { token: await givenSession(app.services, tenant.admin) }
    const audit = await app.call(administrator, api.audit.list, { query: { action: 'eraseRequests.ask' } })
    expect(audit.body.items).toHaveLength(2)
    const { rows } = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => sql`select 1 from memberships where user_id = ${person.userId}`.execute(tx))
    expect(rows).toHaveLength(1)
  })

  it('is told to those who were told, not to whoever takes the person into a team of theirs', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    await browser.send(api.eraseRequests.ask, { body: { reason: 'For my own reasons' } })
    const teamId = await givenTeam(app, tenant)
    const ofTeam = await givenPerson(app, { ...tenant, teamId }, { roles: ['admin'] })
    const body = { firstName: 'Taken', lastName: 'Over', email: person.email }
    expect((await app.call(ofTeam, api.members.create, { body })).status).toBe(201)
    const of = { params: { userId: person.userId }, query: { teamId } }
    expect((await app.call(ofTeam, api.eraseRequests.ofMember, of)).body).toMatchObject({
      request: null,
      can: { dismiss: 'otherTeams' },
    })
    expect((await app.call(ofTeam, api.eraseRequests.dismiss, of)).status).toBe(403)
    expect((await mine(browser)).erase).not.toBeNull()
    const look = await app.call(tenant.admin, api.eraseRequests.ofMember, of)
    expect(look.body).toMatchObject({ request: { reason: 'For my own reasons' }, can: { dismiss: null } })
  })

  it('is dismissed by administrators of reach alone', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    await browser.send(api.eraseRequests.ask, { body: {} })
    const elsewhere = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const ofTeam = await givenPerson(app, { ...tenant, teamId }, { roles: ['admin'] })
    const colleague = await givenPerson(app, tenant)
    const dismiss = (caller: { token: string | null }) =>
      app.call(caller, api.eraseRequests.dismiss, { params: { userId: person.userId } })
    expect((await dismiss(elsewhere.admin)).status).toBe(404)
    expect((await dismiss(ofTeam)).status).toBe(404)
    expect((await dismiss(colleague)).status).toBe(403)
    expect((await dismiss({ token: null })).status).toBe(401)
    expect((await mine(browser)).erase).not.toBeNull()
    expect((await dismiss(tenant.admin)).status).toBe(204)
    expect((await dismiss(tenant.admin)).status).toBe(204)
    expect((await mine(browser)).erase).toBeNull()
    const audit = await app.call(tenant.admin, api.audit.list, { query: { action: 'eraseRequests.dismiss' } })
    expect(audit.body.items).toHaveLength(1)
  })
})
