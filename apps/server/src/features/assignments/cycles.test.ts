import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenPublishedBundle, givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { deterministicId } from '../../platform/ids.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { lockRules } from '../permissions/commands/lock-rules.ts'
import { reevaluateMembers } from '../permissions/commands/reevaluate-members.ts'
import { beginCycles } from './commands/begin-cycles.ts'
import { compareRollups } from './commands/recount-rollups.ts'

const app = await testApp()

const noDifferences = { courses: 0, learners: 0, days: 0, learnerDays: 0, availability: 0, versions: 0, activities: 0 }

/** A tenant with nurses who have a course by a rule, due after 30 days. */
async function aCourse(
  of: { people?: number; due?: { kind: 'after'; days: number } | { kind: 'on'; day: string } } = {},
) {
  const tenant = await givenTenant(app)
  const people: GivenPerson[] = []
  for (let n = 0; n < (of.people ?? 1); n++) people.push(await givenPerson(app, tenant, { position: ['Nurse'] }))
  const [first, second] = [pageActivity(), pageActivity()]
  const course = await givenPublishedCourse(app, tenant, { activities: [first, second] })
  await giveByRule(tenant, course.courseId, of.due ?? { kind: 'after', days: 30 })
  const [learner] = people as [GivenPerson]
  return { tenant, people, learner, course, steps: [first.id, second.id] as const, idOf: idOf(tenant, course.courseId) }
}

async function giveByRule(tenant: GivenTenant, documentId: string, due: object) {
  const answer = await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId,
      title: 'Nurses',
      rule: { rule: { position: ['Nurse'] } },
      due: due as { kind: 'none' },
    },
  })
  expect(answer.problem).toBeNull()
}

function idOf(tenant: GivenTenant, documentId: string) {
  return (person: GivenPerson, cycle: number) =>
    deterministicId('assignment', tenant.tenantId, person.userId, 'course', documentId, String(cycle))
}

function begin(tenant: GivenTenant, ids: readonly string[], of: Partial<Parameters<typeof beginCycles>[2]> = {}) {
  const ctx = contextOf(app, { ...tenant.admin, tenantId: tenant.tenantId, teamId: tenant.teamId } as GivenPerson)
  return ctx.write(async (tx) => {
    await lockRules(tx, 'shared')
    return beginCycles(ctx, tx, { assignments: ids.map((assignmentId) => ({ assignmentId })), reason: 'reset', ...of })
  })
}

function record(person: GivenPerson, assignmentId: string, activityId: string) {
  const ctx = contextOf(app, person)
  return ctx.write((tx) =>
    recordProgress(ctx, tx, {
      assignmentId,
      activityId,
      state: 'completed',
      progress: 100,
      scorePercent: 80,
      secondsAdded: 0,
      source: 'package',
    }),
  )
}

function rowsOf(person: GivenPerson) {
  return app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      Promise.all([
        tx.selectFrom('assignments').selectAll().where('userId', '=', person.userId).orderBy('cycle').execute(),
        tx.selectFrom('assignmentSources').selectAll().where('userId', '=', person.userId).execute(),
        tx.selectFrom('earlierSources').selectAll().where('userId', '=', person.userId).execute(),
      ]),
    )
}

async function expectRightRollups(tenant: GivenTenant) {
  const db = app.services.db.tenant(tenant.tenantId)
  expect(await db.read(compareRollups)).toEqual(noDifferences)
  await app.settle()
  expect(await db.read(compareRollups)).toEqual(noDifferences)
}

describe('beginning a cycle', () => {
  it('keeps what was done as an earlier cycle and opens an empty one with the same sources', async () => {
    const { tenant, learner, steps, idOf: id, course } = await aCourse()
    for (const step of steps) await record(learner, id(learner, 0), step)
    app.clock.advance(86_400_000)
    const begun = await begin(tenant, [id(learner, 0)], {
      assignments: [{ assignmentId: id(learner, 0), periodFrom: '2026-11-21' }],
    })
    expect(begun).toEqual([
      { id: id(learner, 1), earlierId: id(learner, 0), userId: learner.userId, documentId: course.courseId },
    ])
    const [[earlier, current], sources, old] = await rowsOf(learner)
    expect(earlier).toMatchObject({
      isActive: false,
      state: 'completed',
      score: 80,
      progress: 100,
      versionId: course.versionId,
      endedAt: app.clock.now(),
      dueDay: '2026-12-20',
    })
    expect(current).toMatchObject({
      id: id(learner, 1),
      isActive: true,
      state: 'notstarted',
      score: null,
      progress: 0,
      startedAt: null,
      endedAt: null,
      cycleReason: 'reset',
      periodFrom: '2026-11-21',
      assignedAt: app.clock.now(),
      dueDay: '2026-12-21',
    })
    expect(sources).toMatchObject([{ assignmentId: id(learner, 1), kind: 'rule', cycleDueDay: null }])
    expect(old).toMatchObject([{ assignmentId: id(learner, 0), kind: 'rule', sourceId: sources[0]?.sourceId }])
    await expectRightRollups(tenant)
  })

  it('does nothing the second time, also of two at once', async () => {
    const { tenant, people, idOf: id } = await aCourse({ people: 3 })
    const ids = people.map((one) => id(one, 0))
    const both = await Promise.all([begin(tenant, ids), begin(tenant, ids.toReversed())])
    expect(both.flat()).toHaveLength(3)
    expect(await begin(tenant, ids)).toEqual([])
    for (const person of people) expect((await rowsOf(person))[0].map((row) => row.cycle)).toEqual([0, 1])
    await expectRightRollups(tenant)
  })

  it('keeps the dates when somebody starts over or restarts', async () => {
    const { tenant, learner, idOf: id } = await aCourse()
    app.clock.advance(5 * 86_400_000)
    await begin(tenant, [id(learner, 0)], { reason: 'startOver' })
    const [[earlier, current]] = await rowsOf(learner)
    expect(current).toMatchObject({ cycleReason: 'startOver', dueDay: earlier?.dueDay })
    // The time until the next reset goes on.
    expect(current?.periodFrom).toBe(earlier?.assignedAt.toISOString().slice(0, 10))
  })

  it('moves a fixed date that has passed to the next year', async () => {
    const { tenant, learner, idOf: id } = await aCourse({ due: { kind: 'on', day: '2026-12-24' } })
    app.clock.advance(60 * 86_400_000)
    await begin(tenant, [id(learner, 0)])
    const [[, current], sources] = await rowsOf(learner)
    expect(current?.dueDay).toBe('2027-12-24')
    expect(sources).toMatchObject([{ cycleDueDay: '2027-12-24' }])
  })

  it.each(['on', 'byHand'] as const)('counts a fixed 29 February from the first date (%s)', async (kind) => {
    app.clock.set('2027-11-20T09:00:00Z')
    const {
      tenant,
      learner,
      course,
      idOf: id,
    } = await aCourse(kind === 'on' ? { due: { kind: 'on', day: '2028-02-29' } } : {})
    if (kind === 'byHand')
      // A source without a rule behind it: what it was due before says the earlier cycles.
      await app.services.db.tenant(tenant.tenantId).write((tx) =>
        sql`update assignment_sources set kind = 'manual', due_at = '2028-02-29T23:59:59.999Z', due_days = null
          where assignment_id = ${id(learner, 0)}`.execute(tx),
      )
    expect(course).toBeDefined()
    const days: (string | null | undefined)[] = []
    for (const [cycle, at] of ['2028-03-05', '2029-03-05', '2030-03-05', '2031-03-05'].entries()) {
      app.clock.set(`${at}T09:00:00Z`)
      await begin(tenant, [id(learner, cycle)])
      days.push((await rowsOf(learner))[0].at(-1)?.dueDay)
    }
    expect(days).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  })

  it('still counts in the old cycle what is finished late there', async () => {
    const { tenant, learner, steps, idOf: id } = await aCourse()
    await record(learner, id(learner, 0), steps[0])
    await begin(tenant, [id(learner, 0)])
    await record(learner, id(learner, 0), steps[1])
    const [[earlier, current]] = await rowsOf(learner)
    expect(earlier).toMatchObject({ state: 'completed', isActive: false })
    expect(current).toMatchObject({ state: 'notstarted', progress: 0 })
    await expectRightRollups(tenant)
  })

  it('goes on in the same cycle for a person who leaves a rule and comes back', async () => {
    const { tenant, learner, idOf: id } = await aCourse()
    await begin(tenant, [id(learner, 0)])
    const ctx = contextOf(app, learner)
    for (const position of [['Cook'], ['Nurse']] as const) {
      await ctx.write(async (tx) => {
        await tx
          .updateTable('memberships')
          .set({ position: [...position] })
          .where('id', '=', learner.membershipId)
          .execute()
        await reevaluateMembers(ctx, tx, [learner.membershipId], ['position'])
      })
      const [rows, sources] = await rowsOf(learner)
      expect(rows.map((row) => [row.cycle, row.isActive])).toEqual([
        [0, false],
        [1, position[0] === 'Nurse'],
      ])
      expect(sources.map((source) => source.assignmentId)).toEqual(position[0] === 'Nurse' ? [id(learner, 1)] : [])
    }
    await expectRightRollups(tenant)
  })

  it('leaves a finished bundle finished and gives its course once', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant, { position: ['Nurse'] })
    const step = pageActivity()
    const course = await givenPublishedCourse(app, tenant, { activities: [step] })
    const bundle = await givenPublishedBundle(app, tenant, [course.courseId])
    await giveByRule(tenant, bundle.courseId, { kind: 'after', days: 10 })
    const id = idOf(tenant, course.courseId)
    await record(learner, id(learner, 0), step.id)
    const bundleId = idOf(tenant, bundle.courseId)(learner, 0)
    const before = (await rowsOf(learner))[0].find((row) => row.id === bundleId)
    expect(before).toMatchObject({ state: 'completed' })
    app.clock.advance(30 * 86_400_000)
    await begin(tenant, [id(learner, 0)])
    const [rows, sources] = await rowsOf(learner)
    expect(rows.find((row) => row.id === bundleId)).toEqual(before)
    expect(rows.find((row) => row.id === id(learner, 1))).toMatchObject({ isActive: true, dueDay: null })
    expect(sources.filter((source) => source.kind === 'bundle')).toMatchObject([{ assignmentId: id(learner, 1) }])
    await expectRightRollups(tenant)
  })

  it('takes the same number of statements for one person and for forty', async () => {
    const { tenant, people, idOf: id } = await aCourse({ people: 41 })
    const ids = people.map((one) => id(one, 0))
    const one = await statementsOf(app.services.db, () => begin(tenant, ids.slice(0, 1)))
    const many = await statementsOf(app.services.db, () => begin(tenant, ids.slice(1)))
    expect(one.length).toBeLessThanOrEqual(10)
    // One live event for each person besides.
    expect(many.filter((statement) => !statement.sql.includes('live_events')).length).toBe(
      one.filter((statement) => !statement.sql.includes('live_events')).length,
    )
  })
})
