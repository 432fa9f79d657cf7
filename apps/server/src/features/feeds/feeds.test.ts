import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import type { FeedRunPage } from '@learnt/contract/feeds'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { checkFeed, commitFeed, csv, feedOptions, feedRows } from '../../../test/given/feeds.ts'
import { makeWorkbook } from '../../../test/given/office-files.ts'
import { type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { uploadBytes } from '../../../test/given/uploads.ts'
import { features } from '../../app.ts'
import { runJob } from '../../platform/jobs/run-job.ts'

const app = await testApp()

async function withHeadings(tenant: GivenTenant) {
  const reply = await app.call(tenant.admin, api.feeds.changeSettings, {
    body: {
      feedHeadings: [{ title: 'Staff no', field: 'employeeId', isUniqueAttribute: true }],
      mostLeaving: 10,
      watchesFolder: false,
    },
  })
  expect(reply.status).toBe(200)
}

async function membersOf(tenant: GivenTenant) {
  return app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('memberships').selectAll().orderBy('employeeId').execute())
}

const headings = [
  'Staff no',
  'First name',
  'Last name',
  'Email',
  'Username',
  'Location',
  'Manager',
  'Birthday',
  'End date',
]
const n = (at: number) => `E${String(at).padStart(4, '0')}`
const person = (at: number, change: Partial<Record<(typeof headings)[number], string>> = {}) => {
  const row: Record<string, string> = {
    'Staff no': n(at),
    'First name': `First${at}`,
    'Last name': `Last${at}`,
    Email: `p${at}@feed${suffix}.test`,
    Username: '',
    Location: at % 2 ? 'Berlin' : 'London; Leeds',
    Manager: at > 1 ? n(1) : '',
    Birthday: '1990-02-03',
    'End date': '',
    ...change,
  }
  return headings.map((heading) => row[heading] ?? '')
}
const suffix = process.pid

describe('a run by upload', () => {
  test('refuses 40 planted errors with column, expectation and value, and carries out the rest', async () => {
    const tenant = await givenTenant(app)
    await withHeadings(tenant)
    const higher = await givenPerson(app, tenant, { roles: ['superadmin'], employeeId: 'S1', firstName: 'Sue' })
    await givenPerson(app, tenant, { employeeId: 'K1', email: `known${suffix}@feed.test`, username: `taken${suffix}` })
    await givenPerson(app, tenant, { employeeId: 'K2', email: `other${suffix}@feed.test` })
    const long = 'x'.repeat(201)
    const faults: [string, string[]][] = [
      ['email', person(0, { 'Staff no': 'F01', Email: 'no address' })],
      ['email', person(0, { 'Staff no': 'F02', Email: 'a@b@c.test' })],
      ['email', person(0, { 'Staff no': 'F03', Email: 'name@' })],
      ['hidden', person(0, { 'Staff no': 'F04', Email: 'z\u200bw@example.test' })],
      ['max', person(0, { 'Staff no': 'F05', Email: `${'a'.repeat(250)}@x.test` })],
      ['noName', person(0, { 'Staff no': 'F06', Email: '', 'First name': '?' })],
      ['noName', person(0, { 'Staff no': 'F07', Email: '', 'Last name': '7' })],
      ['hidden', person(0, { 'Staff no': 'F08', Email: '', 'First name': '\u200b\u200b' })],
      ['hidden', person(0, { 'Staff no': 'F09', Email: '', 'Last name': '\u2062Bell\u2063' })],
      ['max', person(0, { 'Staff no': 'F10', Email: '', 'First name': 'n'.repeat(101) })],
      ['firstNameMissing', person(0, { 'Staff no': 'F11', Email: '', 'First name': '' })],
      ['firstNameMissing', person(0, { 'Staff no': 'F12', Email: '', 'First name': '   ' })],
      ['day', person(0, { 'Staff no': 'F13', Email: '', Birthday: 'yesterday' })],
      ['day', person(0, { 'Staff no': 'F14', Email: '', Birthday: '31.02.1990' })],
      ['day', person(0, { 'Staff no': 'F15', Email: '', Birthday: '2026-13-01' })],
      ['dateRange', person(0, { 'Staff no': 'F16', Email: '', Birthday: '0090-01-01' })],
      ['day', person(0, { 'Staff no': 'F17', Email: '', 'End date': '99' })],
      ['max', person(0, { 'Staff no': 'F18', Email: '', Location: long })],
      ['hidden', person(0, { 'Staff no': 'F19', Email: '', Location: 'Ber\u2060lin' })],
      [
        'tooMany',
        person(0, {
          'Staff no': 'F20',
          Email: '',
          Location: Array.from({ length: 101 }, (_, at) => `L${at}`).join(';'),
        }),
      ],
      [
        'tooMany',
        person(0, {
          'Staff no': 'F21',
          Email: '',
          Manager: Array.from({ length: 21 }, (_, at) => n(at + 2)).join(';'),
        }),
      ],
      ['oneLine', person(0, { 'Staff no': 'F22', Email: '', Location: 'two\nlines' })],
      ['twice', person(0, { 'Staff no': 'F23', Email: 'a23@feed.test' })],
      ['twice', person(0, { 'Staff no': 'f23 ', Email: 'b23@feed.test' })],
      ['twice', person(0, { 'Staff no': 'F25', Email: `same${suffix}@feed.test` })],
      ['twice', person(0, { 'Staff no': 'F26', Email: ` SAME${suffix}@feed.test` })],
      ['twice', person(0, { 'Staff no': 'F27', Email: '', Username: 'u27' })],
      ['twice', person(0, { 'Staff no': 'F28', Email: '', Username: 'U27' })],
      ['noKey', person(0, { 'Staff no': '', Email: '' })],
      ['severalPeople', person(0, { 'Staff no': 'K1', Email: `other${suffix}@feed.test` })],
      ['otherUnique', person(0, { 'Staff no': 'F31', Email: `known${suffix}@feed.test` })],
      ['usernameTaken', person(0, { 'Staff no': 'F32', Email: '', Username: 'sue.owned' })],
      ['higherRole', person(0, { 'Staff no': 'S1', Email: higher.email })],
      ['unknownManager', person(0, { 'Staff no': 'F34', Email: '', Manager: 'nobody@feed.test' })],
      ['ownManager', person(0, { 'Staff no': 'F35', Email: '', Manager: ' f35' })],
      ['managerRejected', person(0, { 'Staff no': 'F36', Email: '', Manager: 'F37' })],
      ['circle', person(0, { 'Staff no': 'F37', Email: '', Manager: 'F38' })],
      ['circle', person(0, { 'Staff no': 'F38', Email: '', Manager: 'F39' })],
      ['circle', person(0, { 'Staff no': 'F39', Email: '', Manager: 'F37' })],
      ['cellError', person(0, { 'Staff no': 'F40', Email: '', Location: '#N/A' })],
      ['tooManyCells', [...person(0, { 'Staff no': 'F41', Email: '' }), 'one', 'more']],
      ['administratorLeaves', person(0, { 'Staff no': '', Email: tenant.admin.email, 'End date': '2030-01-01' })],
    ]
    // A person of another team owns this user name.
    const elsewhere = await givenTeam(app, tenant)
    await givenPerson(app, tenant, { teamId: elsewhere, username: 'sue.owned' })
    const good = Array.from({ length: 258 }, (_, at) => person(at + 1))
    // Managers may come later in the file, and spaces or tags around a value do not matter.
    good[10] = person(11, { Manager: ' E0200 ', Email: `plus+tag@feed${suffix}.test` })
    good[11] = person(12, {
      Manager: `P200@FEED${suffix}.TEST`,
      'Last name': "O'Neill",
      Email: `o'neill@feed${suffix}.test`,
    })
    good[12] = person(13, { 'First name': '伟', 'Last name': '-', Email: '' })
    good[14] = person(15, { 'First name': 'U', 'Last name': 'Ó' })
    good[13] = person(14, { 'First name': 'ليلى', 'Last name': 'الأحمد', Birthday: '03.02.1990' })
    const file = csv([headings, ...good.slice(0, 150), ...faults.map(([, row]) => row), ...good.slice(150)])

    const checked = await checkFeed(app, tenant.admin, file)
    expect(checked).toMatchObject({
      state: 'checked',
      asks: false,
      counts: { rows: 300, create: 258, update: 0, rejected: 42, leaving: 0 },
    })
    const rejected = await feedRows(app, tenant.admin, checked, { outcome: ['rejected'] })
    const lines = rejected.map((row) => row.line)
    expect(lines).toEqual(faults.map((_, at) => 152 + at))
    const stored = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx.selectFrom('feedRows').select('errors').where('outcome', '=', 'rejected').orderBy('place').execute(),
      )
    expect(stored.map((row) => (row.errors as { code: string }[])[0]?.code)).toEqual(faults.map(([code]) => code))
    expect(rejected[0]?.errors).toEqual([
      { column: 'Email', expected: 'Expected an email address such as name@example.com.', found: 'no address' },
    ])
    expect(rejected.find((row) => row.person === 'First0 Last0' && row.errors[0]?.found.includes('→'))).toBeTruthy()
    expect(await membersOf(tenant)).toHaveLength(5)

    const done = await commitFeed(app, tenant.admin, checked)
    expect(done).toMatchObject({ state: 'done', counts: { done: 258, failed: 0 } })
    const members = await membersOf(tenant)
    expect(members).toHaveLength(263)
    const of = (id: string) => members.find((member) => member.employeeId === id)
    expect(of('E0011')?.managers).toEqual([of('E0200')?.userId])
    expect(of('E0012')).toMatchObject({
      managers: [of('E0200')?.userId],
      lastName: "O'Neill",
      email: `o'neill@feed${suffix}.test`,
    })
    expect(of('E0013')).toMatchObject({ firstName: '伟', lastName: '', email: '', loc1: ['Berlin'] })
    expect(of('E0015')).toMatchObject({ firstName: 'U', lastName: 'Ó' })
    expect(of('E0014')).toMatchObject({
      dob: '1990-02-03',
      loc1: ['London', 'Leeds'],
      roles: ['learner'],
      status: 'active',
    })

    // The file of rejected rows has the original rows, their lines and errors.
    const list = await app.send(tenant.admin, 'GET', `/api/feeds/runs/${done.id}/rejected.csv`)
    const text = list.body.toString('utf8')
    expect(text.split('\r\n').filter(Boolean).length).toBeGreaterThanOrEqual(43)
    expect(text).toContain('no address')
    expect(text).toContain('Expected an email address')

    // The same file again changes nothing, and adds nothing to the history.
    const entries = () =>
      app.services.db
        .tenant(tenant.tenantId)
        .read((tx) =>
          tx
            .selectFrom('auditEntries')
            .select(sql<number>`count(*)::int`.as('count'))
            .where('action', 'like', 'members.%')
            .executeTakeFirst(),
        )
    const before = await entries()
    const again = await checkFeed(app, tenant.admin, file)
    expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 258, rejected: 42 })
    expect((await commitFeed(app, tenant.admin, again)).counts.done).toBe(0)
    expect(await entries()).toEqual(before)
    expect((await membersOf(tenant)).map((one) => one.revision)).toEqual(members.map((one) => one.revision))
  })

  test('changes only people who differ, ends sessions of missing people after asking, and undoes it all', async () => {
    const tenant = await givenTenant(app)
    await withHeadings(tenant)
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        givenPerson(app, tenant, {
          employeeId: n(at + 1),
          firstName: `First${at + 1}`,
          lastName: `Last${at + 1}`,
          loc1: ['Berlin'],
        }),
      ),
    )
    const file = csv([
      ['Staff no', 'Location', 'Email'],
      [' e0001', 'Berlin', people[0]?.email ?? ''],
      ['E0002', 'Paris', `new2-${suffix}@feed.test`],
      ['E0003', '', ''],
    ])
    const run = await checkFeed(app, tenant.admin, file, { options: { missing: 'inactive', mode: 'update' } })
    expect(run).toMatchObject({
      state: 'checked',
      asks: true,
      counts: { update: 1, unchanged: 2, leaving: 3, active: 7 },
    })
    const params = { runId: run.id }
    const refused = await app.call(tenant.admin, api.feeds.commit, { params, body: {} })
    expect(refused).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('deactivate more people') },
    })
    const done = await commitFeed(app, tenant.admin, run)
    expect(done).toMatchObject({ state: 'done', counts: { done: 4 } })
    const after = await membersOf(tenant)
    expect(after.map((one) => [one.employeeId, one.status, one.loc1[0] ?? '', one.revision])).toEqual([
      ['', 'active', '', 1],
      ['E0001', 'active', 'Berlin', 1],
      ['E0002', 'active', 'Paris', 2],
      ['E0003', 'active', 'Berlin', 1],
      ['E0004', 'inactive', 'Berlin', 2],
      ['E0005', 'inactive', 'Berlin', 2],
      ['E0006', 'inactive', 'Berlin', 2],
    ])
    // Their sessions ended, but not those of the others.
    expect((await app.call(people[3] as never, api.session.list)).status).toBe(401)
    expect((await app.call(people[0] as never, api.session.list)).status).toBe(200)
    const [row] = await feedRows(app, tenant.admin, run, { search: 'First2' })
    expect(row?.changes).toContainEqual({ field: 'loc1', before: 'Berlin', after: 'Paris' })

    // Undoing keeps a field that somebody changed by hand since.
    await app.call(tenant.admin, api.members.update, {
      params: { userId: people[1]?.userId ?? '' },
      query: {},
      body: { email: `hand-${suffix}@feed.test` },
    })
    expect((await app.call(tenant.admin, api.feeds.undo, { params })).status).toBe(200)
    await app.settle()
    const back = await app.call(tenant.admin, api.feeds.get, { params })
    expect(back.body).toMatchObject({ state: 'undone', counts: { undone: 4, done: 0 } })
    const restored = await membersOf(tenant)
    expect(restored.map((one) => one.status)).toEqual(restored.map(() => 'active'))
    expect(restored.find((one) => one.employeeId === 'E0002')).toMatchObject({
      loc1: ['Berlin'],
      email: `hand-${suffix}@feed.test`,
    })
    expect((await app.call(tenant.admin, api.feeds.undo, { params })).status).toBe(409)
  })

  test('changes preferred names in all teams of a person, and phone numbers as the form of a member does', async () => {
    const tenant = await givenTenant(app)
    await withHeadings(tenant)
    const side = await givenTeam(app, tenant)
    const [ann] = await Promise.all(
      [1, 2, 3].map((at) => givenPerson(app, tenant, { employeeId: n(at), firstName: `First${at}` })),
    )
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      sql`
        with phone as (update memberships set phone = 'ask reception' where id = ${ann?.membershipId})
        insert into memberships (id, user_id, team_id, first_name, last_name, is_primary)
        values (${`${ann?.userId}:${side}`}, ${ann?.userId}::uuid, ${side}, 'Ann', 'Aside', false)`.execute(tx),
    )
    const file = csv([
      ['Staff no', 'First name', 'Rufname', 'Phone'],
      ['E0001', 'First1', 'Wanda', 'ask reception'],
      ['E0002', 'First2', '', '004930123456'],
      ['E0003', 'First3', 'Trey', 'none'],
      ['E0009', 'New', 'Nina', '(030) 1234'],
      ['E0010', 'Newer', '', 'call me'],
    ])
    const run = await checkFeed(app, tenant.admin, file)
    expect(run.counts).toMatchObject({ create: 1, update: 2, rejected: 2 })
    const rejected = await feedRows(app, tenant.admin, run, { outcome: ['rejected'] })
    expect(rejected.map((row) => row.errors)).toEqual([
      [{ column: 'Phone', expected: expect.stringContaining('valid phone number'), found: 'none' }],
      [{ column: 'Phone', expected: expect.stringContaining('valid phone number'), found: 'call me' }],
    ])
    await commitFeed(app, tenant.admin, run)
    const people = await membersOf(tenant)
    expect(people.filter((one) => one.employeeId !== '').map((one) => [one.preferredName, one.phone])).toEqual([
      ['Wanda', 'ask reception'],
      ['', '+49 30 123456'],
      ['', ''],
      ['Nina', '(030) 1234'],
    ])
    const search = await app.call(tenant.admin, api.members.list, { query: { search: 'wanda' } })
    expect(search.body.items.map((item) => item.teamId)).toEqual(expect.arrayContaining([side, tenant.teamId]))
    expect((await checkFeed(app, tenant.admin, file)).counts).toMatchObject({ create: 0, update: 0, unchanged: 3 })
    expect((await app.call(tenant.admin, api.feeds.undo, { params: { runId: run.id } })).status).toBe(200)
    await app.settle()
    expect((await membersOf(tenant)).filter((one) => one.preferredName === 'Wanda')).toEqual([])
  })

  test('keeps the preferred name of people of other teams in a feed of one team', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const side = { ...tenant, teamId }
    const admin = await givenPerson(app, side, { roles: ['admin'] })
    await withHeadings({ ...side, admin })
    const own = await givenPerson(app, side, { employeeId: n(1), firstName: 'First1' })
    const shared = await givenPerson(app, tenant, { preferredName: 'Home' })
    await givenPerson(app, side, {
      userId: shared.userId,
      email: shared.email,
      employeeId: n(2),
      firstName: 'First2',
      preferredName: 'Home',
    })
    const above = await givenPerson(app, tenant, { preferredName: 'Boss', roles: ['superadmin'] })
    const file = csv([
      ['Staff no', 'First name', 'Rufname', 'Location', 'Email'],
      ['E0001', 'First1', 'Own', 'Berlin', ''],
      ['E0002', 'First2', 'Clown', 'Bonn', ''],
      ['E0003', 'First3', 'Clown', 'Köln', above.email],
    ])
    const run = await checkFeed(app, admin, file)
    expect(run.counts).toMatchObject({ create: 1, update: 2, rejected: 0 })
    const [, noted] = await feedRows(app, admin, run, { outcome: ['update'] })
    expect(noted?.errors).toMatchObject([{ column: 'Rufname', found: 'Clown' }])
    await commitFeed(app, admin, run)
    const names = async (userId: string) =>
      (await membersOf(tenant)).filter((one) => one.userId === userId).map((one) => [one.teamId, one.preferredName])
    expect(await names(own.userId)).toEqual([[teamId, 'Own']])
    expect((await names(shared.userId)).map(([, name]) => name)).toEqual(['Home', 'Home'])
    expect((await names(above.userId)).map(([, name]) => name)).toEqual(['Boss', 'Boss'])
    const changed = (await membersOf(tenant)).filter((one) => one.teamId === teamId).map((one) => one.loc1)
    expect(changed).toEqual(expect.arrayContaining([['Berlin'], ['Bonn'], ['Köln']]))
    expect((await checkFeed(app, admin, file)).counts).toMatchObject({ create: 0, update: 0, unchanged: 3 })
  })

  test('reads workbooks, other encodings and delimiters, and refuses files that are no table', async () => {
    const tenant = await givenTenant(app)
    const preview = async (bytes: Buffer, name: string) => {
      const uploadId = await uploadBytes(app, tenant.admin, bytes, name)
      const started = await app.call(tenant.admin, api.feeds.start, { body: { uploadId } })
      if (started.status !== 201) return started
      return app.call(tenant.admin, api.feeds.preview, { params: { runId: started.body.id }, query: {} })
    }
    const rows = 'E-Mail;Vorname;Nachname\r\njo@feed.test;Jörg;Müller\r\nan@feed.test;Änne;Groß\r\n'
    const latin = Buffer.from(rows, 'latin1')
    expect((await preview(latin, 'a.csv')).body).toMatchObject({
      headings: ['E-Mail', 'Vorname', 'Nachname'],
      samples: [
        ['jo@feed.test', 'Jörg', 'Müller'],
        ['an@feed.test', 'Änne', 'Groß'],
      ],
      mapping: ['email', 'firstName', 'lastName'],
      reading: { delimiter: ';' },
    })
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rows.replaceAll(';', '\t'), 'utf16le')])
    expect((await preview(utf16, 'b.txt')).body).toMatchObject({ samples: [['jo@feed.test', 'Jörg', 'Müller'], {}] })
    // The first byte that reveals the encoding may come after the first 256 kB.
    const late = Buffer.from(`E-Mail;Vorname;Nachname\r\n${'ann@feed.test;Ann;Muller\r\n'.repeat(12_000)}`)
    expect((await preview(Buffer.concat([late, latin]), 'late.csv')).body).toMatchObject({
      reading: { encoding: 'windows-1252', delimiter: ';' },
    })
    const workbook = makeWorkbook({
      strings: ['Email', 'First name', 'Birthday', 'xl@feed.test', 'Xena'],
      // A date counts by its value, however its cell is formatted.
      formats: ['mm/dd/yy'],
      sheets: {
        People: `<row r="1">${[0, 1, 2].map((at) => `<c t="s"><v>${at}</v></c>`).join('')}</row><row r="2"><c t="s"><v>3</v></c><c t="s"><v>4</v></c><c s="0"><v>32907</v></c></row>`,
      },
    })
    expect((await preview(workbook, 'c.xlsx')).body).toMatchObject({
      isWorkbook: true,
      samples: [['xl@feed.test', 'Xena', '1990-02-03']],
    })
    // 8 MB of random bytes.
    const garbage = Buffer.alloc(8 * 1024 * 1024)
    for (let at = 0; at < garbage.length; at += 4) garbage.writeUInt32LE((at * 2654435761) % 2 ** 32, at)
    const refused = await preview(garbage, 'people.csv')
    expect(refused).toMatchObject({ status: 422, problem: { errors: [{ path: 'body.uploadId', code: 'feed' }] } })
    const empty = await preview(Buffer.from('\r\n\r\n'), 'people.csv')
    expect(empty.status).toBe(422)
    const bare = await preview(Buffer.from('Email,First name\r\n'), 'people.csv')
    expect(bare).toMatchObject({ status: 422, problem: { errors: [{ path: 'body.uploadId', code: 'feeds.noRows' }] } })
  })

  test('reads the stored values of a workbook, and refuses a cell whose formula failed', async () => {
    const tenant = await givenTenant(app)
    await withHeadings(tenant)
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const number = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`
    const rows = [
      ['Staff no', 'First name', 'Last name', 'Birthday', 'Location'].map(text),
      [number(0, 49170123456781), text('Ann'), text('Lee'), number(0, 31445), number(1, 12345)],
      [number(1, 49170123456782), text('Bob'), text('Ray'), number(2, 31445), text('#N/A')],
      [number(3, 123), text('Cy'), text('Fox'), '<c/>', '<c t="str"><f>"007"</f><v>007</v></c>'],
      [number(0, 49170123456783), text('Dee'), text('Kay'), '<c/>', '<c t="e"><v>#REF!</v></c>'],
      [number(0, 49170123456784), text('Eve'), text('Orr'), '<c><f>TODAY()</f></c>', text('x')],
    ]
    const workbook = makeWorkbook({
      sheets: { People: rows.map((cells) => `<row>${cells.join('')}</row>`).join('') },
      formats: [0, '#,##0', 31, '00000'],
      is1904: true,
    })
    const checked = await checkFeed(app, tenant.admin, workbook, { name: 'people.xlsx' })
    expect(checked).toMatchObject({
      counts: { rows: 5, create: 3, rejected: 2 },
      readAs: { encoding: '', shortRows: 0 },
    })
    const rejected = await feedRows(app, tenant.admin, checked, { outcome: ['rejected'] })
    expect(rejected.map((row) => [row.line, row.errors])).toEqual([
      [5, [{ column: 'Location', expected: expect.stringContaining('formula'), found: '#REF!' }]],
      [6, [{ column: 'Birthday', expected: expect.stringContaining('no result'), found: '' }]],
    ])
    await commitFeed(app, tenant.admin, checked)
    const members = (await membersOf(tenant)).filter((one) => one.employeeId !== '')
    expect(members.map((one) => [one.employeeId, one.firstName, one.dob, one.loc1])).toEqual([
      ['00123', 'Cy', null, ['007']],
      ['49170123456781', 'Ann', '1990-02-03', ['12345']],
      ['49170123456782', 'Bob', '1990-02-03', ['#N/A']],
    ])
  })

  test('shows how it reads a file, accepts another choice, and remembers it for the next one', async () => {
    const tenant = await givenTenant(app)
    const begin = async (bytes: Buffer, commits = false) => {
      const uploadId = await uploadBytes(app, tenant.admin, bytes, 'p.csv')
      return (await app.call(tenant.admin, api.feeds.start, { body: { uploadId, commits } })).body
    }
    const preview = async (run: FeedRunPage, encoding?: string) =>
      (
        await app.call(tenant.admin, api.feeds.preview, {
          params: { runId: run.id },
          query: encoding === undefined ? {} : { encoding },
        })
      ).body
    // ISO-8859-15 has a letter where others have a sign, so nothing reveals the encoding.
    const file = (name: string) =>
      Buffer.concat([
        Buffer.from(`email,firstName,lastName,,\r\n${'ann@feed.test,Ann,Lee,,\r\n'.repeat(6)}`),
        Buffer.from(`${name}${suffix}@feed.test,${name},`),
        Buffer.from([0x47, 0xe1, 0xa8, 0x70, 0x61, 0x72]),
        Buffer.from(`\r\nshort${suffix}@feed.test,Short\r\n`),
      ])
    const first = await begin(file('One'))
    const guessed = await preview(first)
    expect(guessed).toMatchObject({
      headings: ['email', 'firstName', 'lastName'],
      reading: { delimiter: ',', basis: 'guessed' },
      telling: [{ line: 8, cells: [`One${suffix}@feed.test`, 'One', expect.any(String)] }],
    })
    expect(guessed.telling[0]?.cells[2]).not.toBe('Gášpar')
    expect(await preview(first, 'ISO8859-15')).toMatchObject({
      reading: { encoding: 'iso-8859-15', basis: 'chosen' },
      telling: [{ cells: [{}, {}, 'Gášpar'] }],
    })
    const params = { runId: first.id }
    const check = (encoding: string) =>
      app.call(tenant.admin, api.feeds.check, {
        params,
        body: { mapping: guessed.mapping, options: feedOptions, reading: { encoding, delimiter: '' } },
      })
    expect((await check('no-such-one')).problem?.errors?.[0]).toMatchObject({ path: 'body.reading.encoding' })
    expect((await check('iso-8859-15')).status).toBe(200)
    await app.settle()
    const checked = (await app.call(tenant.admin, api.feeds.get, { params })).body
    // Six rows about one address are refused. Missing cells at the end count as empty.
    expect(checked).toMatchObject({
      counts: { rows: 8, create: 2, rejected: 6 },
      readAs: { encoding: 'iso-8859-15', basis: 'chosen', shortRows: 1 },
    })

    // Nobody is there to choose, so the last choice counts, and the run says so.
    const second = await begin(file('Two'), true)
    await app.settle()
    const done = (await app.call(tenant.admin, api.feeds.get, { params: { runId: second.id } })).body
    expect(done).toMatchObject({ state: 'done', readAs: { encoding: 'iso-8859-15', basis: 'remembered' } })
    const names = (await membersOf(tenant)).map((one) => one.lastName)
    expect(names.filter((name) => name === 'Gášpar')).toHaveLength(1)
    // A file that declares its encoding needs no choice.
    const third = await begin(Buffer.from(`email,firstName,lastName\r\nx${suffix}@feed.test,Zoë,Gašpar`))
    expect(await preview(third)).toMatchObject({ reading: { encoding: 'utf-8', basis: 'found' } })
  })

  test('lets only administrators of the team run it, and runs once at a time', async () => {
    const [tenant, other] = await Promise.all([givenTenant(app), givenTenant(app)])
    const teamId = await givenTeam(app, tenant)
    const [learner, manager, ofTeam] = await Promise.all([
      givenPerson(app, tenant),
      givenPerson(app, tenant, { roles: ['manager'] }),
      givenPerson(app, tenant, { teamId, roles: ['admin'] }),
    ])
    const file = csv([
      ['Email', 'First name'],
      [`x${suffix}@feed.test`, '<b>Bo</b> {{7*7}}'],
    ])
    const run = await checkFeed(app, tenant.admin, file)
    expect(run.state).toBe('checked')
    const params = { runId: run.id }
    for (const stranger of [learner, manager])
      expect((await app.call(stranger, api.feeds.get, { params })).status).toBe(403)
    for (const stranger of [other.admin, ofTeam]) {
      expect((await app.call(stranger, api.feeds.get, { params })).status).toBe(404)
      expect((await app.call(stranger, api.feeds.commit, { params, body: {} })).status).toBe(404)
      expect((await app.call(stranger, api.feeds.rows, { params, query: {} })).status).toBe(404)
      expect((await app.send(stranger, 'GET', `/api/feeds/runs/${run.id}/rejected.csv`)).status).toBe(404)
      expect((await app.call(stranger, api.feeds.list, { query: {} })).body.items).toEqual([])
    }
    // Of two commits at the same moment one gets a conflict, and the row is carried out once.
    const both = await Promise.all([1, 2].map(() => app.call(tenant.admin, api.feeds.commit, { params, body: {} })))
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    const second = await app.call(tenant.admin, api.feeds.start, {
      body: { uploadId: await uploadBytes(app, tenant.admin, file, 'again.csv'), commits: true },
    })
    expect(second).toMatchObject({ status: 409, problem: { detail: expect.stringContaining('at work') } })
    await app.settle()
    expect((await membersOf(tenant)).filter((one) => one.email === `x${suffix}@feed.test`)).toHaveLength(1)
    // By token, in one call: checked and carried out with the remembered mapping.
    const third = await app.call(tenant.admin, api.feeds.start, {
      body: {
        uploadId: await uploadBytes(
          app,
          tenant.admin,
          csv([
            ['Email', 'First name'],
            [`y${suffix}@feed.test`, 'Yo'],
          ]),
          'y.csv',
        ),
        commits: true,
      },
    })
    expect(third.status).toBe(201)
    await app.settle()
    expect((await app.call(tenant.admin, api.feeds.get, { params: { runId: third.body.id } })).body).toMatchObject({
      state: 'done',
      counts: { done: 1 },
    })
  })

  test('takes each file from the folder once, reports one that cannot be run, and asks before many people leave', async () => {
    const tenant = await givenTenant(app)
    await Promise.all(
      Array.from({ length: 3 }, (_, at) => givenPerson(app, tenant, { email: `old${at}-${suffix}@feed.test` })),
    )
    // The columns and options of the last file apply.
    const first = csv([
      ['Email', 'First name'],
      [`f0-${suffix}@feed.test`, 'Flo'],
    ])
    await commitFeed(app, tenant.admin, await checkFeed(app, tenant.admin, first, { options: { missing: 'inactive' } }))
    const settings = await app.call(tenant.admin, api.feeds.changeSettings, {
      body: { feedHeadings: [], mostLeaving: 10, watchesFolder: true },
    })
    const folder = join(app.services.settings.dataDir, settings.body.folder)
    const put = async (name: string, bytes: Buffer) => {
      await writeFile(join(folder, name), bytes)
      await utimes(join(folder, name), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
    }
    const look = async () => {
      await features.rounds.find((one) => one.name === 'feeds.folder')?.run(app.services, new AbortController().signal)
      await app.settle()
      return (await app.call(tenant.admin, api.feeds.list, { query: {} })).body.items
    }
    await put(
      'a.csv',
      csv([
        ['Email', 'First name'],
        [`f0-${suffix}@feed.test`, 'Flo'],
        [`f1-${suffix}@feed.test`, 'Fay'],
      ]),
    )
    await put('broken.csv', Buffer.from([0, 1, 2, 3, 0, 0, 1]))
    await look()
    const runs = await look()
    expect(runs.map((run) => [run.fileName, run.source, run.state])).toEqual(
      expect.arrayContaining([
        ['a.csv', 'folder', 'done'],
        ['broken.csv', 'folder', 'failed'],
      ]),
    )
    expect((await readdir(folder)).sort()).toEqual(['done', 'failed'])
    expect(await look()).toHaveLength(runs.length)
    await put(
      'empty.csv',
      csv([
        ['Email', 'First name'],
        [`f0-${suffix}@feed.test`, 'Flo'],
      ]),
    )
    const [last] = await look()
    expect(last).toMatchObject({ fileName: 'empty.csv', state: 'checked', asks: true, counts: { leaving: 1 } })
    const told = await app.call(tenant.admin, api.notifications.list, { query: {} })
    expect(told.body.items.map((one) => one.kind)).toEqual(expect.arrayContaining(['feedAsks', 'jobFailed']))
  })

  test('resumes after a kill, with each row once', async () => {
    const tenant = await givenTenant(app)
    await withHeadings(tenant)
    const file = csv([headings, ...Array.from({ length: 1100 }, (_, at) => person(at + 1, { Email: '' }))])
    const run = await checkFeed(app, tenant.admin, file)
    await app.call(tenant.admin, api.feeds.commit, { params: { runId: run.id }, body: {} })
    const now = (await app.call(tenant.admin, api.feeds.get, { params: { runId: run.id } })).body as FeedRunPage
    // The process dies after the first thousand rows: the next transaction throws, as if it were cut off.
    let writes = 0
    class Killed extends Error {}
    await expect(
      runJob(app.services, tenant.tenantId, features.jobs, now.jobId ?? '', async () => {
        if (++writes > 4) throw new Killed()
      }),
    ).rejects.toThrow()
    const half = (await membersOf(tenant)).length
    expect(half).toBeLessThan(1101)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => sql`update jobs set state = 'running' where id = ${now.jobId}`.execute(tx))
    await runJob(app.services, tenant.tenantId, features.jobs, now.jobId ?? '')
    expect((await app.call(tenant.admin, api.feeds.get, { params: { runId: run.id } })).body).toMatchObject({
      state: 'done',
      counts: { done: 1100 },
    })
    expect(await membersOf(tenant)).toHaveLength(1101)
    const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      sql<{
        count: number
      }>`select count(*)::int as count from audit_entries where action = 'members.create'`.execute(tx),
    )
    expect(rows[0]?.count).toBe(1100)
  })
})
