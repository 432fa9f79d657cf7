import { api } from '@learnt/contract'
import { describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { readWorkbook } from '../../../test/read-workbook.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'

interface Scene {
  app: TestApp
  tenant: GivenTenant
  manager: GivenPerson
  otherManager: GivenPerson
  learners: GivenPerson[]
  courseId: string
}

/** Three learners, two of them the manager's; the first completed the course, the second began, the third has not. */
async function givenScene(): Promise<Scene> {
  const app = await testApp()
  const tenant = await givenTenant(app)
  const manager = await givenPerson(app, tenant, { roles: ['manager'], lastName: 'Manager' })
  const otherManager = await givenPerson(app, tenant, { roles: ['manager'] })
  const learners = [
    await givenPerson(app, tenant, {
      firstName: 'Ann',
      lastName: 'Able',
      position: ['chef'],
      managers: [manager.userId],
    }),
    await givenPerson(app, tenant, {
      firstName: 'Ben',
      lastName: 'Busy',
      position: ['chef'],
      managers: [manager.userId],
    }),
    await givenPerson(app, tenant, { firstName: 'Cas', lastName: 'Calm', position: ['chef'] }),
  ]
  const course = await givenPublishedCourse(app, tenant, { title: '=cmd|calc' })
  const given = await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: course.courseId,
      title: 'Chefs',
      rule: { rule: { position: ['chef'] }, groups: [], everyone: false },
      due: { kind: 'after', days: 3 },
    },
  })
  expect(given.status).toBe(201)
  const [first, second] = course.activities.map((activity) => activity.id) as [string, string]
  const view = async (person: GivenPerson | undefined, activityId: string) => {
    if (!person) throw new Error('No person')
    const reply = await app.call(person, api.learning.progress, {
      params: { userCourseId: course.courseId, activityId },
      body: { event: 'view', seconds: 30 },
    })
    expect(reply.problem).toBeNull()
  }
  // Time is counted only once it has passed.
  app.clock.advance(60_000)
  await view(learners[0], first)
  await view(learners[0], second)
  await view(learners[1], first)
  await app.settle()
  return { app, tenant, manager, otherManager, learners, courseId: course.courseId }
}

describe('course aggregate', () => {
  test('counts learners by state, and a recount agrees', async () => {
    const { app, tenant } = await givenScene()
    const { body } = await app.call(tenant.admin, api.reports.admin.courses)
    expect(body.items).toHaveLength(1)
    expect(body.items[0]).toMatchObject({
      assigned: 3,
      required: 3,
      completed: 1,
      inProgress: 1,
      notStarted: 1,
      overdue: 0,
      averageProgress: 50,
      seconds: 90,
    })
    expect(body.totals).toMatchObject({ assigned: 3, completed: 1, completionRate: 33.3 })
    const having = async (figure: 'completed' | 'overdue') =>
      (await app.call(tenant.admin, api.reports.admin.courses, { query: { having: figure } })).body
    expect(await having('completed')).toMatchObject({ total: 1, items: [{ completed: 1 }] })
    expect(await having('overdue')).toMatchObject({ total: 0, items: [], totals: { assigned: 3 } })
    expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual({
      courses: 0,
      learners: 0,
      days: 0,
      learnerDays: 0,
      availability: 0,
      versions: 0,
      activities: 0,
    })
  })

  test('shows a manager their own people only', async () => {
    const { app, manager, otherManager } = await givenScene()
    const mine = await app.call(manager, api.reports.manager.courses)
    expect(mine.body.items[0]).toMatchObject({ assigned: 2, completed: 1, inProgress: 1, notStarted: 0 })
    const nobody = await app.call(otherManager, api.reports.manager.courses)
    expect(nobody.body.items).toEqual([])
  })

  test('counts offers apart from assignments, as the list of courses does', async () => {
    const { app, tenant, manager, learners, courseId } = await givenScene()
    const offer = await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: courseId,
        title: 'Everybody else',
        isOptional: true,
        rule: { rule: {}, groups: [], everyone: true },
      },
    })
    expect(offer.status).toBe(201)
    await app.settle()
    const figures = (await app.call(tenant.admin, api.reports.admin.courses)).body.items[0]
    const listed = (await app.call(tenant.admin, api.courses.list)).body.items[0]
    // the administrator and the two managers
    expect(figures).toMatchObject({ offered: 3, assigned: learners.length })
    expect(listed?.availability).toEqual({ required: figures?.required, optional: figures?.offered })
    const mine = await app.call(manager, api.reports.manager.courses)
    expect(mine.body.items[0]).toMatchObject({ offered: 0, assigned: 2 })
  })

  test('stops the due date of people on leave, in rows and figures alike, and says so', async () => {
    const { app, tenant, learners, courseId } = await givenScene()
    const before = app.clock.now()
    const away = learners[2]
    try {
      await app.call(tenant.admin, api.members.update, {
        params: { userId: away?.userId ?? '' },
        body: { status: 'sick leave' },
      })
      app.clock.advance(5 * 86_400_000)
      await app.settle()
      const admin = { token: await givenSession(app.services, tenant.admin) }
      const rows = (await app.call(admin, api.reports.admin.assignments, { query: { courseId } })).body.items
      expect(rows.map((row) => [row.name, row.memberStatus, row.dueState, row.isPaused])).toEqual([
        ['Ann Able', 'active', 'none', false],
        ['Ben Busy', 'active', 'overdue', false],
        ['Cas Calm', 'sick leave', 'upcoming', true],
      ])
      const late = await app.call(admin, api.reports.admin.assignments, { query: { courseId, overdue: 'true' } })
      expect(late.body.total).toBe(1)
      expect((await app.call(admin, api.reports.admin.courses)).body.items[0]?.overdue).toBe(1)
      const people = (await app.call(admin, api.reports.admin.learners)).body.items
      expect(people.filter((one) => one.overdue > 0).map((one) => one.name)).toEqual(['Ben Busy'])
    } finally {
      app.clock.set(before)
    }
  })

  test('calls open required work overdue from the day after its last day', async () => {
    const { app, tenant } = await givenScene()
    const before = app.clock.now()
    const overdue = async () => {
      const token = await givenSession(app.services, tenant.admin)
      return (await app.call({ token }, api.reports.admin.courses)).body.items[0]?.overdue
    }
    try {
      app.clock.advance(3 * 86_400_000)
      expect(await overdue()).toBe(0)
      app.clock.advance(86_400_000)
      expect(await overdue()).toBe(2)
    } finally {
      app.clock.set(before)
    }
  })
})

describe('learner report', () => {
  test('has a row for each person, by page', async () => {
    const { app, tenant, learners } = await givenScene()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await app.call(tenant.admin, api.reports.admin.learners, {
        query: { limit: 2, ...(cursor ? { cursor } : {}) },
      })
      expect(body.total).toBe(6)
      seen.push(...body.items.map((row) => row.userId))
      cursor = body.next ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(6)
    for (const learner of learners) expect(seen).toContain(learner.userId)
  })

  test('sorts by every key in both directions without losing anybody', async () => {
    const { app, tenant } = await givenScene()
    for (const sort of [
      'name',
      'assigned',
      'completed',
      'completionRate',
      'overdue',
      'averageScore',
      'seconds',
      'lastActivityAt',
    ] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        const seen = new Set<string>()
        let cursor: string | undefined
        do {
          const { body, problem } = await app.call(tenant.admin, api.reports.admin.learners, {
            query: { sort, direction, limit: 2, ...(cursor ? { cursor } : {}) },
          })
          expect(problem).toBeNull()
          for (const row of body.items) seen.add(row.userId)
          cursor = body.next ?? undefined
        } while (cursor)
        expect(seen.size, `${sort} ${direction}`).toBe(6)
      }
    }
  })

  test('searches names with wildcards as letters', async () => {
    const { app, tenant } = await givenScene()
    expect((await app.call(tenant.admin, api.reports.admin.learners, { query: { search: 'able' } })).body.total).toBe(1)
    expect((await app.call(tenant.admin, api.reports.admin.learners, { query: { search: '%' } })).body.total).toBe(0)
  })
})

describe('rows behind a figure', () => {
  test('lead to one person’s activities and the reason', async () => {
    const { app, tenant, learners, manager, courseId } = await givenScene()
    const list = await app.call(tenant.admin, api.reports.admin.assignments, {
      query: { courseId, state: ['inprogress'] },
    })
    expect(list.body.items).toHaveLength(1)
    const row = list.body.items[0]
    expect(row).toMatchObject({ userId: learners[1]?.userId, progress: 50, state: 'inprogress' })
    expect(list.body.totals).toBeNull()
    const ofPerson = await app.call(manager, api.reports.manager.assignments, {
      query: { userId: row?.userId ?? '', overdue: 'true' },
    })
    expect(ofPerson.body).toMatchObject({
      items: [],
      totals: { assigned: 1, notStarted: 0, inProgress: 1, completed: 0, overdue: 0 },
    })
    const params = { userCourseId: row?.userCourseId ?? '' }
    const one = await app.call(manager, api.reports.manager.assignment, { params })
    expect(one.body.activities.map((activity) => activity.state)).toEqual(['completed', 'notstarted'])
    expect(one.body.sources[0]).toMatchObject({ kind: 'rule', title: 'Chefs' })
  })

  test('are refused to other managers, learners, strangers and other tenants', async () => {
    const { app, tenant, otherManager, learners, courseId } = await givenScene()
    const foreign = await givenTenant(app)
    const { body } = await app.call(tenant.admin, api.reports.admin.assignments, { query: { courseId } })
    const params = { userCourseId: body.items[0]?.userCourseId ?? '' }
    expect((await app.call(tenant.admin, api.reports.admin.assignment, { params })).status).toBe(200)
    expect((await app.call(otherManager, api.reports.manager.assignment, { params })).status).toBe(404)
    expect((await app.call(foreign.admin, api.reports.admin.assignment, { params })).status).toBe(404)
    expect((await app.call(learners[0] ?? stranger, api.reports.admin.assignment, { params })).status).toBe(403)
    expect((await app.call(stranger, api.reports.admin.assignment, { params })).status).toBe(401)
  })
})

describe('files', () => {
  test('hold every row, and no cell that a spreadsheet would compute', async () => {
    const { app, tenant } = await givenScene()
    const reply = await app.send(tenant.admin, 'GET', '/api/admin/reports/assignments.csv')
    expect(reply.status).toBe(200)
    const text = reply.body.toString('utf8')
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.trim().split('\r\n')).toHaveLength(4)
    expect(text).not.toMatch(/(^|,)=/m)
    expect(reply.headers['content-disposition']).toContain('assignment_report.csv')
  })

  test('say the last day that is in time as a date of the tenant’s, wherever it is; moments stay moments', async () => {
    const app = await testApp()
    for (const [timeZone, dueAt] of [
      ['Pacific/Auckland', '2027-03-14T11:00:00Z'],
      ['America/Los_Angeles', '2027-03-15T07:00:00Z'],
      ['UTC', '2027-03-15T00:00:00Z'],
    ] as const) {
      const tenant = await givenTenant(app, { settings: { timeZone } })
      const course = await givenPublishedCourse(app, tenant, { title: 'Due' })
      const [dated, open] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
      await givenAssignment(app, dated, course.courseId, { dueAt: new Date(dueAt) })
      await givenAssignment(app, open, course.courseId)
      const take = async (format: string) =>
        (await app.send(tenant.admin, 'GET', `/api/admin/reports/assignments.${format}`)).body
      const rows = (await take('csv'))
        .toString('utf8')
        .slice(1)
        .trim()
        .split('\r\n')
        .map((line) => line.split(','))
      const at = rows[0]?.indexOf('Due') ?? -1
      expect([timeZone, ...rows.slice(1).map((row) => row[at])].sort()).toEqual(['', '2027-03-14', timeZone].sort())
      expect(rows[1]?.[rows[0]?.indexOf('Assigned on') ?? -1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      const sheet = (await readWorkbook(await take('xlsx'))).rows.slice(1).map((row) => row[at])
      // 2027-03-14, in days since the last but one of 1899.
      expect(sheet.find((cell) => cell?.type !== null)).toEqual({ type: 'n', style: '3', value: '46460' })
    }
  })

  test('are workbooks too, with the same rows, of the own people only', async () => {
    const { app, tenant, manager, otherManager, learners } = await givenScene()
    for (const report of ['courses', 'learners', 'assignments']) {
      const take = async (by: GivenPerson, scope: string) => {
        const reply = await app.send(by, 'GET', `/api/${scope}/reports/${report}.xlsx`)
        expect(reply.status).toBe(200)
        return (await readWorkbook(reply.body)).rows
      }
      const csv = (await app.send(tenant.admin, 'GET', `/api/admin/reports/${report}.csv`)).body.toString('utf8')
      const all = await take(tenant.admin, 'admin')
      expect(all).toHaveLength(csv.trim().split('\r\n').length)
      expect(all[0]?.map((cell) => cell.value).join(',')).toBe(csv.slice(1).split('\r\n')[0])
      expect((await take(otherManager, 'manager')).length).toBeLessThanOrEqual(1)
      if (report === 'assignments') {
        const own = JSON.stringify(await take(manager, 'manager'))
        expect(own).toContain(learners[0]?.email)
        expect(own).not.toContain(learners[2]?.email)
        // A text stays a text, and a moment is a day and a time.
        expect(all[1]?.[2]).toMatchObject({ type: 'inlineStr', value: '=cmd|calc' })
        expect(all[1]?.[8]).toMatchObject({ type: 'n', style: '2' })
      }
    }
    expect((await app.send(learners[0] as GivenPerson, 'GET', '/api/admin/reports/courses.xlsx')).status).toBe(403)
    expect((await app.send(tenant.admin, 'GET', '/api/admin/reports/courses.xlsx?sort=nonsense')).status).toBe(422)
  })
})

test('the number of statements does not grow with the people', async () => {
  const { app, tenant } = await givenScene()
  const count = async () =>
    (
      await statementsOf(app.services.db, () =>
        app.call(tenant.admin, api.reports.admin.learners, { query: { limit: 100 } }),
      )
    ).length
  const few = await count()
  for (let i = 0; i < 20; i++) await givenPerson(app, tenant, {})
  expect(await count()).toBe(few)
  expect(few).toBeLessThanOrEqual(6)
})
