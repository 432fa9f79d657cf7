import { api } from '@learnt/contract'
import type { CourseContent } from '@learnt/contract/courses'
import { noReset, type Reset } from '@learnt/contract/cycles'
import type { MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenPublishedBundle, givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
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
import { recordProgress } from '../learning/commands/record-progress.ts'
import { reevaluateMembers } from '../permissions/commands/reevaluate-members.ts'

const app = await testApp()

const yearly: Reset = { kind: 'timeframe', amount: 1, unit: 'year', opensBefore: 0, closesAfter: null, warnings: [] }
const leapDay: Reset = { kind: 'fixedDate', month: 2, day: 29, opensBefore: 0, closesAfter: null, warnings: [] }

/** A tenant in which nurses have a course with this reset. */
async function aCourse(reset: Reset, settings: Record<string, unknown> = {}, content: Partial<CourseContent> = {}) {
  const tenant = await givenTenant(app, { settings })
  const [first, second] = [pageActivity(), pageActivity()]
  const course = await givenPublishedCourse(app, tenant, { activities: [first, second], reset, ...content })
  const permission = await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: course.courseId,
      title: 'Nurses',
      rule: { rule: { position: ['Nurse'] } },
      due: { kind: 'after', days: 30 },
    },
  })
  expect(permission.problem).toBeNull()
  /** A nurse who has it from now on. */
  const nurse = async (of: { status?: MembershipStatus } = {}): Promise<GivenPerson> => {
    const person = await givenPerson(app, tenant, { position: ['Nurse'] })
    await change(person, { position: ['Nurse'] })
    if (of.status) await change(person, { status: of.status })
    return person
  }
  return { tenant, course, steps: [first.id, second.id] as const, nurse }
}

async function change(person: GivenPerson, fields: { position?: string[]; status?: MembershipStatus }) {
  const ctx = contextOf(app, person)
  await ctx.write(async (tx) => {
    await tx.updateTable('memberships').set(fields).where('id', '=', person.membershipId).execute()
    await reevaluateMembers(ctx, tx, [person.membershipId], Object.keys(fields))
  })
}

function record(
  person: GivenPerson,
  assignmentId: string,
  activityId: string,
  state: 'completed' | 'failed' = 'completed',
) {
  const ctx = contextOf(app, person)
  return ctx.write((tx) =>
    recordProgress(ctx, tx, {
      assignmentId,
      activityId,
      state,
      progress: 100,
      scorePercent: 80,
      secondsAdded: 0,
      source: 'page',
    }),
  )
}

function rowsOf(person: GivenPerson, courseId?: string) {
  return app.services.db.tenant(person.tenantId).read((tx) =>
    tx
      .selectFrom('assignments')
      .selectAll()
      .where('userId', '=', person.userId)
      .$if(courseId !== undefined, (query) => query.where('documentId', '=', courseId ?? ''))
      .orderBy('cycle')
      .execute(),
  )
}

async function currentOf(person: GivenPerson): Promise<string> {
  return (await rowsOf(person)).at(-1)?.id ?? ''
}

/** Runs the regular job in a process of its own with another clock, until this is so. */
async function whileRunning(at: Date, isSo: () => Promise<boolean>, processes = 1) {
  const services = { ...app.services, clock: testClock(at) }
  const rounds = features.rounds.filter((round) => round.name === 'cycles.begin')
  const running = Array.from({ length: processes }, () => startRounds(services, rounds))
  await expect.poll(isSo, { timeout: 8000, interval: 10 }).toBe(true)
  await Promise.all(running.map((one) => one.stop()))
}

async function hasBegunAt(tenant: GivenTenant, at: Date): Promise<boolean> {
  const { rows } = await app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => sql`select from rollup_marks where name = 'cycles.begin' and folded_at >= ${at}`.execute(tx))
  return rows.length > 0
}

async function runUntil(tenant: GivenTenant, at: Date | string, processes = 1) {
  app.clock.set(at)
  const now = app.clock.now()
  await whileRunning(now, () => hasBegunAt(tenant, now), processes)
}

async function expectRightRollups(tenant: GivenTenant) {
  const none = { courses: 0, learners: 0, days: 0, learnerDays: 0, availability: 0, versions: 0, activities: 0 }
  expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(none)
}

function noticesOf(person: GivenPerson) {
  return app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      Promise.all([
        tx
          .selectFrom('notifications')
          .select(['kind', 'params'])
          .where('userId', '=', person.userId)
          .where('kind', 'like', 'cycle%')
          .orderBy('createdAt')
          .execute(),
        tx
          .selectFrom('mails')
          .select(['kind', 'subject'])
          .where('userId', '=', person.userId)
          .where('kind', 'like', 'cycle%')
          .orderBy('createdAt')
          .execute(),
      ]),
    )
}

describe('a reset', () => {
  it('after a time keeps the history of people in every state, when the server was down on the day', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, steps, nurse } = await aCourse(yearly)
    const [notStarted, underWay, finished, failed, away] = [
      await nurse(),
      await nurse(),
      await nurse(),
      await nurse(),
      await nurse(),
    ]
    await record(underWay, await currentOf(underWay), steps[0])
    for (const step of steps) await record(finished, await currentOf(finished), step)
    for (const step of steps) await record(failed, await currentOf(failed), step, 'failed')
    await change(away, { status: 'sick leave' })
    app.clock.set('2027-03-01T09:00:00Z')
    const late = await nurse()
    const suspended = await nurse({ status: 'inactive' })

    // Nothing runs on 20 November 2027; the server starts again four days later.
    await runUntil(tenant, '2027-11-24T06:00:00Z')
    for (const [person, state] of [
      [notStarted, 'notstarted'],
      [underWay, 'inprogress'],
      [finished, 'completed'],
      [failed, 'failed'],
    ] as const) {
      const [earlier, current, ...more] = await rowsOf(person)
      expect(earlier).toMatchObject({ state, isActive: false, endedAt: app.clock.now() })
      expect(current).toMatchObject({
        state: 'notstarted',
        isActive: true,
        periodFrom: '2027-11-20',
        dueDay: '2027-12-24',
        cycleReason: 'reset',
      })
      expect(more).toEqual([])
    }
    expect((await rowsOf(finished))[0]).toMatchObject({ score: 80, validUntil: '2027-11-19', progress: 100 })
    expect((await rowsOf(underWay))[0]?.validUntil).toBeNull()
    for (const person of [away, late, suspended]) expect(await rowsOf(person)).toHaveLength(1)

    // A person who was on leave is caught up at once when they are back; one who joined late has their own year.
    await change(away, { status: 'active' })
    await app.settle()
    expect((await rowsOf(away)).map((row) => row.periodFrom)).toEqual([null, '2027-11-20'])
    await runUntil(tenant, '2028-03-01T09:00:00Z')
    expect((await rowsOf(late)).map((row) => row.periodFrom)).toEqual([null, '2028-03-01'])
    expect(await rowsOf(suspended)).toHaveLength(1)
    expect(await rowsOf(finished)).toHaveLength(2)
    await expectRightRollups(tenant)
  })

  it('on 29 February comes on the 28th in other years', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, nurse } = await aCourse(leapDay)
    const person = await nurse()
    await runUntil(tenant, '2027-02-27T12:00:00Z')
    expect(await rowsOf(person)).toHaveLength(1)
    await runUntil(tenant, '2027-02-28T00:10:00Z')
    await runUntil(tenant, '2028-02-28T12:00:00Z')
    expect(await rowsOf(person)).toHaveLength(2)
    await runUntil(tenant, '2028-02-29T00:10:00Z')
    expect((await rowsOf(person)).map((row) => row.periodFrom)).toEqual([null, '2027-02-28', '2028-02-29'])
  })

  it('counts months from the first date, also after missed and renewed periods', async () => {
    app.clock.set('2027-01-31T09:00:00Z')
    const monthly: Reset = { ...yearly, unit: 'month', opensBefore: 20 } as Reset
    const { tenant, course, nurse, steps } = await aCourse(monthly)
    const [person, renewing] = [await nurse(), await nurse()]
    await runUntil(tenant, '2027-02-28T00:10:00Z')
    // Somebody who begins on that very day counts from it.
    const other = await nurse()
    const ends = async (one: GivenPerson) => (await rowsOf(one)).map((row) => [row.periodFrom, row.monthDay])
    expect(await ends(person)).toEqual([
      [null, null],
      ['2027-02-28', 31],
    ])
    const admin = { token: await givenSession(app.services, tenant.admin) }
    const preview = await app.call(admin, api.cycles.preview, {
      params: { documentType: 'course', documentId: course.courseId },
      body: { reset: monthly },
    })
    expect(preview.body).toMatchObject({ people: 3, beginNow: 0, next: { day: '2027-03-28', people: 1 } })

    // On 20 March the next one can be renewed.
    app.clock.set('2027-03-20T09:00:00Z')
    const current = await currentOf(renewing)
    for (const step of steps) await record(renewing, current, step)
    const signed = { token: await givenSession(app.services, renewing) }
    const renewed = await app.call(signed, api.cycles.renew, { params: { userCourseId: current } })
    expect(renewed.problem).toBeNull()
    expect((await rowsOf(renewing)).at(-2)?.validUntil).toBe('2027-03-30')

    await runUntil(tenant, '2027-03-28T00:10:00Z')
    expect((await ends(person)).length).toBe(2)
    expect((await ends(other)).at(-1)).toEqual(['2027-03-28', null])
    // Two months later: the last end that has passed.
    await runUntil(tenant, '2027-05-01T00:10:00Z')
    expect((await ends(person)).at(-1)).toEqual(['2027-04-30', 31])
    expect((await ends(renewing)).slice(-2)).toEqual([
      ['2027-03-31', null],
      ['2027-04-30', 31],
    ])
    expect((await ends(other)).at(-1)).toEqual(['2027-04-28', null])
    await expectRightRollups(tenant)
  })

  it('goes by the day where the tenant is, and leaves other tenants alone', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const fixed: Reset = { kind: 'fixedDate', month: 1, day: 1, opensBefore: 0, closesAfter: null, warnings: [] }
    const here = await aCourse(fixed, { timeZone: 'Europe/Berlin' })
    const there = await aCourse(yearly)
    const [person, other] = [await here.nurse(), await there.nurse()]
    await runUntil(here.tenant, '2026-12-31T22:30:00Z')
    expect(await rowsOf(person)).toHaveLength(1)
    await runUntil(here.tenant, '2026-12-31T23:10:00Z')
    expect(await rowsOf(person)).toHaveLength(2)
    expect(await rowsOf(other)).toHaveLength(1)
  })

  it('is done once by two processes, also when the first was killed half-way', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, nurse } = await aCourse(yearly)
    const people = [await nurse(), await nurse(), await nurse(), await nurse()]
    app.clock.set('2027-11-21T09:00:00Z')
    // As a process that was killed after its first range leaves it: some have their new cycle, and there is no mark.
    await runUntil(tenant, app.clock.now())
    const db = app.services.db.tenant(tenant.tenantId)
    const [first] = people as [GivenPerson]
    const before = await rowsOf(first)
    await db.write((tx) => sql`delete from rollup_marks where name = 'cycles.begin'`.execute(tx))
    const late = await nurse()
    await db.write((tx) =>
      sql`update assignments set assigned_at = '2026-11-01T00:00:00Z' where user_id = ${late.userId}`.execute(tx),
    )
    await runUntil(tenant, app.clock.now(), 2)
    expect(await rowsOf(first)).toEqual(before)
    for (const person of [...people, late]) expect((await rowsOf(person)).map((row) => row.cycle)).toEqual([0, 1])
    await app.settle()
    for (const person of [...people, late]) {
      const [notices, mails] = await noticesOf(person)
      expect([notices.length, mails.length]).toEqual([1, 1])
    }
    await expectRightRollups(tenant)
  })

  it('never moves a bundle around the course', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, course, steps, nurse } = await aCourse(yearly)
    const bundle = await givenPublishedBundle(app, tenant, [course.courseId])
    await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: bundle.courseId,
        title: 'All',
        rule: { rule: { position: ['Nurse'] } },
      },
    })
    const person = await nurse()
    const [row] = await rowsOf(person, course.courseId)
    for (const step of steps) await record(person, row?.id ?? '', step)
    const before = await rowsOf(person, bundle.courseId)
    expect(before).toMatchObject([{ state: 'completed' }])
    await runUntil(tenant, '2027-11-25T09:00:00Z')
    expect(await rowsOf(person, course.courseId)).toHaveLength(2)
    expect(await rowsOf(person, bundle.courseId)).toEqual(before)
  })

  it('changes nothing for a person who leaves the rule and comes back, and tells them nothing', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, nurse } = await aCourse(yearly)
    const person = await nurse()
    await app.settle()
    await runUntil(tenant, '2027-11-25T09:00:00Z')
    await app.settle()
    const [before, told] = [await rowsOf(person), await noticesOf(person)]
    for (const position of [['Cook'], ['Nurse']]) {
      await change(person, { position })
      await app.settle()
    }
    await runUntil(tenant, '2027-11-26T09:00:00Z')
    await app.settle()
    const after = await rowsOf(person)
    expect(after.map((row) => [row.id, row.isActive, row.periodFrom])).toEqual(
      before.map((row) => [row.id, row.isActive, row.periodFrom]),
    )
    expect(await noticesOf(person)).toEqual(told)
    const { rows } = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        sql`select from notifications where user_id = ${person.userId} and kind = 'courseAssigned'`.execute(tx),
      )
    expect(rows).toHaveLength(1)
  })

  it('tells before the end, once for each warning, and when the new cycle begins, in the person’s language', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, steps, nurse } = await aCourse({ ...yearly, warnings: [30, 7] })
    const [done, open] = [await nurse(), await nurse()]
    for (const step of steps) await record(done, await currentOf(done), step)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`update memberships set preferences = '{"locale": "de"}' where id = ${open.membershipId}`.execute(tx),
      )
    for (const at of [
      '2027-10-20',
      '2027-10-21',
      '2027-10-22',
      '2027-11-14',
      '2027-11-15',
      '2027-11-20',
      '2027-11-21',
    ]) {
      await runUntil(tenant, `${at}T08:00:00Z`)
      await app.settle()
    }
    const [notices, mails] = await noticesOf(done)
    expect(notices.map((one) => one.kind)).toEqual(['cycleEnding', 'cycleEnding', 'cycleBegun'])
    expect(notices[0]?.params).toMatchObject({ endDay: '2027-11-20', isDone: true })
    expect(mails.map((mail) => mail.kind)).toEqual(['cycleEnding', 'cycleEnding', 'cycleBegunDue'])
    expect(mails[0]?.subject).toContain('is valid until 2027-11-19')
    const [, toOpen] = await noticesOf(open)
    expect(toOpen[0]?.subject).toContain('bis 19. November 2027')
  })

  it('asks no more of the database for forty people than for one', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const counts: number[] = []
    for (const people of [1, 40]) {
      const { tenant, nurse } = await aCourse(yearly)
      for (let n = 0; n < people; n++) await nurse()
      app.clock.set('2027-11-25T09:00:00Z')
      const asked = await statementsOf(app.services.db, () => runUntil(tenant, app.clock.now()))
      counts.push(asked.filter(({ sql }) => /assignment|notif/.test(sql)).length)
      app.clock.set('2026-11-20T09:00:00Z')
    }
    expect(counts[1]).toBeLessThanOrEqual((counts[0] ?? 0) + 2)
  })
})

describe('renewing early', () => {
  const windowed: Reset = { ...yearly, opensBefore: 30, closesAfter: 14 }

  it('begins the next cycle from the opening day on, for people who have finished', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, steps, nurse } = await aCourse(windowed)
    const [done, open] = [await nurse(), await nurse()]
    for (const step of steps) await record(done, await currentOf(done), step)
    const first = await currentOf(done)
    const renew = async (person: GivenPerson, id: string) =>
      app.call({ token: await givenSession(app.services, person) }, api.cycles.renew, { params: { userCourseId: id } })
    app.clock.set('2027-10-20T09:00:00Z')
    expect((await renew(done, first)).status).toBe(409)
    app.clock.set('2027-10-21T09:00:00Z')
    expect((await renew(open, await currentOf(open))).status).toBe(409)
    expect((await renew(open, first)).status).toBe(404)
    const renewed = await renew(done, first)
    expect(renewed.status).toBe(200)
    // The old one stays valid to its end, and the new one counts from there.
    const [earlier, current] = await rowsOf(done)
    expect(earlier).toMatchObject({ state: 'completed', validUntil: '2027-11-19' })
    expect(current).toMatchObject({ id: renewed.body.userCourseId, periodFrom: '2027-11-20', dueDay: '2027-12-04' })
    await runUntil(tenant, '2027-11-25T09:00:00Z')
    expect(await rowsOf(done)).toHaveLength(2)
    expect(await rowsOf(open)).toHaveLength(2)
    await expectRightRollups(tenant)
  })

  it('shows the learner until when it is valid, the window, and earlier cycles', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, course, steps, nurse } = await aCourse(windowed)
    const person = await nurse()
    for (const step of steps) await record(person, await currentOf(person), step)
    const first = await currentOf(person)
    const see = async (id: string) =>
      (
        await app.call({ token: await givenSession(app.services, person) }, api.learning.course, {
          params: { userCourseId: id },
        })
      ).body
    expect(await see(first)).toMatchObject({
      validUntil: '2027-11-19',
      cycle: { number: 1, opens: '2027-10-21', closes: '2027-12-04', mayRenew: false },
      earlierCycles: [],
    })
    await runUntil(tenant, '2027-11-25T09:00:00Z')
    for (const id of [first, course.courseId]) {
      expect(await see(id)).toMatchObject({
        userCourseId: await currentOf(person),
        state: 'notstarted',
        isAgain: true,
        validUntil: null,
        cycle: { number: 2, validUntil: '2028-11-19' },
        earlierCycles: [
          { userCourseId: first, number: 1, state: 'completed', scorePercent: 80, validUntil: '2027-11-19' },
        ],
      })
    }
  })

  it('counts what a page saves late in the cycle that it was opened in', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, steps, nurse } = await aCourse(windowed)
    const person = await nurse()
    const first = await currentOf(person)
    await record(person, first, steps[0])
    await runUntil(tenant, '2027-11-25T09:00:00Z')
    const saved = await app.call({ token: await givenSession(app.services, person) }, api.learning.progress, {
      params: { userCourseId: first, activityId: steps[1] },
      body: { event: 'view' },
    })
    expect(saved.problem).toBeNull()
    expect((await rowsOf(person)).map((row) => row.state)).toEqual(['completed', 'notstarted'])
  })

  it('is shown to administrators with every cycle, and in reports by a filter', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, course, steps, nurse } = await aCourse(windowed)
    const person = await nurse()
    const first = await currentOf(person)
    for (const step of steps) await record(person, first, step)
    await runUntil(tenant, '2027-11-25T09:00:00Z')
    const admin = { token: await givenSession(app.services, tenant.admin) }
    const list = async (cycles: 'current' | 'earlier' | 'all') =>
      (
        await app.call(admin, api.reports.admin.assignments, {
          query: { courseId: course.courseId, cycles, sort: 'assignedAt' },
        })
      ).body
    expect((await list('current')).items).toMatchObject([{ cycle: 2, isCurrent: true, state: 'notstarted' }])
    expect((await list('earlier')).items).toMatchObject([
      { userCourseId: first, cycle: 1, isCurrent: false, state: 'completed' },
    ])
    expect((await list('all')).total).toBe(2)
    const earlier = await app.call(admin, api.reports.admin.assignment, { params: { userCourseId: first } })
    expect(earlier.body).toMatchObject({ state: 'completed', sources: [{ kind: 'rule' }] })
    expect(earlier.body.activities.map((one) => one.state)).toEqual(['completed', 'completed'])
    expect(earlier.body.cycles.map((one) => one.number)).toEqual([2, 1])
  })
})

describe('starting over', () => {
  const startOver = async (person: GivenPerson, userCourseId: string) =>
    app.call({ token: await givenSession(app.services, person) }, api.cycles.startOver, { params: { userCourseId } })
  const see = async (person: GivenPerson, userCourseId: string) =>
    (
      await app.call({ token: await givenSession(app.services, person) }, api.learning.course, {
        params: { userCourseId },
      })
    ).body

  it('begins the next cycle of people who have begun or finished, and keeps the earlier one', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, course, steps, nurse } = await aCourse(yearly, {}, { mayStartOver: true })
    const [underWay, finished] = [await nurse(), await nurse()]
    const begun = await currentOf(underWay)
    await record(underWay, begun, steps[0])
    const done = await currentOf(finished)
    for (const step of steps) await record(finished, done, step)
    app.clock.set('2027-01-10T09:00:00Z')
    expect((await see(finished, done)).cycle).toMatchObject({ mayStartOver: true, mayRenew: false })
    for (const [person, id] of [
      [underWay, begun],
      [finished, course.courseId],
    ] as const) {
      const answer = await startOver(person, id)
      expect(answer.problem).toBeNull()
      const [earlier, current, ...more] = await rowsOf(person)
      expect(current).toMatchObject({
        id: answer.body.userCourseId,
        state: 'notstarted',
        cycleReason: 'startOver',
        isActive: true,
        // The date and the time until the next reset stay.
        dueDay: earlier?.dueDay,
        periodFrom: '2026-11-20',
      })
      expect(more).toEqual([])
    }
    expect((await rowsOf(underWay))[0]).toMatchObject({ state: 'inprogress', validUntil: null })
    expect((await rowsOf(finished))[0]).toMatchObject({ state: 'completed', score: 80, validUntil: '2027-11-19' })
    expect(await see(finished, done)).toMatchObject({
      userCourseId: await currentOf(finished),
      state: 'notstarted',
      cycle: { number: 2, mayStartOver: false },
      earlierCycles: [{ userCourseId: done, state: 'completed', scorePercent: 80, validUntil: '2027-11-19' }],
    })
    const admin = { token: await givenSession(app.services, tenant.admin) }
    const report = await app.call(admin, api.reports.admin.assignments, {
      query: { courseId: course.courseId, cycles: 'earlier', sort: 'assignedAt' },
    })
    expect(report.body.items.map((one) => [one.userCourseId, one.state]).sort()).toEqual(
      [
        [begun, 'inprogress'],
        [done, 'completed'],
      ].sort(),
    )
    const audit = await app.call(admin, api.audit.list, { query: { action: 'cycles.startOver' } })
    expect(audit.body.items).toHaveLength(2)
    await expectRightRollups(tenant)
  })

  it('is for one’s own visible, begun course alone, where its author allows that', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, course, steps, nurse } = await aCourse(noReset, {}, { mayStartOver: true })
    const other = await aCourse(noReset)
    const [person, colleague, suspended] = [await nurse(), await nurse(), await nurse()]
    const elsewhere = await other.nurse()
    const id = await currentOf(person)
    const nothingBegun = await startOver(person, id)
    expect([nothingBegun.status, nothingBegun.problem?.detail]).toEqual([409, 'You have not begun this course yet.'])
    expect((await see(person, id)).cycle.mayStartOver).toBe(false)
    await record(person, id, steps[0])
    await record(suspended, await currentOf(suspended), steps[0])
    await record(elsewhere, await currentOf(elsewhere), other.steps[0])
    for (const stranger of [colleague, elsewhere, tenant.admin]) {
      expect((await startOver(stranger, id)).status).toBe(404)
    }
    const notAllowed = await startOver(elsewhere, await currentOf(elsewhere))
    expect([notAllowed.status, notAllowed.problem?.detail]).toEqual([
      409,
      'The author of this course does not let people start over.',
    ])
    expect((await see(elsewhere, await currentOf(elsewhere))).cycle.mayStartOver).toBe(false)

    const token = await givenSession(app.services, suspended)
    const params = { userCourseId: await currentOf(suspended) }
    await change(suspended, { status: 'inactive' })
    expect((await app.call({ token }, api.cycles.startOver, { params })).status).toBeGreaterThanOrEqual(400)

    const setCourse = (fields: { status?: 'unpublished' | 'published'; prerequisites?: string[] }) =>
      app.services.db
        .tenant(tenant.tenantId)
        .write((tx) => tx.updateTable('documents').set(fields).where('id', '=', course.courseId).execute())
    await setCourse({ status: 'unpublished' })
    expect((await startOver(person, id)).status).toBe(404)
    // What was begun stays open when its course gets a prerequisite; begun again it would be closed.
    const before = await givenPublishedCourse(app, tenant)
    await setCourse({ status: 'published', prerequisites: [before.courseId] })
    const locked = await startOver(person, id)
    expect([locked.status, locked.problem?.detail]).toEqual([409, 'Something else has to be finished first.'])
    for (const one of [person, colleague, suspended, elsewhere]) expect(await rowsOf(one)).toHaveLength(1)

    await setCourse({ prerequisites: [] })
    expect((await startOver(person, id)).status).toBe(200)
    expect(await rowsOf(person)).toHaveLength(2)
  })

  it('begins one cycle for two windows at once', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, course, steps, nurse } = await aCourse(noReset, {}, { mayStartOver: true })
    const person = await nurse()
    await record(person, await currentOf(person), steps[0])
    const answers = await Promise.all(Array.from({ length: 4 }, () => startOver(person, course.courseId)))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409])
    expect(await rowsOf(person)).toHaveLength(2)
    await expectRightRollups(tenant)
  })

  it('is a setting of the published version, which bundles do not have', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, course, steps, nurse } = await aCourse(noReset)
    const admin = { token: await givenSession(app.services, tenant.admin) }
    const person = await nurse()
    await record(person, await currentOf(person), steps[0])
    const params = { courseId: course.courseId }
    const content = { ...course.content, mayStartOver: true }
    const saved = await app.call(admin, api.courses.saveDraft, { params, body: { revision: 1, content } })
    expect((await startOver(person, course.courseId)).status).toBe(409)
    const preview = await app.call(admin, api.courses.publishPreview, { params })
    expect(preview.body.changes).toMatchObject([{ change: 'details', fields: ['mayStartOver'] }])
    await app.call(admin, api.courses.publish, { params, body: { revision: saved.body.revision } })
    expect((await startOver(person, course.courseId)).status).toBe(200)

    const bundle = await givenPublishedBundle(app, tenant, [course.courseId])
    const refused = await app.call(admin, api.courses.saveDraft, {
      params: { courseId: bundle.courseId },
      body: { revision: 1, content: { ...bundle.content, mayStartOver: true } },
    })
    expect(refused.problem?.errors?.map((error) => error.path)).toContain('body.content.mayStartOver')
  })
})

describe('the setting', () => {
  it('says beforehand who is affected', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, course, steps, nurse } = await aCourse({ kind: 'none' })
    const [done] = [await nurse(), await nurse()]
    for (const step of steps) await record(done, await currentOf(done), step)
    app.clock.set('2027-11-25T09:00:00Z')
    await nurse()
    const admin = { token: await givenSession(app.services, tenant.admin) }
    const preview = (reset: object) =>
      app.call(admin, api.cycles.preview, {
        params: { documentType: 'course', documentId: course.courseId },
        body: { reset: reset as Reset },
      })
    expect((await preview(yearly)).body).toEqual({
      today: '2027-11-25',
      people: 3,
      beginNow: 2,
      unfinished: 1,
      next: { day: '2028-11-20', people: 2 },
    })
    const refused = await preview({ kind: 'fixedDate', month: 2, day: 30 })
    expect(refused.problem?.errors).toMatchObject([{ path: 'body.reset.day', message: 'This month has no such day.' }])
    expect((await preview({ kind: 'none' })).body).toMatchObject({ people: 3, beginNow: 0, next: null })
  })

  it('counts from its publication on, for everybody whose time is over', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { tenant, course, nurse } = await aCourse({ kind: 'none' })
    const person = await nurse()
    app.clock.set('2027-11-25T09:00:00Z')
    const admin = { token: await givenSession(app.services, tenant.admin) }
    const params = { courseId: course.courseId }
    const content = { ...course.content, reset: yearly }
    const saved = await app.call(admin, api.courses.saveDraft, { params, body: { revision: 1, content } })
    expect(saved.problem).toBeNull()
    const preview = await app.call(admin, api.courses.publishPreview, { params })
    expect(preview.body.changes).toMatchObject([{ change: 'details', fields: ['reset'] }])
    const published = await app.call(admin, api.courses.publish, { params, body: { revision: saved.body.revision } })
    expect(published.body.content.reset).toEqual(yearly)
    await app.settle()
    expect((await rowsOf(person)).map((row) => row.periodFrom)).toEqual([null, '2027-11-20'])
  })
})
