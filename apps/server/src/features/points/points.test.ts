import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { expirePoints } from './commands/expire-points.ts'
import { postPoints } from './commands/post-points.ts'
import { settlePoints } from './commands/settle-points.ts'

const app = await testApp()

async function givenScene() {
  const tenant = await givenTenant(app, { settings: { rewards: true } })
  const learner = await givenPerson(app, tenant, { firstName: 'Ada', lastName: '<b>Lovelace</b>' })
  return { tenant, learner }
}

const keyed = () => ({ 'idempotency-key': newId() })

const redeem = (person: GivenPerson, rewardPointAmount: unknown, more: object = {}) =>
  app.call(person, api.points.redeem, {
    body: { documentId: null, documentType: null, rewardPointAmount, redeem: true, createdAt: 5, ...more } as never,
    headers: keyed(),
  })

const give = (
  tenant: GivenTenant,
  person: GivenPerson,
  amount: number,
  reason = 'Helped <i>much</i>',
  by = tenant.admin,
) => app.call(by, api.points.adjust, { params: { userId: person.userId }, body: { amount, reason }, headers: keyed() })

const own = async (person: GivenPerson) => (await app.call(person, api.points.own, { query: {} })).body

/** The balance, and what the entries come to. */
async function ledgerOf({ tenantId, membershipId }: GivenPerson) {
  const { rows } = await app.services.db.tenant(tenantId).read((tx) =>
    sql<{ balance: number; entries: number; sum: number; last: number | null }>`
      select m.reward_points_count as balance, (select count(*)::int from point_entries e where e.membership_id = m.id) as entries,
        (select coalesce(sum(amount), 0)::int from point_entries e where e.membership_id = m.id) as sum,
        (select e.balance from point_entries e where e.membership_id = m.id order by e.place desc limit 1) as last
      from memberships m where m.id = ${membershipId}`.execute(tx),
  )
  return rows[0] as { balance: number; entries: number; sum: number; last: number | null }
}

const change = (tenant: GivenTenant, statement: ReturnType<typeof sql>) =>
  app.services.db.tenant(tenant.tenantId).write((tx) => statement.execute(tx))

describe('redeeming', () => {
  it('takes a positive whole amount up to the balance, and says what it was in the specification’s fields', async () => {
    const { tenant, learner } = await givenScene()
    for (const amount of [0, -1, 1.5, '', null])
      expect((await redeem(learner, amount)).problem?.errors?.[0]?.path).toBe('body.rewardPointAmount')
    expect((await redeem(learner, 1)).problem?.errors).toEqual([
      expect.objectContaining({
        path: 'body.rewardPointAmount',
        message: "Sorry, you don't have enough points to redeem. Please enter another amount",
      }),
    ])
    await give(tenant, learner, 30)
    const answer = await redeem(learner, 12, {
      userId: learner.userId,
      tenantId: tenant.tenantId,
      teamId: tenant.teamId,
    })
    expect(answer.body.rewardPointsCount).toBe(18)
    expect(answer.body.data).toMatchObject({
      tenantId: tenant.tenantId,
      teamId: tenant.teamId,
      userId: learner.userId,
      documentId: null,
      documentType: null,
      rewardPointAmount: 12,
      redeem: true,
    })
    expect(answer.body.data.createdAt).toBeGreaterThan(1_000_000_000)
    expect((await own(learner)).items.map((one) => [one.kind, one.rewardPointAmount, one.balance, one.reason])).toEqual(
      [
        ['redeem', 12, 18, ''],
        ['adjust', 30, 30, 'Helped <i>much</i>'],
      ],
    )
  })

  it('refuses ids that are not the session’s, people who act as somebody, and everything while rewards are off', async () => {
    const { tenant, learner } = await givenScene()
    const foreign = await givenTenant(app, { settings: { rewards: true } })
    await give(tenant, learner, 5)
    for (const ids of [{ userId: tenant.admin.userId }, { tenantId: foreign.tenantId }, { teamId: 'elsewhere' }])
      expect((await redeem(learner, 1, ids)).status).toBe(403)
    expect((await app.call(learner, api.points.own, { query: { userId: tenant.admin.userId } })).status).toBe(403)
    expect((await redeem(learner, 1)).status).toBe(200)
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const off = { params: { tenantId: tenant.tenantId }, body: { settings: { rewards: false } } }
    expect((await app.call(superadmin, api.tenants.change, off)).problem).toBeNull()
    expect((await redeem(learner, 1)).problem?.code).toBe('wrong-state')
    expect((await app.call(learner, api.points.own, { query: {} })).problem?.code).toBe('wrong-state')
    expect((await ledgerOf(learner)).balance).toBe(4)
  })

  it('ten at once spend what is there and no more', async () => {
    const { tenant, learner } = await givenScene()
    await give(tenant, learner, 7)
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(learner, 2)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(3)
    expect(answers.filter((one) => one.status === 422)).toHaveLength(7)
    expect(await ledgerOf(learner)).toEqual({ balance: 1, entries: 4, sum: 1, last: 1 })
  })
})

describe('points by hand', () => {
  it('are given and taken by administrators of the team, with a reason that the person is told, never below zero', async () => {
    const { tenant, learner } = await givenScene()
    const otherTeam = await givenPerson(app, { ...tenant, teamId: await givenTeam(app, tenant) }, { roles: ['admin'] })
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const foreign = (await givenTenant(app, { settings: { rewards: true } })).admin
    expect((await give(tenant, learner, 10)).body.rewardPointsCount).toBe(10)
    expect((await give(tenant, learner, -4, 'Twice')).body.rewardPointsCount).toBe(6)
    expect((await give(tenant, learner, -7)).problem?.errors?.[0]?.path).toBe('body.amount')
    expect((await give(tenant, learner, 0)).problem?.errors?.[0]?.path).toBe('body.amount')
    expect((await give(tenant, learner, 1, ' ')).problem?.errors?.[0]?.path).toBe('body.reason')
    for (const [by, status] of [
      [otherTeam, 404],
      [foreign, 404],
      [manager, 403],
      [learner, 403],
    ] as const)
      expect((await give(tenant, learner, 1, 'x', by)).status).toBe(status)
    expect((await give(tenant, tenant.admin, 1)).status).toBe(403)
    const notices = (await app.call(learner, api.notifications.list, { query: {} })).body.items
    expect(notices.map((one) => one.kind)).toEqual(expect.arrayContaining(['pointsGiven', 'pointsTaken']))
    expect(await ledgerOf(learner)).toEqual({ balance: 6, entries: 2, sum: 6, last: 6 })
  })

  it('the ledger cannot be changed by the application', async () => {
    const { tenant, learner } = await givenScene()
    await give(tenant, learner, 10)
    await expect(change(tenant, sql`update point_entries set amount = 99`)).rejects.toThrow(/permission denied/)
    await expect(change(tenant, sql`delete from point_entries`)).rejects.toThrow(/permission denied/)
    await expect(change(tenant, sql`update memberships set reward_points_count = -1`)).rejects.toThrow(
      /points_not_below_zero/,
    )
  })
})

describe('earning', () => {
  async function givenCourse(rule: object = {}) {
    const { tenant, learner } = await givenScene()
    const course = await givenPublishedCourse(app, tenant, { title: 'Safety', activities: [pageActivity()] })
    const params = { documentType: 'course' as const, documentId: course.courseId }
    const body = { amount: 10, repeats: 'once' as const, monthlyBudget: null, ...rule }
    expect((await app.call(tenant.admin, api.points.changeRule, { params, body })).problem).toBeNull()
    return { tenant, learner, course, params }
  }

  async function stand(tenant: GivenTenant, person: GivenPerson, assignmentId: string, state: string) {
    await change(tenant, sql`update assignments set state = ${state} where id = ${assignmentId}`)
    const ctx = contextOf(app, person)
    await ctx.write((tx) => settlePoints(ctx, tx, [assignmentId]))
    return (await ledgerOf(person)).balance
  }

  it('gives once what a document earns, takes it back when it does not count, and gives it again after that', async () => {
    const { tenant, learner, course, params } = await givenCourse()
    const id = await givenAssignment(app, learner, course.courseId)
    expect(await stand(tenant, learner, id, 'inprogress')).toBe(0)
    expect(await stand(tenant, learner, id, 'completed')).toBe(10)
    expect(await stand(tenant, learner, id, 'passed')).toBe(10)
    const [entry] = (await own(learner)).items
    expect(entry).toMatchObject({ documentType: 'course', documentTitle: 'Safety', redeem: false, kind: 'earn' })
    expect(await stand(tenant, learner, id, 'failed')).toBe(0)
    expect(await stand(tenant, learner, id, 'failed')).toBe(0)
    expect(await stand(tenant, learner, id, 'completed')).toBe(10)
    await redeem(learner, 8)
    expect(await stand(tenant, learner, id, 'failed')).toBe(0)
    expect(await stand(tenant, learner, id, 'completed')).toBe(2)
    expect(await ledgerOf(learner)).toMatchObject({ balance: 2, sum: 2, last: 2 })
    expect((await app.call(tenant.admin, api.points.rule, { params })).body).toMatchObject({ amount: 10, given: 10 })
  })

  it('at most the budget of a month and the cap of a day', async () => {
    const { tenant, learner, course } = await givenCourse({ monthlyBudget: 15 })
    const others = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const people = [learner, ...others]
    const ids = []
    for (const person of people) ids.push(await givenAssignment(app, person, course.courseId))
    await change(tenant, sql`update assignments set state = 'completed'`)
    const ctx = contextOf(app, tenant.admin, ['admin'])
    await Promise.all(ids.map((id) => ctx.write((tx) => settlePoints(ctx, tx, [id]))))
    const given = await Promise.all(people.map(async (person) => (await ledgerOf(person)).balance))
    expect(given.sort()).toEqual([0, 10, 5].sort())
    const body = { expireAfterMonths: null, dailyCap: 4, coolDownMinutes: 0, leaderboard: true }
    await app.call(tenant.admin, api.points.changeSettings, { body })
    const more = await givenPublishedCourse(app, tenant, { title: 'More', activities: [pageActivity()] })
    await app.call(tenant.admin, api.points.changeRule, {
      params: { documentType: 'course', documentId: more.courseId },
      body: { amount: 10, repeats: 'cycle', monthlyBudget: null },
    })
    const late = await givenPerson(app, tenant)
    const id = await givenAssignment(app, late, more.courseId)
    expect(await stand(tenant, late, id, 'completed')).toBe(4)
    const leaders = (await app.call(late, api.points.leaders, {})).body
    expect(leaders.items.map((one) => one.earned)).toEqual([10, 5, 4])
    await app.call(late, api.points.stayOut, { body: { staysOut: true } })
    expect((await app.call(late, api.points.leaders, {})).body).toMatchObject({ staysOut: true, items: [{}, {}] })
  })

  it('with the report that finishes the course, in its transaction', async () => {
    const { tenant, learner, course } = await givenCourse()
    const assignmentId = await givenAssignment(app, learner, course.courseId)
    const params = { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' }
    const earns = async (by: GivenPerson) =>
      (await app.call(by, api.points.earns, { params: { userCourseId: assignmentId } })).body
    expect(await earns(learner)).toEqual({ amount: 10, steps: 0, earned: 0 })
    expect(await earns(tenant.admin)).toBeUndefined()
    expect((await app.call(learner, api.learning.progress, { params, body: { event: 'view' } })).problem).toBeNull()
    expect(await ledgerOf(learner)).toEqual({ balance: 10, entries: 1, sum: 10, last: 10 })
    expect(await earns(learner)).toEqual({ amount: 0, steps: 0, earned: 10 })
  })

  it('for single steps too, once or with each cycle, and takes back those of a step that no longer counts', async () => {
    const { tenant, learner, course, params } = await givenCourse({ amount: 0 })
    const [step] = course.activities
    const activityId = step?.id ?? ''
    const assignmentId = await givenAssignment(app, learner, course.courseId)
    const save = (steps: object[], by = tenant.admin) =>
      app.call(by, api.points.changeRule, {
        params,
        body: { amount: 0, repeats: 'once', monthlyBudget: null, steps } as never,
      })
    const rule = { activityId, amount: 7, repeats: 'once' }
    expect((await save([{ ...rule, activityId: newId() }])).status).toBe(404)
    expect((await save([{ ...rule, amount: -1 }])).problem?.errors?.[0]?.path).toBe('body.steps.0.amount')
    expect((await save([rule], learner)).status).toBe(403)
    expect((await save([rule])).problem).toBeNull()
    expect((await app.call(tenant.admin, api.points.rule, { params })).body.steps).toEqual([
      { ...rule, title: step?.title },
    ])
    const ctx = contextOf(app, learner)
    const report = (state: 'completed' | 'inprogress', source: 'page' | 'recompute', of = assignmentId) =>
      ctx.write((tx) =>
        recordProgress(ctx, tx, {
          assignmentId: of,
          activityId,
          state,
          progress: state === 'completed' ? 100 : 10,
          scorePercent: null,
          secondsAdded: 1,
          source,
        }),
      )
    await report('completed', 'page')
    await report('completed', 'page')
    expect((await own(learner)).items).toEqual([
      expect.objectContaining({
        documentTitle: `Safety: ${step?.title}`,
        rewardPointAmount: 7,
        documentType: 'course',
      }),
    ])
    await report('inprogress', 'recompute')
    expect(await ledgerOf(learner)).toEqual({ balance: 0, entries: 2, sum: 0, last: 0 })
    await report('completed', 'page')
    const next = newId()
    await change(
      tenant,
      sql`insert into assignments (id, user_id, document_type, document_id, cycle, assigned_at)
        values (${next}, ${learner.userId}, 'course', ${course.courseId}, 1, now())`,
    )
    await report('completed', 'page', next)
    expect(await ledgerOf(learner)).toEqual({ balance: 7, entries: 3, sum: 7, last: 7 })
    await save([{ ...rule, repeats: 'cycle' }])
    await report('inprogress', 'recompute', next)
    await report('completed', 'page', next)
    expect((await ledgerOf(learner)).balance).toBe(14)
  })

  it('in at most four statements', async () => {
    const { tenant, learner, course } = await givenCourse()
    const id = await givenAssignment(app, learner, course.courseId)
    await change(tenant, sql`update assignments set state = 'completed' where id = ${id}`)
    const ctx = contextOf(app, learner)
    const statements = await statementsOf(app.services.db, () => ctx.write((tx) => settlePoints(ctx, tx, [id])))
    expect(statements.filter((one) => /point_|memberships/.test(one.sql)).length).toBeLessThanOrEqual(4)
    expect((await ledgerOf(learner)).balance).toBe(10)
  })

  it('points that are not spent in time expire, the oldest first', async () => {
    const { tenant, learner } = await givenScene()
    const body = { expireAfterMonths: 1, dailyCap: null, coolDownMinutes: 0, leaderboard: false }
    await app.call(tenant.admin, api.points.changeSettings, { body })
    const at = { ...contextOf(app, learner), now: new Date(app.services.clock.now().getTime() - 60 * 86_400_000) }
    await at.write((tx) =>
      postPoints(at, tx, [{ membershipId: learner.membershipId, kind: 'adjust', amount: 10, key: 'adjust:old' }]),
    )
    await give(tenant, learner, 5)
    await redeem(learner, 3)
    for (let twice = 0; twice < 2; twice++) await expirePoints(app.services, new AbortController().signal)
    expect(await ledgerOf(learner)).toEqual({ balance: 5, entries: 4, sum: 5, last: 5 })
  })
})

describe('the report', () => {
  it('adds up what the people of the administrator earned and spent, as of a past day too', async () => {
    const { tenant, learner } = await givenScene()
    const at = { ...contextOf(app, learner), now: new Date(app.services.clock.now().getTime() - 3 * 86_400_000) }
    await at.write((tx) =>
      postPoints(at, tx, [{ membershipId: learner.membershipId, kind: 'adjust', amount: 10, key: 'adjust:old' }]),
    )
    await redeem(learner, 4)
    const report = (query: object, by = tenant.admin) => app.call(by, api.points.report, { query })
    expect((await report({})).body).toMatchObject({
      total: 1,
      items: [{ userId: learner.userId, earned: 0, redeemed: 4, adjusted: 10, balance: 6 }],
      totals: { balance: 6 },
    })
    const day = new Date(app.services.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10)
    const past = await report({ asOf: day })
    expect(past.problem).toBeNull()
    expect(past.body.items[0]).toMatchObject({ redeemed: 0, balance: 10 })
    expect((await report({ asOf: '2150-01-01' })).status).toBe(422)
    expect((await report({ memberStatus: ['active'] })).body.total).toBe(1)
    expect((await report({ memberStatus: ['archived'] })).body.total).toBe(0)
    expect((await report({}, learner)).status).toBe(403)
    expect((await report({}, (await givenTenant(app, { settings: { rewards: true } })).admin)).body.items).toEqual([])
    const csv = (await app.send(tenant.admin, 'GET', '/api/admin/reports/rewards.csv')).body.toString()
    expect(csv.trim().split('\n')).toHaveLength(2)
    for (const sort of ['earned', 'balance', 'lastAt', 'redeemed'])
      expect((await report({ sort, direction: 'desc', limit: 1 })).status).toBe(200)
  })
})
