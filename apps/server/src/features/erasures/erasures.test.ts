import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { api } from '@learnt/contract'
import { newField } from '@learnt/contract/forms/new-form'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, testDatabase } from '../../../test/db.ts'
import { givenFile } from '../../../test/given/courses.ts'
import { givenForm, givenSubmissions } from '../../../test/given/forms.ts'
import { mailsTo } from '../../../test/given/mails.ts'
import { type GivenPerson, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { givenWorld, type World } from '../../../test/given/world.ts'
import { features } from '../../app.ts'
import { copyOut } from '../../platform/db/copy.ts'
import { json } from '../../platform/db/database.ts'
import { readCatalogue } from '../../platform/db/tables.ts'
import { buildServer } from '../../platform/http/server.ts'
import { newId } from '../../platform/ids.ts'
import { sessionCookieName } from '../../platform/session/token.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { eraseAgain, readErasures } from './commands/erasure-list.ts'
import { pseudonymOf, runErasures } from './commands/run-erasures.ts'
import { isWordless, listContentTables, listFates } from './queries/fates.ts'
import { listTextColumns } from './queries/find-copies.ts'

let app: TestApp
let adminUrl: string
beforeAll(async () => {
  app = await testApp()
  adminUrl = (await testDatabase()).adminUrl
})

/** Columns by which a row is a person's own. */
const ownColumns =
  /^(user_id|membership_id|owner_id|author_id|actor_id|impersonated_user_id|stand_in_id|assignment_id|attempt_id|submission_id|registration_id|recipient|email|phone)$/

const person = { userId: '00000000-0000-4000-8000-000000000000', membershipIds: [], pseudonym: 'x' }

async function listOwnColumns() {
  return asOwner(async (client) => {
    const { rows } = await client.query<{ table: string; name: string }>(
      `select c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
    )
    const own = new Set(rows.filter((row) => ownColumns.test(row.name)).map((row) => row.table))
    return (await listTextColumns(client)).filter((column) => own.has(column.table) && !ownColumns.test(column.name))
  })
}

const isHandled = (table: string, column: string) =>
  table === 'memberships' ||
  listContentTables().includes(table) ||
  listFates().some((fate) => fate.table === table && (fate.becomes === null || column in fate.becomes(person)))

describe('what is known of a person', () => {
  it('is said what becomes of, column by column', async () => {
    const columns = await listOwnColumns()
    expect(columns.length).toBeGreaterThan(100)
    const unknown = columns.filter(({ table, name }) => !isHandled(table, name) && !isWordless(table, name))
    expect(unknown.map(({ table, name }) => `${table}.${name}`)).toEqual([])
  })
})

/** In every value that is planted; nothing else has it. */
const marker = 'mkqz7'

/** A value for each field that an administrator may write of a person, from the contract: a new kind of field fails here. */
function plantedFields(): Record<string, unknown> {
  const given: Record<string, unknown> = {
    email: `${marker}-mail@example.test`,
    username: `${marker}-username`,
    phone: '+49 30 5551187',
    dob: '1931-02-03',
    terminationDate: null,
    status: 'active',
    roles: ['learner'],
    managers: undefined,
    revision: undefined,
  }
  const { shape } = api.members.update.body
  return Object.fromEntries(
    Object.entries(shape).flatMap(([field, schema]) => {
      if (field in given) return given[field] === undefined ? [] : [[field, given[field]]]
      const value = [[`${marker} ${field}`], `${marker} ${field}`].find((one) => schema.safeParse(one).success)
      if (value === undefined) throw new Error(`Nothing is planted in ${field}`)
      return [[field, value]]
    }),
  )
}

/** Where rows of a table lead to a person, by the columns that they have. */
const ways: Readonly<Record<string, string>> = {
  assignment_id: 'in (select id from assignments where user_id = $1)',
  attempt_id: 'in (select id from attempts where user_id = $1)',
  submission_id: 'in (select id from submissions where user_id = $1)',
  registration_id: 'in (select id from registrations where user_id = $1)',
  membership_id: '',
  recipient: '',
  email: '',
  phone: '',
}

/** Written by the contract's operation, or what an erasure itself goes by. */
const notPlanted = ['memberships', 'kept_proofs', 'legal_holds', 'erase_requests']

/** Gives the person a row in every table that has a column for one and no row yet. Answers what could not be made up. */
async function plantRows(tenantId: string, one: GivenPerson): Promise<string[]> {
  const missing: string[] = []
  const tables = [...new Set((await listOwnColumns()).map((column) => column.table))]
  await asOwner(async (client) => {
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
    const { rows: columns } = await client.query<MadeUp>(
      `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull and not a.atthasdef as needed,
         (select k.confrelid::regclass::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
            and array_length(k.conkey, 1) = 2 and a.attnum = k.conkey[2] limit 1) as parent,
         (select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[''([^'']+)''') from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as known
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' and a.attname <> 'tenant_id'`,
    )
    // Registrations before their steps.
    for (const table of tables.sort((a, b) => Number(a.endsWith('_steps')) - Number(b.endsWith('_steps')))) {
      if (notPlanted.includes(table) || listContentTables().includes(table)) continue
      const its = columns.filter((column) => column.table === table)
      const own = its.filter((column) => ownColumns.test(column.name) && ways[column.name] !== '')
      const where = own.map((column) => `${column.name} ${ways[column.name] ?? '= $1'}`).join(' or ')
      if (where === '') continue
      const { rowCount } = await client.query(`select from ${table} where ${where} limit 1`, [one.userId])
      if (rowCount) continue
      const filled = its.filter((column) => column.needed || own.includes(column))
      const names = filled.map((column) => column.name).join(', ')
      const values = filled.map((column) => madeUp(column, one)).join(', ')
      await client
        .query(`insert into ${table} (${names}) values (${values})`)
        .catch((error: Error) => missing.push(`${table}: ${error.message}`))
    }
  })
  return missing
}

interface MadeUp {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly needed: boolean
  /** The table that it points at. */
  readonly parent: string | null
  /** A value that its check knows. */
  readonly known: string | null
}

function madeUp({ name, type, parent, known }: MadeUp, one: GivenPerson): string {
  const way = ways[name]
  if (way) return `(${way.slice('in ('.length, -1).replace('$1', `'${one.userId}'`)} limit 1)`
  if (name === 'membership_id') return `'${one.membershipId}'`
  if (ownColumns.test(name)) return `'${one.userId}'`
  if (parent) return `(select id from ${parent} limit 1)`
  if (known) return `'${known}'`
  if (name === 'until_day') return 'current_date + 1'
  const values: Readonly<Record<string, string>> = {
    uuid: 'gen_random_uuid()',
    text: `'1'`,
    'text[]': `'{}'`,
    jsonb: `'{}'`,
    boolean: 'false',
    date: 'current_date',
    'time without time zone': `'07:00'`,
    'timestamp with time zone': 'now()',
    bytea: `'\\x00'`,
  }
  return values[type] ?? '1'
}

/** What stands in a person's rows about somebody else; copies of the person are found there by their name. */
const othersWords = [
  'audit_entries.impersonator_name',
  'audit_entries.subject_title',
  'impersonation_sessions.user_name',
  'impersonation_sessions.impersonated_name',
  'impersonation_sessions.impersonated_email',
]

/** Writes the marker into every column of the person's rows that may hold words. Answers the columns it stands in. */
async function plantEverywhere(tenantId: string, userId: string): Promise<Set<string>> {
  const planted = new Set<string>()
  const columns = await listOwnColumns()
  await asOwner(async (client) => {
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
    const { rows: all } = await client.query<{ table: string; name: string }>(
      `select c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
    )
    for (const { table, name, type } of columns) {
      if (notPlanted.includes(table) || listContentTables().includes(table) || isWordless(table, name)) continue
      if (othersWords.includes(`${table}.${name}`)) continue
      const own = all.filter((one) => one.table === table && ownColumns.test(one.name) && ways[one.name] !== '')
      const where = own.map((one) => `${one.name} ${ways[one.name] ?? '= $1'}`).join(' or ')
      if (where === '') continue
      const word = `'${marker}-' || substr(md5(random()::text), 1, 8)`
      const value = { text: word, 'text[]': `array[${word}]`, json: `json_build_object('a', ${word})` }[type as 'text']
      const { rowCount } = await client
        .query(`update ${table} set ${name} = ${value ?? `jsonb_build_object('a', ${word})`} where ${where}`, [userId])
        .catch(() => ({ rowCount: 0 }))
      if (rowCount) planted.add(`${table}.${name}`)
    }
  })
  return planted
}

/** How many rows of each table of the whole database hold one of the words, in any column of any type. */
async function scan(tenantIds: readonly string[], words: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  const forms = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]).map((word) => `%${word}%`)
  await asOwner(async (client) => {
    const { tenant, control } = await readCatalogue(client)
    for (const tenantId of tenantIds) {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
      for (const { schema, name } of [...tenant, ...control]) {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::int as count from ${schema}.${name} x where x::text ilike any ($1)`,
          [forms],
        )
        if (rows[0]?.count) found[`${schema}.${name}`] = rows[0].count
      }
    }
  })
  return found
}

/** The lines of a dump with one of the words: COPY of every table, as a backup writes it. */
async function dumpLines(tenantId: string, words: readonly string[]): Promise<string[]> {
  return asOwner(async (client) => {
    const { tenant, control } = await readCatalogue(client)
    const lines: string[] = []
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
    for (const { schema, name } of [...tenant, ...control])
      for await (const piece of copyOut(client, `copy (select * from ${schema}.${name}) to stdout`))
        for (const line of piece.toString('utf8').split('\n'))
          if (words.some((word) => line.toLowerCase().includes(word))) lines.push(`${name}: ${line}`)
    return lines
  })
}

async function filesWith(tenantId: World['tenantId'], words: readonly string[]): Promise<number> {
  let count = 0
  for await (const { sha256 } of app.services.files.list(tenantId)) {
    const bytes = (await buffer(await app.services.files.open(tenantId, sha256))).toString('latin1')
    if (words.some((word) => bytes.includes(word))) count++
  }
  return count
}

const of = (one: GivenPerson) => ({ params: { userId: one.userId } })
const confirm = (by: GivenPerson, one: GivenPerson, confirmation = one.email) =>
  app.call(by, api.erasures.confirm, { ...of(one), body: { confirmation } })
const run = (after?: (step: string) => void) => runErasures(app.services, adminUrl, after)

async function logOf(tenantId: string) {
  return asOwner(async (client) => {
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
    const { rows } = await client.query(
      'select id, at, actor_id, action, subject_type, subject_id from audit_entries order by at, id',
    )
    return rows
  })
}

describe('an erasure', () => {
  it('leaves nothing of the person, killed half-way and run twice at once, and counts stay right', async () => {
    const world = await givenWorld(app)
    const { learner, admin, tenantId } = world
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const logging = buildServer({ ...app.services, log }, features.routes)
    const updated = await logging.inject({
      method: 'PATCH',
      url: api.members.update.path.replace(':userId', learner.userId),
      headers: {
        host: new URL(app.services.settings.publicUrl).host,
        origin: app.services.settings.publicUrl,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie: `${sessionCookieName(app.services.settings)}=${admin.token}`,
      },
      payload: JSON.stringify(plantedFields()),
    })
    expect([updated.statusCode, updated.body]).toEqual([200, expect.stringContaining(marker)])
    const email = `${marker}-mail@example.test`
    const name = `${marker} firstName ${marker} lastName`
    expect((await app.call(learner, api.eraseRequests.ask, { body: { reason: `${marker} reason` } })).status).toBe(200)
    await app.settle()
    await app.services.db.tenant(tenantId).write(async (tx) => {
      const step = { documentId: world.courseId, activityId: world.activityId }
      await tx.insertInto('stepThreads').values(step).execute()
      const comment = { id: newId(), authorId: learner.userId, body: 'x', madeAt: app.clock.now() }
      await tx
        .insertInto('stepComments')
        .values({ ...step, ...comment })
        .execute()
    })
    expect(await plantRows(tenantId, learner)).toEqual([])
    const planted = await plantEverywhere(tenantId, learner.userId)
    expect(planted.size).toBeGreaterThan(80)
    // Copies in what belongs to others, where no column leads to the person.
    await app.services.db.tenant(tenantId).write(async (tx) => {
      await tx
        .updateTable('savedViews')
        .set({ name: `About ${name}`, query: `search=${email}` })
        .where('id', '=', world.reportViewId)
        .execute()
      await tx
        .updateTable('feedRuns')
        .set({ reason: `${email} is twice in the file` })
        .where('id', '=', world.runId)
        .execute()
      await tx
        .updateTable('permissions')
        .set({ title: `For ${name.toUpperCase()}` })
        .where('id', '=', world.permissionId)
        .execute()
    })
    await asOwner(async (client) => {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
      await client.query(`update jobs set input = $1, result = $2`, [
        JSON.stringify({ filter: { search: name } }),
        JSON.stringify({
          sha256: (await app.services.files.put(tenantId, Readable.from([Buffer.from(`zip ${marker}`)]))).sha256,
        }),
      ])
      const upload = await givenFile(app, world, {
        purpose: 'answer',
        name: `${marker}.pdf`,
        bytes: Buffer.from(`upload ${marker}`),
      })
      await client.query('update files set created_by = $1 where id = $2', [learner.userId, upload.fileId])
      const pdf = await app.services.files.put(tenantId, Readable.from([Buffer.from(`pdf ${marker}`)]))
      await client.query('update certificates set pdf_sha256 = $1, pdf_size = 1 where user_id = $2', [
        pdf.sha256,
        learner.userId,
      ])
      await client.query('update control.users set additional_emails = $1 where id = $2', [
        [`${marker}-2@example.test`],
        learner.userId,
      ])
    })
    const words = [marker, learner.email, '5551187', '1931-02-03']
    const before = await scan([tenantId], words)
    expect(Object.keys(before).length).toBeGreaterThan(40)
    expect((await dumpLines(tenantId, words)).length).toBeGreaterThan(50)
    expect(await filesWith(tenantId, words)).toBe(3)
    const rollups = () => app.services.db.tenant(tenantId).read((tx) => compareRollups(tx))
    const counted = await rollups()
    const logBefore = await logOf(tenantId)
    const figures = await app.call(admin, api.members.list, { query: { limit: 100 } })

    const look = await app.call(admin, api.erasures.preview, of(learner))
    expect(look.body).toMatchObject({ email, keepsAccount: false, can: { confirm: null } })
    expect(look.body.parts.filter((part) => part.records > 0).length).toBeGreaterThan(7)
    expect((await confirm(admin, learner, email.toUpperCase())).problem?.errors?.[0]?.path).toBe('body.confirmation')
    expect((await confirm(admin, learner, name)).status).toBe(200)
    expect((await confirm(admin, learner, name)).problem?.detail).toContain('confirmed')
    for (const step of ['learning:runtime_calls', 'copies', 'files'])
      await expect(
        run((done) => {
          if (done === step) throw new Error('killed')
        }),
      ).rejects.toThrow('killed')
    const both = await Promise.all([run(), run()])
    expect(both.sort()).toEqual([0, 1])

    const [mail] = await mailsTo(app, tenantId, email)
    expect(mail?.kind).toBe('personErased')
    expect(mail?.text).not.toContain(marker)
    app.clock.advance(31 * 60_000)
    await run()
    const pseudonym = pseudonymOf(learner.userId)
    expect(await scan([tenantId], words)).toEqual({})
    expect(await dumpLines(tenantId, words)).toEqual([])
    expect(await filesWith(tenantId, words)).toBe(0)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => words.some((word) => line.includes(word)))).toEqual([])

    const office = { token: (await givenPerson(app, world, { roles: ['admin'] })).token }
    expect((await app.call(learner, api.dataExports.mine)).status).toBe(401)
    const after = await app.call(office, api.members.list, { query: { limit: 100 } })
    expect(after.body.total).toBe(figures.body.total + 1)
    expect(after.body.items.find((one) => one.userId === learner.userId)).toMatchObject({
      firstName: pseudonym,
      email: '',
      status: 'archived',
    })
    expect(await rollups()).toEqual(counted)
    // The log has every entry that it had, by the same ids.
    const logAfter = await logOf(tenantId)
    expect(logAfter.slice(0, logBefore.length)).toEqual(logBefore)
    expect(logAfter.at(-1)).toMatchObject({ action: 'erasures.finish', subject_id: learner.userId })
    const found = await app.call(office, api.erasures.list, { query: { state: 'done' } })
    expect(found.body.items).toMatchObject([{ userId: learner.userId, name: pseudonym, reason: '' }])
    const change = await app.call(office, api.members.update, { ...of(learner), body: { firstName: 'Back' } })
    expect(change.problem?.status).toBe(409)
  })

  it('is refused for oneself, a higher role, a held person, a foreign one and for a team administrator of another team', async () => {
    const tenant = await givenTenant(app)
    const { admin } = tenant
    const elsewhere = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const ofTeam = await givenPerson(app, { ...tenant, teamId: await givenTeam(app, tenant) }, { roles: ['admin'] })
    expect((await confirm(admin, admin)).status).toBe(403)
    expect((await confirm(admin, superadmin)).status).toBe(403)
    expect((await confirm(elsewhere.admin, person)).status).toBe(404)
    expect((await confirm(ofTeam, person)).status).toBe(404)
    expect((await confirm(person, person)).status).toBe(403)
    expect((await app.call(elsewhere.admin, api.erasures.preview, of(person))).status).toBe(404)
    const hold = (reason: string) => app.call(admin, api.erasures.hold, { ...of(person), body: { reason } })
    expect((await hold(' ')).problem?.errors?.[0]?.path).toBe('body.reason')
    expect((await hold('Court case <b>12</b>')).status).toBe(204)
    expect((await app.call(admin, api.erasures.begin, { ...of(person), body: {} })).body.request?.state).toBe('held')
    expect((await confirm(admin, person)).problem?.detail).toContain('legal hold')
    expect((await app.call(admin, api.erasures.holds)).body.items).toMatchObject([{ reason: 'Court case <b>12</b>' }])
    expect((await app.call(elsewhere.admin, api.erasures.holds)).body.items).toEqual([])
    const heldBy = async (search: string) =>
      (await app.call(admin, api.erasures.holds, { query: { search } })).body.total
    const { name } = (await app.call(admin, api.erasures.ofMember, of(person))).body
    expect([await heldBy(name.toUpperCase()), await heldBy('nobody of this name')]).toEqual([1, 0])
    const { body: listed } = await app.call(admin, api.erasures.list, { query: { search: name } })
    expect(listed.items.map((one) => one.userId)).toEqual([person.userId])
    expect(await run()).toBe(0)
    expect((await app.call(admin, api.erasures.release, of(person))).status).toBe(204)
    // Two administrators at once: one of them confirms.
    const second = await givenPerson(app, tenant, { roles: ['admin'] })
    const both = await Promise.all([confirm(admin, person), confirm(second, person)])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    expect((await hold('Too late')).status).toBe(409)
    expect(await run()).toBe(1)
  })

  it('leaves the account to another tenant, and erases again what a restored database brings back', async () => {
    const here = await givenTenant(app)
    const there = await givenTenant(app)
    const fields = { firstName: 'Twice', lastName: `Known${marker}` }
    const person = await givenPerson(app, here, fields)
    const same = await givenPerson(app, there, { ...fields, userId: person.userId, email: person.email })
    expect((await app.call(here.admin, api.erasures.preview, of(person))).body.keepsAccount).toBe(true)
    expect((await confirm(here.admin, person)).status).toBe(200)
    expect(await run()).toBe(1)
    app.clock.advance(31 * 60_000)
    await run()
    const words = [person.email, fields.lastName]
    const left = await scan([here.tenantId], words)
    expect(Object.keys(left)).toEqual(['control.users', 'control.user_addresses'])
    expect(Object.keys(await scan([there.tenantId], words))).toEqual(
      expect.arrayContaining(['public.memberships', 'control.users']),
    )
    expect((await app.call({ token: person.token }, api.dataExports.mine)).status).toBe(401)
    expect((await app.call({ token: same.token }, api.dataExports.mine)).status).toBe(200)

    // As an older backup has it.
    await asOwner(async (client) => {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [here.tenantId])
      await client.query('delete from erase_requests where user_id = $1', [person.userId])
      await client.query(
        `update memberships set erased_at = null, first_name = 'Twice', created_at = $2 where user_id = $1`,
        [person.userId, new Date('2026-11-01')],
      )
    })
    expect(await readErasures(app.services.settings)).toContainEqual(
      expect.objectContaining({ tenantId: here.tenantId, userId: person.userId }),
    )
    expect(await eraseAgain(app.services.settings, adminUrl)).toBeGreaterThanOrEqual(1)
    expect(await eraseAgain(app.services.settings, adminUrl)).toBe(0)
    expect(await run()).toBe(1)
    const list = await app.call({ token: (await givenPerson(app, here, { roles: ['admin'] })).token }, api.members.list)
    expect(list.body.items.find((one) => one.userId === person.userId)?.firstName).toBe(pseudonymOf(person.userId))
  })

  it('replaces a name that stands beside the id, whatever the person was called then, and takes no more answers', async () => {
    const world = await givenWorld(app)
    const { learner, admin, manager, otherManager, tenantId } = world
    const own = await givenPerson(app, world)
    const form = await givenForm(app, world, [newField('person', 'Who')])
    const { submittedId } = await givenSubmissions(app, own, form.id)
    const named = (one: { userId: string }, name: string) => [{ id: one.userId, name }]
    const kept = { savedIn: 'w', savedAt: app.clock.now(), revision: 1 }
    await app.services.db.tenant(tenantId).write((tx) =>
      tx
        .insertInto('answers')
        .values([
          { ...kept, submissionId: submittedId, field: 'k1', value: json(named(learner, 'Maiden "Name"')) },
          { ...kept, submissionId: submittedId, field: 'k2', value: json(named(otherManager, 'Maiden "Name"')) },
        ])
        .execute(),
    )
    const begun = await app.call(manager, api.forms.observe, {
      params: { documentId: world.observedId },
      body: { userId: learner.userId },
    })
    expect(begun.status).toBe(200)
    const save = () =>
      app.call(manager, api.forms.saveAnswers, {
        params: { submissionId: begun.body.submission.id },
        body: { revision: 0, window: 'w1', changes: {} },
      })
    expect((await save()).status).toBe(200)
    const keep = { params: { kind: 'submissions' as const }, body: { months: 24, reason: 'Safety at work' } }
    expect((await app.call(admin, api.erasures.setRetention, keep)).status).toBe(204)
    expect((await confirm(admin, learner)).status).toBe(200)
    expect(await run()).toBe(1)
    const { items } = await app.services.db.tenant(tenantId).read(async (tx) => ({
      items: await tx
        .selectFrom('answers')
        .select(['field', 'value'])
        .where('submissionId', '=', submittedId)
        .orderBy('field')
        .execute(),
    }))
    expect(items.map((row) => row.value)).toEqual([
      named(learner, pseudonymOf(learner.userId)),
      named(otherManager, 'Maiden "Name"'),
    ])
    expect((await save()).problem?.detail).toContain('was erased')
  })

  it('keeps what the tenant keeps as proof until its day', async () => {
    const world = await givenWorld(app)
    const { learner, admin, tenantId } = world
    const set = (body: { months: number; reason?: string }) =>
      app.call(admin, api.erasures.setRetention, { params: { kind: 'certificates' }, body })
    expect((await set({ months: 24 })).problem?.errors?.[0]?.path).toBe('body.reason')
    expect((await set({ months: 24, reason: 'Safety at work' })).status).toBe(204)
    const { body } = await app.call(admin, api.erasures.preview, of(learner))
    const part = body.parts.find((one) => one.kind === 'certificates')
    expect(part).toMatchObject({ fate: 'kept', records: 1, reason: 'Safety at work' })
    const holder = async () => {
      const row = await app.services.db
        .tenant(tenantId)
        .read((tx) =>
          tx.selectFrom('certificates').select('holderName').where('userId', '=', learner.userId).executeTakeFirst(),
        )
      return row?.holderName
    }
    const name = await holder()
    expect((await confirm(admin, learner)).status).toBe(200)
    expect(await run()).toBe(1)
    expect(await holder()).toBe(name)
    const done = await app.call(admin, api.erasures.list)
    expect(done.body.items).toMatchObject([{ state: 'done', keptUntil: part?.until }])
    app.clock.advance(25 * 31 * 86_400_000)
    await run()
    expect(await holder()).toBe(pseudonymOf(learner.userId))
  })
})
