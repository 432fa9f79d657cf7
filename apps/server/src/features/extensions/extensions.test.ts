import { api } from '@learnt/contract'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenPublishedBundle, givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'

const app = await testApp()
const inZone = '2026-11-20T09:00:00Z'

async function givenScene(people = 1) {
  app.clock.set(inZone)
  const tenant = await givenTenant(app)
  const manager = await givenPerson(app, tenant, {
    roles: ['learner', 'manager'],
    firstName: 'Mia',
    lastName: 'Manager',
  })
  const learners: GivenPerson[] = []
  for (let i = 0; i < people; i++) learners.push(await givenPerson(app, tenant, { managers: [manager.userId] }))
  const course = await givenPublishedCourse(app, tenant, { title: 'Safety', activities: [pageActivity()] })
  const answer = await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: course.courseId,
      title: 'All',
      rule: { rule: {}, groups: [], everyone: true, audiences: [] },
      due: { kind: 'after', days: 10 },
    },
  })
  expect(answer.problem).toBeNull()
  return { tenant, manager, learners, learner: learners[0] as GivenPerson, course, permissionId: answer.body.id }
}

async function standing(person: GivenPerson, documentId: string) {
  return app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      tx
        .selectFrom('assignments')
        .select(['id', 'dueDay'])
        .where('userId', '=', person.userId)
        .where('documentId', '=', documentId)
        .executeTakeFirstOrThrow(),
    )
}

const extend = (caller: { token: string }, assignmentIds: string[], day: string, reason = 'Was away') =>
  app.call(caller, api.extensions.extend, { body: { assignmentIds, day, reason } })

function changeDue(tenant: GivenTenant, permissionId: string, days: number) {
  return app.call(tenant.admin, api.permissions.update, {
    params: { permissionId },
    body: { due: { kind: 'after', days } },
  })
}

describe('extensions', () => {
  it('give one person a later date, which the person sees with its reason', async () => {
    const { manager, learners, learner, course, tenant } = await givenScene(2)
    const { id, dueDay } = await standing(learner, course.courseId)
    expect(dueDay).toBe('2026-11-30')
    const statements = await statementsOf(app.services.db, async () =>
      expect((await extend(manager, [id], '2026-12-24', 'Ill <b>at home</b>')).body).toEqual({
        extended: 1,
        refused: [],
      }),
    )
    expect(statements.length).toBeLessThanOrEqual(14)
    expect((await standing(learner, course.courseId)).dueDay).toBe('2026-12-24')
    expect((await standing(learners[1] as GivenPerson, course.courseId)).dueDay).toBe('2026-11-30')
    const own = await app.call(learner, api.learning.course, { params: { userCourseId: course.courseId } })
    expect(own.body.extension).toMatchObject({ fromDay: '2026-11-30', by: 'Mia Manager', reason: 'Ill <b>at home</b>' })
    expect(own.body.dueAt).toBe(own.body.extension?.dueAt)
    await app.settle()
    const notices = await app.call(learner, api.notifications.list)
    expect(notices.body.items.find((one) => one.kind === 'dueExtended')).toMatchObject({
      kind: 'dueExtended',
      params: { title: 'Safety', name: 'Mia Manager', dueDay: '2026-12-24', reason: 'Ill <b>at home</b>' },
    })
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'extensions.extend' } })
    expect(log.body.items[0]).toMatchObject({ actorId: manager.userId, subjectTitle: 'Safety' })
    const report = await app.call(manager, api.reports.manager.assignment, { params: { userCourseId: id } })
    expect(report.body.extension).toMatchObject({ by: 'Mia Manager' })
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

  it('hold while they are later than what the rule says', async () => {
    const { tenant, manager, learner, course, permissionId } = await givenScene()
    const { id } = await standing(learner, course.courseId)
    await extend(manager, [id], '2026-12-10')
    await changeDue(tenant, permissionId, 5)
    expect((await standing(learner, course.courseId)).dueDay).toBe('2026-12-10')
    await changeDue(tenant, permissionId, 30)
    expect((await standing(learner, course.courseId)).dueDay).toBe('2026-12-20')
    expect(
      (await app.call(learner, api.learning.course, { params: { userCourseId: course.courseId } })).body.extension,
    ).toBeNull()
    await changeDue(tenant, permissionId, 10)
    expect((await standing(learner, course.courseId)).dueDay).toBe('2026-12-10')
    // A shorter one after a longer one corrects it.
    await extend(manager, [id], '2026-12-05')
    expect((await standing(learner, course.courseId)).dueDay).toBe('2026-12-05')
  })

  it('are for managers of the person and administrators alone', async () => {
    const { tenant, learner, course } = await givenScene()
    const [other, foreign] = [await givenPerson(app, tenant, { roles: ['learner', 'manager'] }), await givenTenant(app)]
    const teamAdmin = await givenPerson(app, tenant, { roles: ['admin'], teamId: await givenTeam(app, tenant) })
    const { id } = await standing(learner, course.courseId)
    const notFound = { extended: 0, refused: [{ assignmentId: id, reason: 'notFound', name: '', title: '' }] }
    for (const caller of [other, foreign.admin, teamAdmin])
      expect((await extend(caller, [id], '2026-12-24')).body).toEqual(notFound)
    expect((await extend(learner, [id], '2026-12-24')).status).toBe(403)
    expect((await standing(learner, course.courseId)).dueDay).toBe('2026-11-30')
    // Nobody extends their own.
    const own = await standing(tenant.admin, course.courseId)
    expect((await extend(tenant.admin, [own.id], '2026-12-24')).body.refused).toMatchObject([{ reason: 'notFound' }])
    expect((await extend(tenant.admin, [id], '2026-12-24')).body.extended).toBe(1)
  })

  it('extend many at once, say which not and why, and refuse what makes no sense', async () => {
    const { manager, learners, course, tenant } = await givenScene(3)
    const ids = await Promise.all(learners.map(async (one) => (await standing(one, course.courseId)).id))
    const done = learners[2] as GivenPerson
    await app.call(done, api.learning.progress, {
      params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
      body: { event: 'view' },
    })
    const answer = await extend(manager, ids, '2026-12-24')
    expect(answer.body).toMatchObject({ extended: 2, refused: [{ reason: 'done', title: 'Safety' }] })
    expect((await extend(manager, ids.slice(0, 2), '2026-11-25')).body.refused.map((one) => one.reason)).toEqual([
      'notLater',
      'notLater',
    ])
    const errors = async (day: string, reason: string) =>
      (await extend(manager, ids, day, reason)).problem?.errors?.map((one) => one.path)
    expect(await errors('2026-11-19', 'Was away')).toEqual(['body.day'])
    expect(await errors('2026-12-31', ' ')).toEqual(['body.reason'])
    // Two at once: both are kept, and the last one counts.
    const first = ids[0] ?? ''
    await Promise.all([extend(manager, [first], '2027-01-10'), extend(tenant.admin, [first], '2027-01-20')])
    const rows = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx
          .selectFrom('dueExtensions')
          .select(['toDay', 'fromDay'])
          .where('assignmentId', '=', first)
          .orderBy('extendedAt')
          .orderBy('id')
          .execute(),
      )
    expect(
      rows
        .slice(1)
        .map((row) => row.toDay)
        .sort(),
    ).toEqual(['2027-01-10', '2027-01-20'])
    expect((await standing(learners[0] as GivenPerson, course.courseId)).dueDay).toBe(rows.at(-1)?.toDay)
  })

  it('of a bundle extend its courses, and move with a leave', async () => {
    app.clock.set(inZone)
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant, { title: 'Part', activities: [pageActivity()] })
    const bundle = await givenPublishedBundle(app, tenant, [course.courseId], { title: 'Bundle' })
    await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: bundle.courseId,
        title: 'All',
        rule: { rule: {}, groups: [], everyone: true, audiences: [] },
        due: { kind: 'after', days: 10 },
      },
    })
    await extend(tenant.admin, [(await standing(learner, bundle.courseId)).id], '2026-12-24')
    expect((await standing(learner, course.courseId)).dueDay).toBe('2026-12-24')
    const status = (next: 'sick leave' | 'active') =>
      app.call(tenant.admin, api.members.update, { params: { userId: learner.userId }, body: { status: next } })
    await status('sick leave')
    app.clock.set('2026-11-20T20:00:00Z')
    await status('active')
    expect((await standing(learner, bundle.courseId)).dueDay).toBe('2026-12-24')
  })
})
