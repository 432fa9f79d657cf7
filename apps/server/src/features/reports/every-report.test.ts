import { api } from '@learnt/contract'
import { type ReportName, reportLists, reportNames } from '@learnt/contract/report-lists'
import type { ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import {
  type GivenPublishedCourse,
  givenNewVersion,
  givenPublishedBundle,
  givenPublishedCourse,
  pageActivity,
} from '../../../test/given/courses.ts'
import { givenLearningPackage, givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { readWorkbook } from '../../../test/read-workbook.ts'
import { carryOver } from '../learning/commands/carry-over.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { unassignDocument } from '../permissions/commands/assign-document.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** The same numbers each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

interface Scene {
  tenant: GivenTenant
  manager: GivenPerson
  otherManager: GivenPerson
  people: GivenPerson[]
  courses: GivenPublishedCourse[]
  bundleId: string
  pathwayId: string
  packageId: string
}

/** Eight people, half of them the manager's, with two courses in a bundle, in a pathway, in a learning package. */
async function givenScene(): Promise<Scene> {
  const tenant = await givenTenant(app)
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const otherManager = await givenPerson(app, tenant, { roles: ['manager'] })
  const people: GivenPerson[] = []
  for (let n = 0; n < 8; n++)
    people.push(
      await givenPerson(app, tenant, {
        position: ['cook'],
        lastName: `Person ${n}`,
        ...(n % 2 ? { managers: [manager.userId] } : {}),
      }),
    )
  const courses = [
    await givenPublishedCourse(app, tenant, { title: '=Alpha', activities: [pageActivity(), pageActivity()] }),
    await givenPublishedCourse(app, tenant, { title: 'Beta', activities: [pageActivity(), pageActivity()] }),
  ]
  const bundle = await givenPublishedBundle(
    app,
    tenant,
    courses.map((one) => one.courseId),
    { title: 'Bundle' },
  )
  const pathway = await givenPathway(app, tenant, {
    title: 'Way',
    sections: [pathwaySection([pathwayStep(bundle.courseId)])],
  })
  const pack = await givenLearningPackage(app, tenant, [{ documentType: 'pathway', documentId: pathway.id }], 'All')
  const given = await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'learningPackage',
      documentId: pack.id,
      title: 'Cooks',
      rule: { rule: { position: ['cook'] } },
      due: { kind: 'after', days: 3 },
    },
  })
  expect(given.problem).toBeNull()
  await app.settle()
  return {
    ...{ tenant, manager, otherManager, people, courses },
    bundleId: bundle.courseId,
    pathwayId: pathway.id,
    packageId: pack.id,
  }
}

function record(
  person: GivenPerson,
  of: { assignmentId: string; activityId: string; state: ProgressState; score: number; back?: boolean },
) {
  const ctx = contextOf(app, person)
  return ctx.write((tx) =>
    recordProgress(ctx, tx, {
      assignmentId: of.assignmentId,
      activityId: of.activityId,
      state: of.state,
      progress: of.state === 'inprogress' ? of.score : 100,
      scorePercent: of.score > 40 ? of.score : null,
      secondsAdded: of.score,
      source: of.back ? 'recompute' : 'page',
    }),
  )
}

/** What the people did at random: of the first activity of each course, which every version has, and of the second. */
async function workAtRandom({ tenant, people, courses }: Scene): Promise<void> {
  const roll = dice(5)
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T
  const admin = contextOf(app, tenant.admin, ['admin'])
  const found = await app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('assignments').select(['id', 'userId', 'documentId']).execute())
  // The same in each run, whatever the ids.
  const rows = people.flatMap((person) =>
    courses.flatMap((course) =>
      found.filter((row) => row.userId === person.userId && row.documentId === course.courseId),
    ),
  )
  for (let n = 0; n < 60; n++) {
    const row = pick(rows)
    const course = courses.find((one) => one.courseId === row.documentId)
    const person = people.find((one) => one.userId === row.userId)
    if (!course || !person) throw new Error('No such assignment')
    await record(person, {
      assignmentId: row.id,
      activityId: pick(n < 30 ? course.activities : course.activities.slice(0, 1)).id,
      state: pick(['inprogress', 'completed', 'passed', 'failed']),
      score: roll(101),
      back: roll(5) === 0,
    })
    if (n === 30) {
      const [course] = courses
      const [section] = course?.content.sections ?? []
      if (!course || !section) throw new Error('No course')
      const activities = [...section.activities.slice(0, 1), pageActivity()]
      const next = await givenNewVersion(app, tenant, course, { sections: [{ ...section, activities }] })
      await admin.write((tx) =>
        carryOver(admin, tx, {
          course: { id: course.courseId, title: 'x', isBundle: false },
          fromVersionId: course.versionId,
          toVersionId: next.versionId,
          choice: 'finish',
        }),
      )
    }
  }
  const gone = people[0]
  await admin.write((tx) =>
    unassignDocument(admin, tx, { type: 'course', id: courses[1]?.courseId ?? '', title: 'x' }, [gone?.userId ?? '']),
  )
  await app.settle()
}

/** The same figures, counted row by row. */
async function countByHand({ tenant }: Scene, userIds: readonly string[] | null) {
  const rows = await app.services.db
    .tenant(tenant.tenantId)
    .read((tx) =>
      Promise.all([
        tx.selectFrom('assignments').selectAll().where('isActive', '=', true).execute(),
        tx.selectFrom('activityProgress').selectAll().where('state', '<>', 'notstarted').execute(),
        tx.selectFrom('documents').selectAll().execute(),
        tx.selectFrom('documentVersions').selectAll().execute(),
      ]),
    )
  const [assignments, did, documents, versions] = rows
  const given = assignments.filter(
    (one) => !(one.isOptional && one.state === 'notstarted') && (!userIds || userIds.includes(one.userId)),
  )
  const isDone = (state: string) => state === 'completed' || state === 'passed'
  const mean = (values: number[]) =>
    values.length === 0 ? null : Math.round((10 * values.reduce((sum, value) => sum + value, 0)) / values.length) / 10
  const containers = documents
    .filter((one) => one.isBundle || one.type === 'pathway' || one.type === 'learningPackage')
    .map((document) => {
      const of = given.filter((one) => one.documentId === document.id)
      return {
        id: document.id,
        assigned: of.length,
        notStarted: of.filter((one) => one.state === 'notstarted').length,
        inProgress: of.filter((one) => one.state === 'inprogress').length,
        completed: of.filter((one) => isDone(one.state)).length,
        averageProgress: mean(of.map((one) => one.progress)),
      }
    })
  const activities = new Map<string, object>()
  for (const version of versions) {
    const document = documents.find((one) => one.id === version.documentId)
    if (document?.type !== 'course' || document.isBundle || version.number === null) continue
    const content = version.content as GivenPublishedCourse['content']
    for (const { id } of content.sections.flatMap((section) => section.activities)) {
      const onIt = given.filter(
        (one) =>
          one.documentId === document.id &&
          versions.some(
            (other) =>
              other.id === (one.versionId ?? document.publishedVersionId) &&
              (other.content as typeof content).sections.some((section) =>
                section.activities.some((activity) => activity.id === id),
              ),
          ),
      )
      if (onIt.length === 0 && (userIds || version.id !== document.publishedVersionId)) continue
      const work = did.filter((one) => one.activityId === id && onIt.some((row) => row.id === one.assignmentId))
      const count = (states: readonly string[]) => work.filter((one) => states.includes(one.state)).length
      activities.set(id, {
        id,
        assigned: onIt.length,
        notStarted: onIt.length - work.length,
        started: work.length,
        inProgress: count(['inprogress']),
        completed: count(['completed', 'passed']),
        passed: count(['passed']),
        failed: count(['failed']),
        averageScore: mean(work.flatMap((one) => (one.score === null ? [] : [one.score]))),
        averageSeconds: work.length ? Math.round(work.reduce((sum, one) => sum + one.seconds, 0) / work.length) : null,
      })
    }
  }
  return { containers: byId(containers), activities: byId([...activities.values()] as { id: string }[]) }
}

function byId<T extends { id: string }>(rows: T[]): T[] {
  return rows.toSorted((one, other) => one.id.localeCompare(other.id))
}

/** Those fields of the rows that the count by hand has. */
function like<T extends { id: string }>(expected: T[], rows: { id: string }[]): unknown[] {
  const keys = Object.keys(expected[0] ?? {})
  return byId(rows).map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key))))
}

describe('the reports of bundles, pathways and activities', () => {
  it('say what a count row by row says, to administrators and to managers of their own people', async () => {
    const scene = await givenScene()
    const { tenant, manager, otherManager, people, courses } = scene
    await workAtRandom(scene)
    for (const [who, by, own] of [
      ['admin', tenant.admin, null],
      ['manager', manager, people.filter((_, n) => n % 2).map((one) => one.userId)],
    ] as const) {
      const expected = await countByHand(scene, own)
      const query = { limit: 100 }
      const { bundles, pathways, activities } = api.reports[who]
      const replies = [
        await app.call(by, bundles, { query }),
        await app.call(by, pathways, { query }),
        await app.call(by, activities, { query }),
      ] as const
      for (const reply of replies) expect(reply.problem).toBeNull()
      const [one, other, last] = replies
      const containers = [...one.body.items, ...other.body.items].map((row) => ({ ...row, id: row.documentId }))
      expect(like(expected.containers, containers)).toEqual(expected.containers)
      expect(other.body.items.map((row) => row.type)).toEqual(['pathway', 'learningPackage'])
      const rows = last.body.items.map((row) => ({ ...row, id: row.activityId }))
      expect(like(expected.activities, rows)).toEqual(expected.activities)
      // Of three activities of the first course one is only in its earlier version.
      expect(last.body.items.filter((row) => !row.isCurrent).map((row) => row.courseId)).toEqual([courses[0]?.courseId])
      for (const row of last.body.items) {
        const behind = await app.call(by, api.reports[who].activityPeople, { params: { activityId: row.activityId } })
        expect(behind.body.total).toBe(row.assigned)
        expect(behind.body.items.filter((person) => person.state === 'failed')).toHaveLength(row.failed)
      }
      const people100 = await app.call(by, api.reports[who].assignments, {
        query: { ...query, documentId: scene.pathwayId },
      })
      expect(people100.body.total).toBe(other.body.items[0]?.assigned)
      expect(people100.body.items[0]?.documentType).toBe('pathway')
    }
    for (const name of ['bundles', 'pathways', 'activities'] as const)
      expect((await app.call(otherManager, api.reports.manager[name])).body).toMatchObject({ items: [], total: 0 })
    const [activity] = courses[0]?.activities ?? []
    const nobody = await app.call(otherManager, api.reports.manager.activityPeople, {
      params: { activityId: activity?.id ?? '' },
    })
    expect(nobody.status).toBe(404)
    const foreign = await givenTenant(app)
    for (const name of ['bundles', 'pathways', 'activities'] as const)
      expect((await app.call(foreign.admin, api.reports.admin[name])).body).toMatchObject({ items: [], total: 0 })
  })

  it('can be searched, narrowed and sorted by every key without losing a row', async () => {
    const scene = await givenScene()
    await workAtRandom(scene)
    const { tenant } = scene
    const sorts = {
      bundles: ['title', 'category', 'createdAt', 'assigned', 'averageProgress', 'completionRate', 'overdue'],
      pathways: ['type', 'title', 'createdAt', 'averageScore', 'seconds'],
      activities: ['courseTitle', 'title', 'type', 'started', 'passed', 'averageScore', 'averageSeconds'],
    } as const
    for (const name of ['bundles', 'pathways', 'activities'] as const)
      for (const sort of sorts[name])
        for (const direction of ['asc', 'desc'] as const) {
          const seen: string[] = []
          let cursor: string | undefined
          let total = 0
          do {
            const { body, problem } = await app.call(tenant.admin, api.reports.admin[name] as never, {
              query: { sort, direction, limit: 2, ...(cursor ? { cursor } : {}) } as never,
            })
            expect(problem).toBeNull()
            const page = body as {
              items: { documentId?: string; activityId?: string }[]
              next: string | null
              total: number
            }
            seen.push(...page.items.map((row) => row.documentId ?? row.activityId ?? ''))
            total = page.total
            cursor = page.next ?? undefined
          } while (cursor)
          expect([new Set(seen).size, seen.length], `${name} by ${sort}`).toEqual([total, total])
        }
    const { bundles, pathways, activities } = api.reports.admin
    const found = async (query: object) => (await app.call(tenant.admin, activities, { query })).body.total
    expect([await found({ search: 'beta' }), await found({ search: '%' })]).toEqual([2, 0])
    expect(await found({ kind: ['scorm'] })).toBe(0)
    expect(await found({ courseId: scene.courses[0]?.courseId })).toBe(3)
    expect(await found({ having: 'failed' })).toBeLessThan(await found({}))
    const packs = await app.call(tenant.admin, pathways, { query: { type: ['learningPackage'] } })
    expect(packs.body.items.map((row) => row.title)).toEqual(['All'])
    expect((await app.call(tenant.admin, bundles, { query: { search: 'nothing' } })).body.total).toBe(0)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`select control.change_tenant_settings('{"features": {"learningPackages": false}}', now())`.execute(tx),
      )
    const without = await app.call(tenant.admin, pathways)
    expect(without.body.items.map((row) => row.title)).toEqual(['Way'])
    expect((await app.call(tenant.admin, activities, { query: { sort: 'nonsense' as never } })).status).toBe(422)
  })

  it('lead to the person’s steps, answers and statements, and to nobody else’s', async () => {
    const scene = await givenScene()
    const { tenant, manager, otherManager, people, courses } = scene
    const person = people[1] as GivenPerson
    const assignmentOf = async (documentId: string) => {
      const { body } = await app.call(tenant.admin, api.reports.admin.assignments, { query: { documentId } })
      return body.items.find((row) => row.userId === person.userId)?.userCourseId ?? ''
    }
    const courseId = courses[0]?.courseId ?? ''
    const work = await assignmentOf(courseId)
    for (const activity of courses[0]?.activities ?? [])
      await record(person, { assignmentId: work, activityId: activity.id, state: 'completed', score: 90 })
    await app.settle()
    const { assignment, statements } = api.reports.manager
    const params = { userCourseId: await assignmentOf(scene.bundleId) }
    const bundle = await app.call(manager, assignment, { params })
    expect(bundle.body.steps.map((step) => [step.title, step.state, step.userCourseId === work])).toEqual([
      ['=Alpha', 'completed', true],
      ['Beta', 'notstarted', false],
    ])
    const pack = await app.call(manager, assignment, { params: { userCourseId: await assignmentOf(scene.packageId) } })
    expect(pack.body).toMatchObject({ documentType: 'learningPackage', activities: [], steps: [{ title: 'Way' }] })
    const first = await app.call(manager, statements, { params: { userCourseId: work }, query: { limit: 2 } })
    expect(first.body.items.map((one) => one.verb)).toEqual(['completed', 'completed'])
    const rest = await app.call(manager, statements, {
      params: { userCourseId: work },
      query: { limit: 100, cursor: first.body.next ?? '' },
    })
    expect(rest.body.items.length).toBeGreaterThan(1)
    expect(rest.body.items.at(-1)).toMatchObject({ verb: 'initialized' })
    for (const [by, status] of [
      [otherManager, 404],
      [person, 403],
      [stranger, 401],
    ] as const) {
      expect((await app.call(by, assignment, { params })).status).toBe(status)
      expect((await app.call(by, statements, { params: { userCourseId: work } })).status).toBe(status)
    }
  })
})

describe('every report', () => {
  it('comes as a file of each format, with the rows of the list and no cell that a spreadsheet would compute', async () => {
    const scene = await givenScene()
    await workAtRandom(scene)
    const { tenant, manager, otherManager, courses } = scene
    for (const name of reportNames) {
      const address = (who: string, format: string) =>
        `/api/${who}/reports/${reportLists[name].path.replace(':activityId', courses[0]?.activities[0]?.id ?? '')}${format}`
      const list = await app.send(tenant.admin, 'GET', `${address('admin', '')}?limit=1`)
      const { total } = JSON.parse(list.body.toString('utf8')) as { total: number }
      expect(total).toBeGreaterThan(0)
      const csv = await app.send(tenant.admin, 'GET', address('admin', '.csv'))
      const text = csv.body.toString('utf8')
      expect(text.trim().split('\r\n')).toHaveLength(total + 1)
      expect(text).not.toMatch(/(^|,)=/m)
      expect(csv.headers['content-disposition']).toContain(`${reportLists[name].file}.csv`)
      const sheet = await readWorkbook((await app.send(tenant.admin, 'GET', address('admin', '.xlsx'))).body)
      expect(sheet.rows).toHaveLength(total + 1)
      const own = await app.send(manager, 'GET', address('manager', '.csv'))
      expect(own.body.toString('utf8').trim().split('\r\n').length).toBeGreaterThan(1)
      const none = await app.send(otherManager, 'GET', address('manager', '.csv'))
      if (name === 'activityPeople') expect(none.status).toBe(404)
      else expect(none.body.toString('utf8').trim().split('\r\n')).toHaveLength(1)
      expect((await app.send(manager, 'GET', address('admin', '.csv'))).status).toBe(403)
    }
  })

  it('takes as many statements for many people and courses as for few', async () => {
    const { tenant, manager, people, courses } = await givenScene()
    const activityId = courses[0]?.activities[0]?.id ?? ''
    const count = async (by: GivenPerson, who: 'admin' | 'manager') => {
      const found: Partial<Record<ReportName, number>> = {}
      for (const name of reportNames)
        found[name] = (
          await statementsOf(app.services.db, () =>
            app.call(
              by,
              api.reports[who][name] as never,
              {
                query: { limit: 100 },
                ...(name === 'activityPeople' ? { params: { activityId } } : {}),
              } as never,
            ),
          )
        ).length
      return found
    }
    const few = [await count(tenant.admin, 'admin'), await count(manager, 'manager')]
    for (let n = 0; n < 5; n++) {
      const course = await givenPublishedCourse(app, tenant)
      for (const person of people) await givenAssignment(app, person, course.courseId)
    }
    await app.settle()
    expect([await count(tenant.admin, 'admin'), await count(manager, 'manager')]).toEqual(few)
    expect(Math.max(...few.flatMap((one) => Object.values(one)))).toBeLessThanOrEqual(10)
  })
})
