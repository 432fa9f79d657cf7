import { api } from '@learnt/contract'
import type { Field } from '@learnt/contract/forms/content'
import { newChoice, newField, newQuiz } from '@learnt/contract/forms/new-form'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { checkUpdate, stepUpdate } from '../../../test/given/bulk-updates.ts'
import { givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { checkFeed, commitFeed, csv } from '../../../test/given/feeds.ts'
import { type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'

const app = await testApp()

/** Every row of the tenant, as text that is the same in every run: by table, with names in place of ids. */
async function everything(tenant: GivenTenant, names: ReadonlyMap<string, string>): Promise<string[]> {
  return app.services.db.tenant(tenant.tenantId).read(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(
      tx,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ row: { kind?: string } }>`select to_jsonb(t) as row from ${sql.id(name)} t`.execute(
        tx,
      )
      // How often a job tells its progress depends on its time.
      const lasting = rows.filter(({ row }) => name !== 'live_events' || row.kind !== 'progress')
      found.push(...lasting.map(({ row }) => `${name} ${JSON.stringify(plain(row, names))}`).sort())
    }
    return found
  })
}

/** What a browser asked and was answered, kept in case it asks again. */
const answers = ['request_hash', 'response']

/** Without what is empty, so that a column that nobody fills changes nothing here. */
function plain(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return plainText(value, names)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => plain(one, names))
  const isEmpty = (one: unknown) => ['', 'null', '[]', '{}', 'false', '0', '""'].includes(JSON.stringify(one) ?? '')
  const entries = Object.entries(value).filter(([key, one]) => !isEmpty(one) && !answers.includes(key))
  return Object.fromEntries(entries.map(([key, one]) => [plainText(key, names), plain(one, names)]).sort())
}

function plainText(text: string, names: ReadonlyMap<string, string>): string {
  let shown = text
  for (const [id, name] of names) shown = shown.replaceAll(id, name)
  return shown
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
    .replace(/[0-9a-f]{32,}/g, 'digest')
    .replace(/^k[0-9a-z]{11}$/, 'key')
    .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{4,6}\+00:00/g, 'now')
}

const question = (label: string, right = 'yes'): Field => ({
  ...newField('singleChoice', label, true),
  key: 'kept',
  choices: ['yes', 'no'].map((key) => ({ ...newChoice(key), key })),
  quiz: { ...newQuiz(), points: 2, key: { right: right === '' ? [] : [right], shares: null } },
})

test('the same files of people, completions and questions change the same rows and reject the same ones', async () => {
  app.clock.set('2026-11-26T10:00:00Z')
  const tenant = await givenTenant(app)
  const { admin } = tenant
  const ann = await givenPerson(app, tenant, {
    employeeId: 'E1',
    firstName: 'Ann',
    lastName: 'Able',
    email: 'ann@same.test',
  })
  const bob = await givenPerson(app, tenant, {
    employeeId: 'E2',
    firstName: 'Bob',
    lastName: 'Best',
    email: 'bob@same.test',
  })
  const fire = await givenPublishedCourse(app, tenant, {
    title: 'Fire safety',
    activities: [pageActivity({ title: 'Alarm' }), pageActivity({ title: 'Drill' })],
  })
  await app.call(admin, api.feeds.changeSettings, {
    body: {
      feedHeadings: [{ title: 'Staff no', field: 'employeeId', isUniqueAttribute: true }],
      mostLeaving: 10,
      watchesFolder: false,
    },
  })
  await app.settle()
  const names = new Map([
    [admin.userId, 'ADMIN'],
    [ann.userId, 'ANN'],
    [bob.userId, 'BOB'],
    [fire.courseId, 'FIRE'],
    [admin.email, 'admin@same.test'],
    [tenant.tenantId, 'TENANT'],
  ])
  const before = new Map<string, number>()
  for (const row of await everything(tenant, names)) before.set(row, (before.get(row) ?? 0) + 1)

  const people = await checkFeed(
    app,
    admin,
    csv([
      ['Staff no', 'First name', 'Last name', 'Email', 'Location', 'Manager', 'Birthday', 'Notes'],
      ['E1', 'Ann', 'Able', 'ann@same.test', 'Berlin; Leeds', '', '03.02.1990', 'changed'],
      ['E2', 'Bob', 'Best', 'bob@same.test', '', '', '', 'as it was'],
      ['E3', 'Cleo', 'Cole', 'cleo@same.test', 'Berlin', 'E1', '1991-04-05', 'new'],
      ['E4', 'Dan', 'Dean', 'no address', '', '', '31.02.1990', 'wrong twice'],
      ['E5', 'Eve', 'Else', 'eve@same.test', '', 'E9', '', 'its manager is nobody'],
      ['E6', 'Fay', 'First', 'fay@same.test', '', '', '', 'duplicate'],
      ['e6 ', 'Fay', 'Second', 'fay2@same.test', '', '', '', 'duplicate'],
      ['', 'Gil', 'Gone', '', '', '', '', 'names nobody'],
    ]),
  )
  expect(people).toMatchObject({ state: 'checked', counts: { create: 1, update: 1, unchanged: 1, rejected: 5 } })
  await commitFeed(app, admin, people)

  const completions = await checkUpdate(
    app,
    admin,
    csv([
      ['courseTitle', 'activityTitle', 'completedAt', 'progress', 'Staff no', 'score'],
      ['Fire safety', '', '2024-03-05', '100', 'E1', '80'],
      ['fire SAFETY', 'Drill', '05.03.2024', '100 %', 'E2', ''],
      ['Fire safety', '', '2023-03-05', '100', 'E1', ''],
      ['Nothing', '', '2024-03-05', '100', 'E1', ''],
      ['Fire safety', 'Swimming', '2024-03-05', '100', 'E1', ''],
      ['Fire safety', '', '31.02.2024', '1', 'E9', 'much'],
    ]),
  )
  expect(completions).toMatchObject({ state: 'checked', counts: { rows: 6, update: 2, skipped: 1, rejected: 3 } })
  await stepUpdate(app, admin, completions)

  const file = [question('Where is the alarm?'), question('Without a key', ''), question('Where is the alarm?')]
  const refused = await app.call(admin, api.questions.importMany, {
    body: { questions: file.map((field) => ({ field })) },
  })
  expect(refused.status).toBe(422)
  const good = file.filter((_, at) => at !== 1)
  const taken = await app.call(admin, api.questions.importMany, {
    body: { questions: good.map((field) => ({ field, category: 'Safety', tags: ['fire', 'fire'] })) },
  })
  expect(taken.body).toEqual({ imported: 2 })

  const changed = (await everything(tenant, names)).filter((row) => {
    const left = before.get(row) ?? 0
    before.set(row, left - 1)
    return left <= 0
  })
  const downloads = await Promise.all(
    [`/api/feeds/runs/${people.id}/rejected.csv`, `/api/bulk-updates/${completions.id}/rejected.csv`].map(
      async (address) => (await app.send(admin, 'GET', address)).body.toString('utf8').replace('\ufeff', '').trimEnd(),
    ),
  )
  const errors = (refused.problem?.errors ?? []).map((one) => plain(one, names))
  const told = [...changed, ...downloads, JSON.stringify(errors)].join('\n').replaceAll('\r\n', '\n')
  await expect(`${told}\n`).toMatchFileSnapshot('./same-files.txt')
})
