import { api } from '@learnt/contract'
import type { CallInput } from '@learnt/contract/endpoint'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { readWorkbook } from '../../../test/read-workbook.ts'

// The tenant's own fields of people in reports, under its own names.

const app = await testApp()

type Field = CallInput<typeof api.customFields.save>['body']
type Name = CallInput<typeof api.customFields.save>['params']['field']

async function name(tenant: GivenTenant, field: Name, en: string, kind: Field['kind'], manager: 'none' | 'see') {
  const access = { person: 'none' as const, manager, administrator: 'edit' as const }
  const body: Field = { names: { en }, kind, choices: [], isRequired: false, access, place: 1, inList: false }
  expect((await app.call(tenant.admin, api.customFields.save, { params: { field }, body })).problem).toBeNull()
}

const trick = '=1+1 "$1", cost centre'

it('shows the fields under their names in lists and files, to managers those that managers see, and filters by them', async () => {
  const tenant = await givenTenant(app)
  const boss = await givenPerson(app, tenant, { roles: ['manager'], firstName: 'Mira', lastName: 'Boss' })
  const own = { custom1: ['4711'], custom2: [tenant.admin.userId], custom3: ['private'], custom4: ['2024-02-29'] }
  const of = { managers: [boss.userId], ...own }
  const mine = await givenPerson(app, tenant, { lastName: 'Mine', ...of })
  const also = await givenPerson(app, tenant, {
    lastName: 'Also',
    managers: [boss.userId],
    custom1: ['-5'],
    custom4: ['soon'],
  })
  await givenPerson(app, tenant, { lastName: 'Other', custom1: ['secret'] })
  const { courseId, content } = await givenPublishedCourse(app, tenant)
  for (const person of [mine, also]) await givenAssignment(app, person, courseId)
  await name(tenant, 'custom1', trick, 'text', 'see')
  await name(tenant, 'custom2', 'Mentor', 'person', 'see')
  await name(tenant, 'custom3', 'Salary', 'text', 'none')
  await name(tenant, 'custom4', 'Began', 'date', 'see')
  await app.settle()
  const activityId = content.sections[0]?.activities[0]?.id ?? ''

  const admin = { caller: tenant.admin, reports: api.reports.admin }
  const manager = { caller: boss, reports: api.reports.manager as unknown as typeof api.reports.admin }
  const seen = { custom1: ['4711'], custom2: ['Ada Admin'], custom4: ['2024-02-29'] }
  const cases: [{ caller: GivenPerson; reports: typeof api.reports.admin }, object, number][] = [
    [admin, { ...seen, custom3: ['private'] }, 4],
    [manager, seen, 3],
  ]
  for (const [{ caller, reports }, fields, shown] of cases) {
    const query = { custom1: ['4711', 'nothing'], sort: 'name' as const }
    const lists = [
      (await app.call(caller, reports.learners, { query })).body,
      (await app.call(caller, reports.assignments, { query: { ...query, courseId } })).body,
      (await app.call(caller, reports.activityPeople, { params: { activityId }, query })).body,
    ]
    for (const list of lists) {
      expect(list.items).toMatchObject([{ userId: mine.userId, fields }])
      expect(list.total).toBe(1)
      expect(Object.keys(list.items[0]?.fields ?? {})).toHaveLength(shown)
    }
    const who = caller === boss ? 'manager' : 'admin'
    const file = async (format: string) =>
      (await app.send(caller, 'GET', `/api/${who}/reports/learners.${format}?custom1=4711&custom1=-5&sort=name`)).body
    const lines = String(await file('csv')).split('\r\n')
    // What a spreadsheet would compute is text, in the name of a field as in its values.
    expect(lines[0]).toContain(`"'=1+1 ""$1""`)
    expect(lines[0]?.includes('Salary')).toBe(who === 'admin')
    expect(lines[1]).toContain("'-5")
    expect(lines[2]).toContain('"4711","Ada Admin"')
    const { rows } = await readWorkbook(await file('xlsx'))
    expect(rows[0]?.map((cell) => cell.value)).toEqual(expect.arrayContaining([trick, 'Mentor']))
    expect(rows[2]?.map((cell) => cell.value)).toEqual(expect.arrayContaining(['4711', 'Ada Admin']))
    // Days are days; other texts stay as written.
    const began = rows[0]?.findIndex((cell) => cell.value === 'Began') ?? -1
    expect([rows[1]?.[began], rows[2]?.[began]]).toEqual([
      { type: 'inlineStr', style: null, value: 'soon' },
      { type: 'n', style: '3', value: '45351' },
    ])
  }

  // Asking for values must not tell what is not shown.
  const asked = { query: { custom3: ['private'] } }
  expect((await app.call(boss, api.reports.manager.learners, asked)).problem?.errors).toMatchObject([
    { path: 'query.custom3', message: 'This field is not shown to you.' },
  ])
  expect((await app.call(tenant.admin, api.reports.admin.learners, asked)).body.total).toBe(1)
  const values = (await app.call(boss, api.reports.manager.fieldValues)).body.items
  expect(Object.fromEntries(values.map((one) => [one.field, one.values.map(({ label }) => label)]))).toEqual({
    custom1: ['-5', '4711'],
    custom2: ['Ada Admin'],
    custom4: ['2024-02-29', 'soon'],
  })
})
