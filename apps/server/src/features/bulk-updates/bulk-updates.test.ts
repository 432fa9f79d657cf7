import { api } from '@learnt/contract'
import type { BulkUpdatePage } from '@learnt/contract/bulk-updates'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { checkUpdate, stepUpdate, updateRows } from '../../../test/given/bulk-updates.ts'
import { givenCourse, givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { csv } from '../../../test/given/feeds.ts'
import { makeWorkbook } from '../../../test/given/office-files.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { features } from '../../app.ts'
import { runJob } from '../../platform/jobs/run-job.ts'
import { foldDeltas } from '../assignments/commands/fold-deltas.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { beginCyclesOfTheDay } from '../cycles/commands/begin-due-cycles.ts'

const app = await testApp()
const equal = { courses: 0, learners: 0, days: 0, learnerDays: 0, availability: 0, versions: 0, activities: 0 }
const headings = ['courseTitle', 'activityTitle', 'completedAt', 'progress', 'email']

async function assignmentsOf(tenant: GivenTenant) {
  const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
    sql<{
      title: string
      userId: string
      state: string
      progress: number
      day: string | null
      cycle: number
      isActive: boolean
      isOptional: boolean
      validUntil: string | null
    }>`
      select d.title, a.user_id, a.state, a.progress::float8 as progress, (a.completed_at at time zone 'UTC')::date::text as day, a.cycle, a.is_active, a.is_optional, a.valid_until::text as valid_until
      from assignments a join documents d on d.id = a.document_id order by d.title, a.user_id, a.cycle`.execute(tx),
  )
  return rows
}

async function rollupsAreRight(tenant: GivenTenant) {
  await foldDeltas(app.services, tenant.tenantId)
  expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(equal)
}

/** Everything that a run may change, as JSON text. */
async function everything(tenant: GivenTenant) {
  const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
    sql<{ all: unknown }>`
      select jsonb_build_array(
        (select jsonb_agg(to_jsonb(a) - 'assigned_at' order by a.id) from assignments a where is_active),
        (select jsonb_agg(p order by p.assignment_id, p.activity_id) from activity_progress p),
        (select jsonb_agg(h order by h.assignment_id, h.from_day) from assignment_days h join assignments a on a.id = h.assignment_id where a.is_active),
        (select count(*) from certificates)) as all`.execute(tx),
  )
  return rows[0]?.all
}

async function certify(tenant: GivenTenant, courseId: string, months = 12) {
  const template = await app.call(tenant.admin, api.certificates.templates.create, { body: { title: 'Course' } })
  const set = await app.call(tenant.admin, api.certificates.rules.set, {
    params: { documentType: 'course', documentId: courseId },
    body: { templateId: template.body.id, validity: { kind: 'months', months }, warnings: [30] },
  })
  expect(set.problem).toBeNull()
}

async function assign(
  tenant: GivenTenant,
  documentId: string,
  people: GivenPerson[],
  documentType: 'course' | 'pathway' = 'course',
) {
  const answer = await app.call(tenant.admin, api.permissions.assign, {
    params: { documentType, documentId },
    body: { selection: { by: 'ids', ids: people.map((one) => one.membershipId) }, isOptional: false },
  })
  expect(answer.problem).toBeNull()
}

describe('a bulk update', () => {
  test('reports the errors of each row by column, and records the rest with their dates', async () => {
    app.clock.set('2026-11-26T10:00:00Z')
    const tenant = await givenTenant(app)
    const [ann, bob] = [
      await givenPerson(app, tenant),
      await givenPerson(app, tenant, { username: 'bob.b', employeeId: 'E7' }),
    ]
    const fire = await givenPublishedCourse(app, tenant, {
      title: 'Fire  safety'.replace('  ', ' '),
      activities: [pageActivity({ title: 'Alarm' }), pageActivity({ title: 'Drill' })],
    })
    const [one, two] = await Promise.all(['Twin', 'twin'].map((title) => givenPublishedCourse(app, tenant, { title })))
    await givenCourse(app, tenant, { title: 'Draft' })
    const elsewhere = await givenTenant(app)
    const stranger = await givenPerson(app, elsewhere)
    const rows = [
      ['fire SAFETY', '', '2024-03-05', '', ann.email],
      [' Firesafety ', 'DRILL', '05.03.2024', '40 %', ` ${bob.email.toUpperCase()} `],
      ['Twin', '', '2024-03-05', '100', ann.email],
      ['Nothing', '', '2024-03-05', '100', ann.email],
      ['Draft', '', '2024-03-05', '100', ann.email],
      ['Fire safety', 'Swimming', '2024-03-05', '100', ann.email],
      ['Fire safety', '', '2027-01-01', '100', ann.email],
      ['Fire safety', '', '31.02.2024', '100', ann.email],
      ['Fire safety', '', '', '100', ann.email],
      ['Fire safety', '', '2024-03-05', '101', ann.email],
      ['Fire safety', '', '2024-03-05', 'most', ann.email],
      ['Fire safety', '', '2024-03-05', '100', 'nobody@example.test'],
      ['Fire safety', '', '2024-03-05', '100', stranger.email],
      ['Fire safety', '', '2024-03-05', '100', ''],
      ['', '', '2024-03-05', '100', ann.email],
      ['<b>Fire</b>', '', '2024-03-05', '100', ann.email],
      // Older than the first row about the same course and person.
      ['Fire safety', '', '2023-03-05', '100', ann.email],
    ]
    const run = await checkUpdate(app, tenant.admin, csv([headings, ...rows]))
    expect(run).toMatchObject({ state: 'checked', counts: { rows: 17, update: 2, skipped: 1, rejected: 14 } })
    expect(await assignmentsOf(tenant)).toEqual([])
    const planned = await updateRows(app, tenant.admin, run)
    const errors = planned.map((row) => row.errors.map((error) => [error.column, error.expected, error.found]))
    expect(errors[2]).toEqual([
      [
        'courseTitle',
        expect.stringMatching(
          new RegExp(`Several have this title: “[Tt]win” \\((${one?.courseId}|${two?.courseId})\\), “[Tt]win”`),
        ),
        'Twin',
      ],
    ])
    expect(errors.slice(3).map((found) => [found[0]?.[0], found[0]?.[2]])).toEqual([
      ['courseTitle', 'Nothing'],
      ['courseTitle', 'Draft'],
      ['activityTitle', 'Swimming'],
      ['completedAt', '2027-01-01'],
      ['completedAt', '31.02.2024'],
      ['completedAt', ''],
      ['progress', '101'],
      ['progress', 'most'],
      ['email', 'nobody@example.test'],
      ['email', stranger.email],
      ['email', ''],
      ['courseTitle', ''],
      ['courseTitle', '<b>Fire</b>'],
      ['', ''],
    ])
    expect(planned.map((row) => row.result).slice(0, 4)).toEqual([null, null, 'update-failed', 'update-failed'])
    expect(planned.at(-1)).toMatchObject({
      result: 'update-skipped',
      errors: [{ expected: 'Skipped: line 2 says the same or more.' }],
    })

    const done = await stepUpdate(app, tenant.admin, run)
    expect(done).toMatchObject({ state: 'done', counts: { done: 2, failed: 0 } })
    expect(
      (await assignmentsOf(tenant)).map((row) => [
        row.userId === ann.userId,
        row.state,
        row.progress,
        row.day,
        row.isActive,
        row.isOptional,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [true, 'completed', 100, '2024-03-05', true, true],
        [false, 'inprogress', 20, null, true, true],
      ]),
    )
    await rollupsAreRight(tenant)
    expect((await updateRows(app, tenant.admin, run)).slice(0, 2).map((row) => row.result)).toEqual([
      'update-success',
      'update-success',
    ])
    const rejected = await app.send(tenant.admin, 'GET', `/api/bulk-updates/${run.id}/rejected.csv`)
    expect(rejected.body.toString('utf8').split('\r\n').filter(Boolean)).toHaveLength(15)

    // A report as of a day long before this test created the tenant.
    const report = async (asOf: string) => {
      const { body, problem } = await app.call(tenant.admin, api.reports.admin.courses, { query: { asOf } })
      expect(problem).toBeNull()
      return body.items.filter((item) => item.title === 'Fire safety').map((item) => [item.assigned, item.completed])
    }
    expect(await report('2024-03-05')).toEqual([[2, 1]])
    expect(await report('2026-11-25')).toEqual([[2, 1]])
    const day = { query: { asOf: '2024-03-04' } }
    expect((await app.call(tenant.admin, api.reports.admin.courses, day)).problem?.errors?.[0]?.code).toBe(
      'beforeHistory',
    )
    const learners = await app.call(tenant.admin, api.reports.admin.learners, { query: { asOf: '2024-03-05' } })
    expect(learners.body.items.map((item) => item.userId)).toEqual(expect.arrayContaining([ann.userId]))

    // The same file again, and by other keys: nothing changes.
    const before = await everything(tenant)
    const again = await checkUpdate(app, tenant.admin, csv([headings, ...rows]))
    expect(again.counts).toMatchObject({ update: 0, skipped: 3, rejected: 14 })
    expect((await stepUpdate(app, tenant.admin, again)).counts.done).toBe(0)
    expect(await everything(tenant)).toEqual(before)
    const other = await checkUpdate(
      app,
      tenant.admin,
      csv([
        ['courseId', 'completedAt', 'username', 'employeeId'],
        [fire.courseId, '2025-01-01T10:00:00+01:00', 'BOB.B', ''],
        [fire.courseId, '1735722000', '', 'e7'],
      ]),
    )
    expect(other.counts).toMatchObject({ update: 1, skipped: 1, rejected: 0 })
    await stepUpdate(app, tenant.admin, other)
    expect((await assignmentsOf(tenant)).every((row) => row.state === 'completed')).toBe(true)
    await rollupsAreRight(tenant)
    const list = await app.call(tenant.admin, api.bulkUpdates.list, {
      query: { sort: 'rows', direction: 'asc', limit: '2' as never },
    })
    expect(list.body.items.map((item) => item.counts.rows)).toEqual([2, 17])
    const rest = await app.call(tenant.admin, api.bulkUpdates.list, {
      query: { sort: 'rows', direction: 'asc', limit: '2' as never, cursor: list.body.next ?? '' },
    })
    expect(rest.body.items).toHaveLength(1)
    // Runs of people and of completions do not list each other.
    expect((await app.call(tenant.admin, api.feeds.list, { query: {} })).body.items).toEqual([])
    expect((await app.call(tenant.admin, api.feeds.get, { params: { runId: run.id } })).status).toBe(404)
  })

  test('accepts what other systems write: encodings, dates, progress, and names in any case', async () => {
    app.clock.set('2026-11-26T10:00:00Z')
    const tenant = await givenTenant(app)
    const title = 'Brände löschen'
    await givenPublishedCourse(app, tenant, {
      title,
      activities: ['Übung', 'Drill', 'Drill'].map((one) => pageActivity({ title: one })),
    })
    const old = await givenPublishedCourse(app, tenant, { title: 'Altes', activities: [pageActivity()] })
    await app.call(tenant.admin, api.courses.archive, { params: { courseId: old.courseId } })
    const noon = (day: string) => `${day}T12:00:00.000Z`
    // What the row says, then its moment and progress, or the code of its error.
    const cases: [title: string, activity: string, date: string, progress: string, said: string | [string, number]][] =
      [
        ['brände LÖSCHEN ', '', '05.03.2024', '100', [noon('2024-03-05'), 100]],
        [title.normalize('NFD'), '', '5.3.2024', '100 %', [noon('2024-03-05'), 100]],
        ['BRÄNDE LÖSCHEN', 'ÜBUNG', '2024-03-05T23:30:00-05:00', '50', ['2024-03-06T04:30:00.000Z', 50]],
        ['Altes', '', '45356', '', [noon('2024-03-05'), 100]],
        [title, '', '45356.75', 'Completed', ['2024-03-05T18:00:00.000Z', 100]],
        [title, '', '20240305', '99.996', [noon('2024-03-05'), 99.99]],
        [title, '', '05.03.2024 23:30', '0,5 %', ['2024-03-05T23:30:00.000Z', 0.5]],
        [title, '', '1980-01-01', 'Ja', [noon('1980-01-01'), 100]],
        [title, '', '2026-11-26', '', ['2026-11-26T10:00:00.000Z', 100]],
        [title, '', '2026-11-26T11:30:00', '', 'in the future'],
        [title, '', '05/13/2024', '', 'The month seems to come first'],
        [title, '', '31.02.2024', '', 'Expected a date such as'],
        [title, '', '2024-02-31T10:00:00Z', '', 'Expected a date such as'],
        [title, '', '2024-03-05T25:00:00', '', 'Expected a date such as 2026-11-20.'],
        [title, '', '2024115', '', 'Expected a date such as'],
        [title, '', '0001-01-01T00:00:00', '', 'between 1900 and 2200'],
        [title, '', '2024-03-05', '0.5', 'not clear whether this is 1 % or all'],
        [title, '', '2024-03-05', '1', 'not clear whether this is 1 % or all'],
        [title, '', '2024-03-05', '-1', 'from 0 to 100'],
        [title, '', '2024-03-05', '101', 'from 0 to 100'],
        [title, '', '2024-03-05', 'not completed', 'from 0 to 100'],
        [title, 'drill', '2024-03-05', '', 'Several activities have this title: “Drill” ('],
      ]
    const people = await app.services.db.tenant(tenant.tenantId).write((tx) =>
      sql<{ email: string }>`
        insert into memberships (id, user_id, team_id, first_name, last_name, email)
        select id || ':' || ${tenant.teamId}, id, ${tenant.teamId}, 'Any', 'Body', id || '@cases.test'
        from (select gen_random_uuid() as id from generate_series(0, ${cases.length + 2})) ids returning email`.execute(
        tx,
      ),
    )
    const emailOf = (at: number) => people.rows[at]?.email ?? ''
    const [whole, latin, book] = [0, 1, 2].map((at) => emailOf(cases.length + at)) as [string, string, string]
    const run = await checkUpdate(
      app,
      tenant.admin,
      Buffer.concat([
        Buffer.from('\ufeff'),
        csv([
          headings,
          ...cases.map((one, at) => [...one.slice(0, 4).map(String), emailOf(at).toUpperCase()]),
          [title, 'Übung', '2024-05-05', '40', whole],
          [title, '', '2023-03-05', '100', whole],
        ]),
      ]),
    )
    await stepUpdate(app, tenant.admin, run)
    const rows = await updateRows(app, tenant.admin, run)
    expect(
      rows.slice(0, cases.length).map((row) => row.errors[0]?.expected ?? [row.completedAt, row.progress]),
    ).toEqual(cases.map(([, , , , said]) => (typeof said === 'string' ? expect.stringContaining(said) : said)))
    expect(rows.map((row) => row.result)).toEqual([
      ...cases.map(([, , , , said]) => (typeof said === 'string' ? 'update-failed' : 'update-success')),
      'update-skipped',
      'update-success',
    ])
    await rollupsAreRight(tenant)

    const others = async (file: Buffer, name?: string) =>
      (await updateRows(app, tenant.admin, await checkUpdate(app, tenant.admin, file, name ? { name } : {}))).map(
        (row) => [row.title, row.completedAt?.slice(0, 16), row.progress, row.errors.length],
      )
    const german = `Kurs;Abgeschlossen am;Fortschritt;E-Mail\r\n${title};05.03.2024;100 %;${latin}\r\n`
    expect(await others(Buffer.from(german, 'latin1'))).toEqual([[title, '2024-03-05T12:00', 100, 0]])
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(german.replaceAll(';', '\t'), 'utf16le')])
    expect(await others(wide)).toEqual([[title, '2024-03-05T12:00', 100, 0]])
    // A workbook’s cells count by their values, however they are formatted.
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const number = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`
    const lines = [
      ['courseTitle', 'completedAt', 'progress', 'email'].map(text),
      ...[0, 1, 2, 3, 4].map((style) => [
        text(title),
        number(style, style === 4 ? 45356.75 : 45356),
        number(5, 0.996),
        text(book),
      ]),
    ]
    const xlsx = makeWorkbook({
      sheets: { One: lines.map((cells) => `<row>${cells.join('')}</row>`).join('') },
      formats: [0, 14, 'mm/dd/yyyy', 'dd.mm.yy', '[$-407]d. mmmm yyyy h:mm', '0%'],
    })
    // The last row is the latest, so the others add nothing.
    expect(await others(xlsx, 'a.xlsx')).toEqual([
      ...[1, 1, 1, 1].map((errors) => [title, '2024-03-05T12:00', 99.6, errors]),
      [title, '2024-03-05T18:00', 99.6, 0],
    ])
    // The sample file can be recorded unchanged.
    const sample = await app.send(tenant.admin, 'GET', '/api/bulk-updates/sample.csv')
    expect(await others(sample.body)).toEqual([
      [title, '2023-05-17T12:00', 100, 0],
      [title, '2024-02-01T09:30', 100, 0],
    ])
  })

  test('counts in certificates, cycles, pathways and prerequisites by its own date, notifies nobody, and can be undone', async () => {
    app.clock.set('2026-11-26T10:00:00Z')
    const tenant = await givenTenant(app)
    const [ann, bob] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const first = await givenPublishedCourse(app, tenant, {
      title: 'First',
      activities: [pageActivity()],
      reset: { kind: 'timeframe', amount: 12, unit: 'month', opensBefore: 0, closesAfter: null, warnings: [] },
    })
    const second = await givenPublishedCourse(app, tenant, {
      title: 'Second',
      activities: [pageActivity()],
      prerequisites: [first.courseId],
    })
    const third = await givenPublishedCourse(app, tenant, { title: 'Third', activities: [pageActivity()] })
    const pathway = await givenPathway(app, tenant, {
      title: 'Way',
      sections: [pathwaySection([pathwayStep(second.courseId), pathwayStep(third.courseId)])],
    })
    await certify(tenant, third.courseId)
    await assign(tenant, first.courseId, [ann])
    await assign(tenant, pathway.id, [ann], 'pathway')
    await app.settle()
    const kinds = async (person: GivenPerson) =>
      (await app.call(person, api.notifications.list, { query: { limit: 50 } })).body.items.map((item) => item.kind)
    const told = await kinds(ann)
    const before = await everything(tenant)

    const file = csv([
      [...headings, 'certificateSerial', 'issuedAt', 'type'],
      ['Second', '', '2024-06-01', '100', ann.email, '', '', ''],
      ['Third', '', '2024-05-01', '100', ann.email, 'OLD-1', '2024-05-03', ''],
      ['Third', '', '2026-02-01', '100', bob.email, '', '', 'course'],
      ['First', '', '2024-04-01', '100', ann.email, '', '', ''],
      ['Way', '', '2023-01-01', '100', bob.email, '', '', 'pathway'],
      ['Way', '', '2023-01-01', '50', bob.email, '', '', 'Pathway'],
      ['First', '', '2024-04-01', '100', bob.email, 'OLD-2', '', ''],
    ])
    const run = await checkUpdate(app, tenant.admin, file)
    expect(run.counts).toMatchObject({ update: 5, rejected: 2 })
    await stepUpdate(app, tenant.admin, run)
    await app.settle()
    const now = await assignmentsOf(tenant)
    const of = (title: string, person: GivenPerson) =>
      now.find((row) => row.title === title && row.userId === person.userId)
    expect(of('Way', ann)).toMatchObject({ state: 'completed', day: '2024-06-01' })
    expect(of('Way', bob)).toMatchObject({ state: 'completed', day: '2023-01-01' })
    await rollupsAreRight(tenant)
    const certificate = async (person: GivenPerson) =>
      (await app.call(person, api.certificates.mine)).body.items.map((item) => [
        item.serial.slice(0, 5),
        item.issuedDay,
        item.validUntil,
        item.state,
      ])
    expect(await certificate(ann)).toEqual([['OLD-1', '2024-05-03', '2025-05-03', 'expired']])
    expect(await certificate(bob)).toEqual([[expect.stringMatching(/^LC-/), '2026-02-01', '2027-02-01', 'valid']])
    expect(await kinds(ann)).toEqual(told)
    expect(await kinds(bob)).toEqual([])
    const past = await app.call(tenant.admin, api.reports.admin.pathways, { query: { asOf: '2024-06-02' } })
    expect(past.body.items.map((item) => [item.title, item.completed])).toEqual([['Way', 2]])

    // Undoing restores everything, but keeps what people have learnt since.
    const undone = await stepUpdate(app, tenant.admin, run, 'undo')
    expect(undone).toMatchObject({ state: 'undone', counts: { undone: 5, kept: 0 } })
    expect(await everything(tenant)).toEqual(before)
    await rollupsAreRight(tenant)
    expect(await certificate(ann)).toEqual([])

    const again = await checkUpdate(app, tenant.admin, file)
    expect(again.counts.update).toBe(5)
    await stepUpdate(app, tenant.admin, again)
    expect(await certificate(ann)).toHaveLength(1)
    // The course repeats a year after the completion, and the import is an earlier cycle.
    await beginCyclesOfTheDay(app.services)
    const cycles = (await assignmentsOf(tenant)).filter((row) => row.title === 'First' && row.userId === ann.userId)
    expect(cycles.map((row) => [row.cycle, row.state, row.day, row.isActive])).toEqual([
      [0, 'completed', '2024-04-01', false],
      [1, 'notstarted', null, true],
    ])
    const third2 = await checkUpdate(app, tenant.admin, file)
    expect(third2.counts).toMatchObject({ update: 0, skipped: 5 })
    const kept = await stepUpdate(app, tenant.admin, again, 'undo')
    expect(kept.counts).toMatchObject({ undone: 4, kept: 1 })
    await rollupsAreRight(tenant)
  })

  test('gives points and notices only when the administrator chose that', async () => {
    app.clock.set('2026-11-26T10:00:00Z')
    const tenant = await givenTenant(app, { settings: { rewards: true } })
    const [ann, bob] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const course = await givenPublishedCourse(app, tenant, { title: 'Course', activities: [pageActivity()] })
    await certify(tenant, course.courseId)
    const set = await app.call(tenant.admin, api.points.changeRule, {
      params: { documentType: 'course', documentId: course.courseId },
      body: { amount: 5, repeats: 'once', monthlyBudget: null } as never,
    })
    expect(set.problem).toBeNull()
    const fileOf = (person: GivenPerson) => csv([headings, ['Course', '', '2024-03-05', '100', person.email]])
    const balance = async (person: GivenPerson) => {
      const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
        sql<{
          points: number
        }>`select reward_points_count as points from memberships where user_id = ${person.userId}`.execute(tx),
      )
      return rows[0]?.points
    }
    await stepUpdate(app, tenant.admin, await checkUpdate(app, tenant.admin, fileOf(ann)))
    expect(await balance(ann)).toBe(0)
    const run = await checkUpdate(app, tenant.admin, fileOf(bob), { options: { awards: true } })
    await stepUpdate(app, tenant.admin, run)
    expect(await balance(bob)).toBe(5)
    const { body } = await app.call(bob, api.notifications.list, { query: { limit: 50 } })
    expect(body.items.map((item) => item.kind)).toContain('certificateIssued')
    await stepUpdate(app, tenant.admin, run, 'undo')
    expect(await balance(bob)).toBe(0)
    await rollupsAreRight(tenant)
  })

  test('lets administrators record for their own people; resumes after a kill with each row once; two runs do nothing twice', async () => {
    app.clock.set('2026-11-26T10:00:00Z')
    const tenant = await givenTenant(app)
    const side = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, tenant, { teamId: side, roles: ['admin'] })
    const [manager, learner] = [
      await givenPerson(app, tenant, { roles: ['manager'] }),
      await givenPerson(app, tenant, { teamId: side }),
    ]
    const main = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant, { title: 'Course', activities: [pageActivity()] })
    const file = csv([headings, ...[main, learner].map((one) => ['Course', '', '2024-03-05', '100', one.email])])
    const own = await checkUpdate(app, teamAdmin, file)
    expect(own.counts).toMatchObject({ update: 1, rejected: 1 })
    const elsewhere = await givenTenant(app)
    for (const other of [manager, learner, elsewhere.admin])
      expect(
        (await app.call(other, api.bulkUpdates.commit, { params: { runId: own.id } })).status,
      ).toBeGreaterThanOrEqual(403)
    const all = await checkUpdate(app, tenant.admin, file)
    const secondRun = await checkUpdate(app, tenant.admin, file, { name: 'second.csv' })
    expect(secondRun.counts.update).toBe(2)
    expect((await stepUpdate(app, tenant.admin, all)).counts).toMatchObject({ done: 2, skipped: 0 })
    expect((await stepUpdate(app, tenant.admin, secondRun)).counts).toMatchObject({ done: 0, skipped: 2 })
    expect((await stepUpdate(app, teamAdmin, own)).counts).toMatchObject({ done: 0, skipped: 1 })

    // Killed after the first thousand rows.
    const people = await app.services.db.tenant(tenant.tenantId).write((tx) =>
      sql<{ email: string }>`
        insert into memberships (id, user_id, team_id, first_name, last_name, email)
        select id || ':' || ${tenant.teamId}, id, ${tenant.teamId}, 'Mass', 'Person', id || '@mass.test' from (select gen_random_uuid() as id from generate_series(1, 1005)) ids
        returning email`.execute(tx),
    )
    const mass = await checkUpdate(
      app,
      tenant.admin,
      csv([headings, ...people.rows.map((row) => ['Course', '', '2024-03-05', '100', row.email])]),
    )
    expect(mass.counts.update).toBe(1005)
    await app.call(tenant.admin, api.bulkUpdates.commit, { params: { runId: mass.id } })
    const params = { runId: mass.id }
    const now = (await app.call(tenant.admin, api.bulkUpdates.get, { params })).body as BulkUpdatePage
    let writes = 0
    class Killed extends Error {}
    const kill = runJob(app.services, tenant.tenantId, features.jobs, now.jobId ?? '', async () => {
      if (++writes > 3) throw new Killed()
    })
    await expect(kill).rejects.toThrow()
    const half = (await assignmentsOf(tenant)).length
    expect(half).toBeGreaterThan(2)
    expect(half).toBeLessThan(1007)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => sql`update jobs set state = 'running' where id = ${now.jobId}`.execute(tx))
    await runJob(app.services, tenant.tenantId, features.jobs, now.jobId ?? '')
    expect((await app.call(tenant.admin, api.bulkUpdates.get, { params })).body).toMatchObject({
      state: 'done',
      counts: { done: 1005 },
    })
    expect(await assignmentsOf(tenant)).toHaveLength(1007)
    await rollupsAreRight(tenant)
    const undone = await stepUpdate(app, tenant.admin, mass, 'undo')
    expect(undone.counts.undone).toBe(1005)
    expect((await assignmentsOf(tenant)).filter((row) => row.isActive)).toHaveLength(2)
    await rollupsAreRight(tenant)
    expect(course.courseId).toBeTruthy()
  })
})
