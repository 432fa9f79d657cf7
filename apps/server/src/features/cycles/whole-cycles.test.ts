import { api } from '@learnt/contract'
import type { Reset } from '@learnt/contract/cycles'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import {
  type GivenPublishedCourse,
  givenPublishedBundle,
  givenPublishedCourse,
  pageActivity,
} from '../../../test/given/courses.ts'
import { givenDocument, givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTenant,
} from '../../../test/given/people.ts'
import { features } from '../../app.ts'
import { testClock } from '../../platform/clock.ts'
import { startRounds } from '../../platform/jobs/rounds.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { emptyLearningPackage, learningPackageKind } from '../learning-packages/kind.ts'

const app = await testApp()

const yearly: Reset = { kind: 'timeframe', amount: 1, unit: 'year', opensBefore: 30, closesAfter: null, warnings: [] }

async function give(
  tenant: GivenTenant,
  person: GivenPerson,
  documentType: 'course' | 'pathway' | 'learningPackage',
  documentId: string,
) {
  const answer = await app.call(tenant.admin, api.permissions.assign, {
    params: { documentType, documentId },
    body: { selection: { by: 'ids', ids: [person.membershipId] }, due: { kind: 'after', days: 20 } },
  })
  expect(answer.problem).toBeNull()
}

function rowsOf(person: GivenPerson, documentId: string) {
  return app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      tx
        .selectFrom('assignments')
        .selectAll()
        .where('userId', '=', person.userId)
        .where('documentId', '=', documentId)
        .orderBy('cycle')
        .execute(),
    )
}

/** Sessions end while the clock moves on. */
async function as(person: GivenPerson) {
  return { token: await givenSession(app.services, person) }
}

async function view(person: GivenPerson, course: GivenPublishedCourse) {
  const answer = await app.call(await as(person), api.learning.progress, {
    params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
    body: { event: 'view' },
  })
  expect(answer.problem).toBeNull()
}

/** The server is down until this moment; then it does what it missed. */
async function runUntil(tenant: GivenTenant, at: string) {
  app.clock.set(at)
  const now = app.clock.now()
  const hasRun = async () => {
    const { rows } = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => sql`select from rollup_marks where name = 'cycles.begin' and folded_at >= ${now}`.execute(tx))
    return rows.length > 0
  }
  const running = startRounds(
    { ...app.services, clock: testClock(now) },
    features.rounds.filter((round) => round.name === 'cycles.begin'),
  )
  await expect.poll(hasRun, { timeout: 8000, interval: 10 }).toBe(true)
  await running.stop()
  await app.settle()
}

async function expectRightRollups(tenant: GivenTenant) {
  const none = { courses: 0, learners: 0, days: 0, learnerDays: 0, availability: 0, versions: 0, activities: 0 }
  expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(none)
}

it('a pathway begins anew by its own rule with all that was begun in it, and keeps the cycle before', async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  const tenant = await givenTenant(app)
  const [person, away] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
  const course = (title: string, reset?: Reset) =>
    givenPublishedCourse(app, tenant, { title, activities: [pageActivity()], ...(reset ? { reset } : {}) })
  const first = await course('First')
  const second = await course('Second', { ...yearly, amount: 3, opensBefore: 0 })
  const last = await course('Last')
  const bundle = await givenPublishedBundle(app, tenant, [first.courseId])
  const pathway = await givenPathway(app, tenant, {
    reset: yearly,
    sections: [
      pathwaySection([pathwayStep(bundle.courseId), pathwayStep(second.courseId), pathwayStep(last.courseId)]),
    ],
  })
  for (const one of [person, away]) await give(tenant, one, 'pathway', pathway.id)
  await view(person, first)
  await view(person, second)
  await view(person, last)
  await view(away, first)
  const own = async (of = person) => {
    const answer = await app.call(await as(of), api.pathways.own, { params: { documentId: pathway.id } })
    expect(answer.problem).toBeNull()
    return answer.body
  }
  expect(await own()).toMatchObject({ state: 'completed', cycle: { number: 1, validUntil: '2027-11-19' } })
  const before = await own()

  // Nobody else's, not before the window opens, and only once by two at once.
  const renew = async (of: GivenPerson) =>
    app.call(await as(of), api.cycles.renewPathway, { params: { pathwayId: pathway.id } })
  expect((await renew(person)).status).toBe(409)
  expect((await renew(await givenPerson(app, tenant))).status).toBe(404)
  app.clock.set('2027-11-01T09:00:00Z')
  expect((await renew(away)).status).toBe(409)
  const both = await Promise.all([renew(person), renew(person)])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
  const after = await own()
  expect(after).toMatchObject({
    state: 'notstarted',
    progress: 0,
    stepsDone: 0,
    cycle: { number: 2, validUntil: '2028-11-19' },
    earlierCycles: [{ number: 1, state: 'completed', completedAt: before.completedAt, validUntil: '2027-11-19' }],
  })
  expect(after.assignmentId).not.toBe(before.assignmentId)
  expect(after.sections[0]?.steps.map((step) => [step.state, step.progress])).toEqual([
    ['open', 0],
    ['locked', 0],
    ['locked', 0],
  ])
  // Each step keeps what was done; its own reset stays where it was.
  for (const id of [bundle.courseId, first.courseId, second.courseId, last.courseId])
    expect(await rowsOf(person, id)).toMatchObject([
      { state: 'completed', isActive: false },
      { state: 'notstarted', isActive: true, cycle: 1 },
    ])
  expect((await rowsOf(person, second.courseId)).map((row) => row.validUntil)).toEqual(['2029-11-19', null])
  expect((await rowsOf(person, second.courseId))[1]?.periodFrom).toBe('2026-11-20')

  // The job begins the others' when the time is over; a step that nobody began stays.
  await runUntil(tenant, '2027-11-24T09:00:00Z')
  expect((await rowsOf(person, pathway.id)).length).toBe(2)
  expect(await rowsOf(away, pathway.id)).toMatchObject([
    { state: 'inprogress', isActive: false, validUntil: null },
    { state: 'notstarted', isActive: true, periodFrom: '2027-11-20', dueDay: '2027-12-14' },
  ])
  expect(await rowsOf(away, first.courseId)).toMatchObject([{ state: 'completed' }, { dueDay: '2027-12-14' }])
  expect(await rowsOf(away, second.courseId)).toMatchObject([
    { state: 'notstarted', isActive: true, dueDay: '2027-12-14', waitsFor: bundle.courseId },
  ])

  // Done anew, the whole is finished anew; the cycle before does not move.
  for (const one of [first, second, last]) await view(person, one)
  expect(await own()).toMatchObject({ state: 'completed', cycle: { number: 2 } })
  expect((await rowsOf(person, pathway.id))[0]).toMatchObject({ state: 'completed', validUntil: '2027-11-19' })
  await app.settle()
  // The report has every cycle of it, each with its own figures, and the steps as they stood.
  const report = { token: await givenSession(app.services, tenant.admin) }
  const listed = await app.call(report, api.reports.admin.assignments, {
    query: { userId: person.userId, documentType: 'pathway', cycles: 'all', sort: 'assignedAt' },
  })
  expect(listed.body.items).toMatchObject([
    { cycle: 1, isCurrent: false, state: 'completed', documentType: 'pathway' },
    { cycle: 2, isCurrent: true, state: 'completed' },
  ])
  expect(listed.body.totals).toMatchObject({ assigned: 1, completed: 1 })
  const earlier = await app.call(report, api.reports.admin.assignment, {
    params: { userCourseId: before.assignmentId },
  })
  expect(earlier.body).toMatchObject({ isCurrent: false, state: 'completed' })
  expect(earlier.body.steps.map((step) => step.state)).toEqual(['completed', 'completed', 'completed'])
  expect(earlier.body.cycles.map((one) => one.number)).toEqual([2, 1])
  const { body: notices } = await app.call(await as(away), api.notifications.list)
  expect(notices.items.filter(({ kind }) => kind === 'cycleBegun')).toMatchObject([
    { params: { documentType: 'pathway', courseId: pathway.id } },
  ])
  await expectRightRollups(tenant)
})

it('a package and a bundle recur, also where a step is due on the same day, and a shared step moves no other whole', async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const every = { ...yearly, opensBefore: 0 }
  const shared = await givenPublishedCourse(app, tenant, { activities: [pageActivity()], reset: every })
  const other = await givenPublishedCourse(app, tenant, { activities: [pageActivity()] })
  const bundle = await givenPublishedBundle(app, tenant, [shared.courseId, other.courseId], { reset: every })
  const still = await givenPublishedBundle(app, tenant, [shared.courseId])
  const whole = await givenDocument(app, tenant, learningPackageKind, {
    ...emptyLearningPackage({ title: 'Package', category: '' }),
    items: [{ documentType: 'course', documentId: other.courseId, isRequired: true }],
    reset: { kind: 'fixedDate', month: 2, day: 29, opensBefore: 0, closesAfter: 10, warnings: [] },
  })
  await give(tenant, person, 'course', bundle.courseId)
  await give(tenant, person, 'course', still.courseId)
  await give(tenant, person, 'learningPackage', whole.id)
  for (const course of [shared, other]) await view(person, course)
  const untouched = await rowsOf(person, still.courseId)
  expect(untouched).toMatchObject([{ state: 'completed' }])

  await runUntil(tenant, '2027-02-28T09:00:00Z')
  expect(await rowsOf(person, whole.id)).toMatchObject([
    { state: 'completed', validUntil: '2027-02-27' },
    { state: 'notstarted', dueDay: '2027-03-10' },
  ])
  expect(await rowsOf(person, bundle.courseId)).toMatchObject([{ state: 'completed', isActive: true }])
  expect(await rowsOf(person, other.courseId)).toHaveLength(2)
  await view(person, other)
  expect((await rowsOf(person, whole.id))[1]).toMatchObject({ state: 'completed' })

  await runUntil(tenant, '2027-11-20T09:00:00Z')
  expect(await rowsOf(person, bundle.courseId)).toMatchObject([
    { state: 'completed', validUntil: '2027-11-19' },
    { state: 'notstarted', activitiesDone: 0 },
  ])
  // The course and the bundle around it are due on one day: one new cycle, not two.
  expect((await rowsOf(person, shared.courseId)).map((row) => row.periodFrom)).toEqual([null, '2027-11-20'])
  expect(await rowsOf(person, other.courseId)).toHaveLength(3)
  expect(await rowsOf(person, still.courseId)).toEqual(untouched)
  for (const course of [shared, other]) await view(person, course)
  expect((await rowsOf(person, bundle.courseId))[1]).toMatchObject({ state: 'completed' })
  expect((await rowsOf(person, whole.id)).map((row) => row.state)).toEqual(['completed', 'completed'])
  await expectRightRollups(tenant)
})
