import { api } from '@learnt/contract'
import type { Due } from '@learnt/contract/permissions'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import {
  type GivenPublishedCourse,
  givenPublishedBundle,
  givenPublishedCourse,
  pageActivity,
} from '../../../test/given/courses.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTenant,
} from '../../../test/given/people.ts'
import { greet } from '../sessions/commands/greet.ts'

const app = await testApp()
const day = 86_400_000
/** The clock of the tests stands at this day, at 9 in the morning. */
const today = '2026-11-20'

const givenCourse = (tenant: GivenTenant, title: string) =>
  givenPublishedCourse(app, tenant, { title, activities: [pageActivity()] })

const everyone = { rule: {}, groups: [], everyone: true, audiences: [] }

async function rule(tenant: GivenTenant, documentId: string, due: Due) {
  return app.call(tenant.admin, api.permissions.create, {
    body: { documentType: 'course', documentId, title: 'All', rule: everyone, due },
  })
}

/** The last day on which the person is in time; null: no date. */
async function dueDay(person: GivenPerson, documentId: string): Promise<string | null> {
  const row = await app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      tx
        .selectFrom('assignments')
        .select('dueDay')
        .where('userId', '=', person.userId)
        .where('documentId', '=', documentId)
        .executeTakeFirstOrThrow(),
    )
  return row.dueDay
}

/** What every way to sign in does. */
async function signIn(person: GivenPerson) {
  await app.services.db
    .tenant(person.tenantId)
    .write((tx) => greet({ now: app.services.clock.now() }, tx, person.membershipId))
  await app.settle()
}

async function finish(person: GivenPerson, course: GivenPublishedCourse) {
  const answer = await app.call(person, api.learning.progress, {
    params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
    body: { event: 'view' },
  })
  expect(answer.problem).toBeNull()
  await app.settle()
}

async function change(tenant: GivenTenant, person: GivenPerson, fields: Record<string, unknown>) {
  const answer = await app.call(tenant.admin, api.members.update, {
    params: { userId: person.userId },
    body: fields,
  })
  expect(answer.problem).toBeNull()
}

describe('due dates', () => {
  it('count from the first sign-in, once it happens, and only for people who sign in', async () => {
    app.clock.set(`${today}T09:00:00Z`)
    const tenant = await givenTenant(app)
    const [person, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const [a, b] = [await givenCourse(tenant, 'A'), await givenCourse(tenant, 'B')]
    const bundle = await givenPublishedBundle(app, tenant, [b.courseId], { title: 'Bundle' })
    for (const id of [a.courseId, bundle.courseId])
      expect((await rule(tenant, id, { kind: 'signIn', days: 14 })).problem).toBeNull()
    expect(await dueDay(person, a.courseId)).toBeNull()
    app.clock.advance(3 * day)
    const statements = await statementsOf(app.services.db, async () => {
      await app.services.db
        .tenant(tenant.tenantId)
        .write((tx) => greet({ now: app.services.clock.now() }, tx, person.membershipId))
    })
    expect(statements.length).toBeLessThanOrEqual(2)
    await app.settle()
    expect(await dueDay(person, a.courseId)).toBe('2026-12-07')
    // A bundle's courses are due as it is.
    expect(await dueDay(person, b.courseId)).toBe('2026-12-07')
    expect(await dueDay(other, a.courseId)).toBeNull()
    // The second sign-in changes nothing.
    app.clock.advance(3 * day)
    await signIn(person)
    expect(await dueDay(person, a.courseId)).toBe('2026-12-07')
  })

  it('never count from before it was given', async () => {
    app.clock.set(`${today}T09:00:00Z`)
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, {
      firstSignedInAt: new Date('2020-01-01T00:00:00Z'),
      createdAt: new Date('2020-01-01T00:00:00Z'),
    })
    const [a, b] = [await givenCourse(tenant, 'A'), await givenCourse(tenant, 'B')]
    await rule(tenant, a.courseId, { kind: 'signIn', days: 14 })
    await rule(tenant, b.courseId, { kind: 'field', field: 'createdAt', days: 10 })
    expect(await dueDay(person, a.courseId)).toBe('2026-12-04')
    expect(await dueDay(person, b.courseId)).toBe('2026-11-30')
  })

  it('count from a date of the person, and follow it when it is changed', async () => {
    app.clock.set(`${today}T09:00:00Z`)
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const course = await givenCourse(tenant, 'Hand-over')
    await rule(tenant, course.courseId, { kind: 'field', field: 'terminationDate', days: -5 })
    expect(await dueDay(person, course.courseId)).toBeNull()
    await change(tenant, person, { terminationDate: '2027-01-31' })
    expect(await dueDay(person, course.courseId)).toBe('2027-01-26')
    await change(tenant, person, { terminationDate: '2027-02-28' })
    expect(await dueDay(person, course.courseId)).toBe('2027-02-23')
    // On leave the days stand still, and come on top on the return.
    await change(tenant, person, { status: 'sick leave' })
    app.clock.advance(10 * day)
    const later = { ...tenant, admin: { ...tenant.admin, token: await givenSession(app.services, tenant.admin) } }
    await change(later, person, { status: 'active' })
    expect(await dueDay(person, course.courseId)).toBe('2027-03-05')
    await change(later, person, { terminationDate: null })
    expect(await dueDay(person, course.courseId)).toBeNull()
  })

  it('count from the end of another document, a bundle too', async () => {
    app.clock.set(`${today}T09:00:00Z`)
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const [first, second, third] = [
      await givenCourse(tenant, 'First'),
      await givenCourse(tenant, 'Second'),
      await givenCourse(tenant, 'Third'),
    ]
    const bundle = await givenPublishedBundle(app, tenant, [first.courseId], { title: 'Bundle' })
    await rule(tenant, bundle.courseId, { kind: 'none' })
    await rule(tenant, second.courseId, { kind: 'finish', documentId: first.courseId, days: 7 })
    await rule(tenant, third.courseId, { kind: 'finish', documentId: bundle.courseId, days: 9 })
    expect(await dueDay(person, second.courseId)).toBeNull()
    await finish(person, first)
    expect(await dueDay(person, second.courseId)).toBe('2026-11-27')
    expect(await dueDay(person, third.courseId)).toBe('2026-11-29')
    // A rule that is changed looks at what happened before.
    const { body } = await app.call(tenant.admin, api.permissions.list, { query: { documentId: second.courseId } })
    expect(body.items[0]).toMatchObject({ dueDocument: { id: first.courseId, title: 'First' } })
    await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: body.items[0]?.id ?? '' },
      body: { due: { kind: 'finish', documentId: first.courseId, days: 3 } },
    })
    expect(await dueDay(person, second.courseId)).toBe('2026-11-23')
  })

  it('are refused where there is nothing to count from', async () => {
    const [tenant, foreign] = [await givenTenant(app), await givenTenant(app)]
    const [course, theirs] = [await givenCourse(tenant, 'Ours'), await givenCourse(foreign, 'Theirs')]
    const errorsOf = async (due: unknown) =>
      (await rule(tenant, course.courseId, due as Due)).problem?.errors?.map((one) => one.path)
    expect(await errorsOf({ kind: 'finish', documentId: theirs.courseId, days: 3 })).toEqual(['body.due.documentId'])
    expect(await errorsOf({ kind: 'finish', documentId: course.courseId, days: 3 })).toEqual(['body.due.documentId'])
    expect(await errorsOf({ kind: 'field', field: 'dob', days: 3 })).toEqual(['body.due.field'])
    expect(await errorsOf({ kind: 'field', field: 'createdAt', days: 0 })).toEqual(['body.due.days'])
    expect(await errorsOf({ kind: 'signIn', days: 4000 })).toEqual(['body.due.days'])
    const learner = await givenPerson(app, tenant)
    expect(
      (
        await app.call(learner, api.permissions.create, {
          body: {
            documentType: 'course',
            documentId: course.courseId,
            title: 'All',
            rule: everyone,
            due: { kind: 'signIn', days: 3 },
          },
        })
      ).status,
    ).toBe(403)
  })
})
