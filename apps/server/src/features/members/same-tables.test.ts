import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/db.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import { checkFeed, commitFeed, csv } from '../../../test/given/feeds.ts'
import { type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { passingTables, qualified, readCatalogue } from '../../platform/db/tables.ts'

const app = await testApp()

/** What follows from a change of memberships in the control plane. */
const controlTables = ['users', 'user_addresses', 'directory', 'usernames', 'sessions', 'account_links']

/** What a column says that says nothing, and columns that every row has another value in. */
const unsaid = ['null', '""', 'false', '[]', '{}']
const chance = ['id', 'request_id', 'created_at', 'updated_at', 'at', 'link_code', 'html_body', 'text_body']

// What was recorded is what the statements of feeds and of members wrote before they became one command (decision 0075).
test('imports people, changes them and takes the import back, with the same rows in all tables as ever', async () => {
  const tenant = await givenTenant(app)
  const side = await givenTeam(app, tenant)
  const course = await givenPublishedCourse(app, tenant)
  await app.call(tenant.admin, api.managerRules.create, {
    body: {
      title: 'Site managers',
      kind: 'Site manager',
      managers: { rule: {}, everyone: true },
      people: { rule: {}, everyone: true },
      sameFields: ['loc2'],
    },
  })
  await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: course.courseId,
      title: 'Berlin',
      rule: { rule: { loc1: ['Berlin'] } },
    },
  })
  await app.call(tenant.admin, api.feeds.changeSettings, {
    body: {
      feedHeadings: [{ title: 'Employee ID', field: 'employeeId', isUniqueAttribute: true }],
      ...{ mostLeaving: 100, watchesFolder: false },
    },
  })
  const given = (employeeId: string, of: Parameters<typeof givenPerson>[2] = {}) =>
    givenPerson(app, tenant, { employeeId, firstName: `First ${employeeId}`, email: `${employeeId}@old.test`, ...of })
  const lead = await given('e1', { roles: ['manager'], loc2: ['Mitte'], lastName: 'Lead' })
  const ann = await given('e2', { lastName: 'Öztürk', managers: [lead.userId], username: 'ann' })
  const twin = await given('e3', { lastName: 'Twin', loc1: ['Berlin'] })
  await givenPerson(app, tenant, {
    ...{ userId: twin.userId, teamId: side, firstName: 'First e3', lastName: 'Twin', email: 'e3@old.test' },
    isPrimary: false,
  })
  const leaver = await given('e4', { lastName: 'Leaver', loc1: ['Berlin'] })
  await given('e5', { lastName: 'Same' })
  const away = await given('e6', { lastName: 'Away', status: 'inactive' })
  const elsewhere = await givenPerson(app, tenant, {
    ...{ teamId: side, firstName: 'Known', lastName: 'Elsewhere', email: 'known@else.test', preferredName: 'Kay' },
  })
  const people = { ADMIN: tenant.admin, LEAD: lead, ANN: ann, TWIN: twin, LEAVER: leaver, AWAY: away, ELSE: elsewhere }

  const file = csv([
    [
      'Employee ID',
      'First name',
      'Last name',
      'Preferred name',
      'Email',
      'Username',
      'Location',
      'Manager',
      'Birthday',
    ],
    ['e1', 'First e1', 'Lead', '', 'e1@new.test', 'boss', 'Berlin', '', ''],
    ['e2', 'Ann-Sofie', 'Öztürk', 'Æsa', 'e2@new.test', 'anna', 'Berlin; Bonn', 'e7', '1990-02-03'],
    ['e3', 'First e3', 'Twin', 'Tweedle', 'e3@old.test', '', 'Köln', 'e1', ''],
    ['e5', 'First e5', 'Same', '', 'e5@old.test', '', '', '', ''],
    ['e6', 'First e6', 'Away', '', 'e6@old.test', '', 'Berlin', '', ''],
    ['e7', 'New', "O'Neill", 'Nina', 'new@new.test', 'newt', 'Berlin', 'e1', '1999-12-31'],
    ['e8', 'Kay', 'Elsewhere', 'Kayla', 'known@else.test', '', 'Bonn', 'e7', ''],
    ['e9', 'Straße', '', '', '', '', 'Berlin', '', ''],
  ])
  const options = { missing: 'inactive', returns: true, invites: true } as const
  const run = await checkFeed(app, tenant.admin, file, { options })
  expect(run.counts).toMatchObject({ create: 3, rejected: 0 })
  expect((await commitFeed(app, tenant.admin, run)).state).toBe('done')
  await expect(await tablesOf(tenant, people, { run: run.id, tells: true })).toMatchFileSnapshot(
    'same-tables.imported.txt',
  )

  const change = async (userId: string, body: Record<string, unknown>) =>
    expect(
      (await app.call(tenant.admin, api.members.update, { params: { userId }, query: {}, body })).problem,
    ).toBeNull()
  await change(ann.userId, { email: 'ann@hand.test', lastName: 'Müller', loc1: ['Ulm'], managers: [lead.userId] })
  await change(twin.userId, { preferredName: 'Dee' })
  await change(lead.userId, { roles: ['learner', 'manager', 'admin'], username: 'chief' })
  await change(leaver.userId, { status: 'maternity leave' })
  await app.call(ann, api.members.saveOwnProfile, { body: { preferredName: 'Anni', phone: '+49 30 123456' } })
  const ids = [ann, twin, away].map((one) => one.membershipId)
  for (const [field, how, values] of [
    ['loc2', 'add', ['Mitte']],
    ['managers', 'set', [lead.userId]],
    ['roles', 'add', ['manager']],
  ] as const)
    await app.call(tenant.admin, api.members.change, {
      body: { selection: { by: 'ids', ids }, change: { field, how, values: [...values] } as never },
    })
  await app.settle()
  await app.call(tenant.admin, api.members.setStatus, { body: { selection: { by: 'ids', ids }, status: 'sick leave' } })
  await app.settle()
  await app.call(tenant.admin, api.members.setStatus, { body: { selection: { by: 'ids', ids }, status: 'active' } })
  await app.settle()
  expect((await app.call(tenant.admin, api.feeds.undo, { params: { runId: run.id } })).status).toBe(200)
  await app.settle()
  const changed = await tablesOf(tenant, people, { run: run.id, tells: false })
  await expect(changed).toMatchFileSnapshot('same-tables.changed.txt')
})

/** Every row of the tenant, a line each, in an order of its own: names for known ids, signs for other ids and moments. */
function tablesOf(
  tenant: GivenTenant,
  people: Record<string, { readonly userId: string }>,
  of: { run: string; tells: boolean },
): Promise<string> {
  return asOwner(async (client) => {
    const { tenant: tables, control } = await readCatalogue(client)
    // Answers that are kept repeat what stands elsewhere.
    const left = new Set([...passingTables, 'idempotency_keys'])
    if (of.tells) left.delete('live_events')
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenant.tenantId])
    const mine = `(select user_id from control.directory where tenant_id = $1)`
    const lines: string[] = []
    for (const table of [...tables, ...control.filter((one) => controlTables.includes(one.name))]) {
      if (left.has(table.name)) continue
      const where = table.columns.includes('tenant_id')
        ? 't.tenant_id = $1'
        : `t.${table.columns.includes('user_id') ? 'user_id' : 'id'} in ${mine}`
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${qualified(table)} t where ${where}`,
        [tenant.tenantId],
      )
      // How often a job tells of its progress depends on the clock.
      const told = rows.filter(({ row }) => table.name !== 'live_events' || row.topic === 'me')
      lines.push(...told.map(({ row }) => `${table.name} ${plain(row)}`))
    }
    await client.query('reset app.tenant_id')
    return `${lines.sort().join('\n')}\n`
  })

  function plain({ tenant_id: _, ...row }: Record<string, unknown>): string {
    const said = Object.entries(row).filter(
      ([name, value]) => !unsaid.includes(JSON.stringify(value)) && !chance.includes(name),
    )
    let text = JSON.stringify(Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1))))
    for (const [name, { userId }] of Object.entries(people)) text = text.replaceAll(userId, name)
    return text
      .replaceAll(of.run, 'RUN')
      .replaceAll('"search_words"', '"search_text"')
      .replaceAll(/\b(page|course|team|tenant) \d+/gi, '$1')
      .replaceAll(/person\d+-?[0-9a-f]{6}@/g, 'admin@')
      .replaceAll(new RegExp(`${tenant.tenantId}(-\\w+)?`, 'g'), (_id, team) => (team ? 'SIDE' : 'TENANT'))
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)/g, '@')
      .replaceAll(/[0-9a-f]{64}/g, '%')
  }
}
