import { api } from '@learnt/contract'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenPublishedBundle, givenPublishedCourse } from '../../../test/given/courses.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { givenOffer, givenRequest } from '../../../test/given/requests.ts'
import { newId } from '../../platform/ids.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'

const app = await testApp()
const day = 86_400_000

/** A manager with one of their people, and a course that is offered to them on request. */
async function givenScene(of: Parameters<typeof givenOffer>[3] = {}) {
  const tenant = await givenTenant(app)
  const manager = await givenPerson(app, tenant, { roles: ['learner', 'manager'], firstName: 'Mara', lastName: 'Boss' })
  const learner = await givenPerson(app, tenant, { managers: [manager.userId], firstName: 'Lena', lastName: 'Learner' })
  const offer = await givenOffer(app, learner, 'Welding', of)
  return { tenant, manager, learner, ...offer }
}

const make = (who: Caller, documentId: string, note = '') =>
  app.call(who, api.requests.make, { body: { documentType: 'course', documentId, note } })
const decide = (who: Caller, requestId: string, decision: 'approve' | 'decline', reason = '') =>
  app.call(who, api.requests.decide, { params: { requestId }, body: { decision, reason } })
const open = (who: Caller, userCourseId: string) =>
  app.call(who, api.learning.course, { params: { userCourseId }, query: {} })
const buttonOf = async (who: Caller, documentId: string) =>
  (await app.call(who, api.catalogues.get, { params: { documentType: 'course', documentId } })).body?.button
const noticesOf = async (who: Caller) =>
  (await app.call(who, api.notifications.list)).body.items.map((one) => one.kind).reverse()

const mailsTo = (tenant: GivenTenant, person: GivenPerson) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read((tx) =>
      tx
        .selectFrom('mails')
        .select(['kind', 'subject', 'textBody'])
        .where('recipient', '=', person.email)
        .orderBy('id')
        .execute(),
    )

async function setStatus(tenant: GivenTenant, person: GivenPerson, status: 'active' | 'terminated' | 'sick leave') {
  const answer = await app.call(tenant.admin, api.members.setStatus, {
    body: { selection: { by: 'ids', ids: [person.membershipId] }, status },
  })
  expect(answer.status).toBe(202)
  await app.settle()
}

describe('a document that is offered on request', () => {
  it('is an offer and nothing else until a request is approved', async () => {
    const { learner, courseId, assignmentId } = await givenScene()
    const mine = async () => (await app.call(learner, api.learning.courses)).body.items.map((card) => card.title)
    expect(await mine()).toEqual([])
    expect((await open(learner, assignmentId)).status).toBe(404)
    expect((await open(learner, courseId)).status).toBe(404)
    expect(await buttonOf(learner, courseId)).toBe('request')
    // The same without a request is open: the positive control.
    const free = await givenOffer(app, learner, 'Sewing', { to: null })
    expect(await mine()).toEqual(['Sewing'])
    expect((await open(learner, free.assignmentId)).status).toBe(200)
    expect((await make(learner, free.courseId)).problem?.code).toBe('wrong-state')
  })

  it('is requested, declined with a reason, requested again, approved and open; everyone is told', async () => {
    const { tenant, manager, learner, courseId, assignmentId } = await givenScene()
    const first = await make(learner, courseId, 'For my new job')
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ state: 'open', note: 'For my new job', sentTo: 'managers', title: 'Welding' })
    expect(await buttonOf(learner, courseId)).toBe('requested')
    await app.settle()
    expect(await noticesOf(manager)).toEqual(['requestMade'])
    expect((await mailsTo(tenant, manager))[0]?.subject).toBe('Lena Learner requests “Welding”')
    expect(await noticesOf(tenant.admin)).toEqual([])

    expect((await decide(manager, first.body.id, 'decline')).problem?.errors?.[0]?.path).toBe('body.reason')
    const declined = await decide(manager, first.body.id, 'decline', 'Next year')
    expect(declined.body).toMatchObject({ state: 'declined', reason: 'Next year', decidedBy: 'Mara Boss' })
    await app.settle()
    expect(await buttonOf(learner, courseId)).toBe('request')
    const item = await app.call(learner, api.catalogues.get, {
      params: { documentType: 'course', documentId: courseId },
    })
    expect(item.body.request).toMatchObject({ state: 'declined', reason: 'Next year' })
    expect((await mailsTo(tenant, learner))[0]?.textBody).toContain('Next year')

    const second = await make(learner, courseId)
    expect(second.body.id).not.toBe(first.body.id)
    expect((await decide(manager, second.body.id, 'approve')).body).toMatchObject({ state: 'approved' })
    await app.settle()
    expect(await noticesOf(learner)).toEqual(['requestDeclined', 'requestApproved'])
    expect(await buttonOf(learner, courseId)).toBe('start')
    expect((await open(learner, assignmentId)).body.sources.map((source) => source.kind).sort()).toEqual([
      'request',
      'rule',
    ])
    expect((await app.call(learner, api.requests.mine)).body.items.map((one) => one.state)).toEqual([
      'approved',
      'declined',
    ])
    await app.settle()
    const differences = await app.services.db.tenant(tenant.tenantId).read(compareRollups)
    expect(Object.values(differences).every((count) => count === 0)).toBe(true)
  })

  it('is written to people in their own language', async () => {
    const { tenant, manager, learner, courseId } = await givenScene()
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .updateTable('memberships')
        .set({ preferences: JSON.stringify({ locale: 'de' }) as never })
        .where('userId', '=', learner.userId)
        .execute(),
    )
    const { body } = await make(learner, courseId)
    await decide(manager, body.id, 'decline', 'Leider nicht')
    await app.settle()
    expect((await mailsTo(tenant, learner))[0]?.subject).toBe('Ihre Anfrage wurde abgelehnt: „Welding“')
  })

  it('stays open to people who have begun it, and becomes an offer for the others', async () => {
    const tenant = await givenTenant(app)
    const [begun, waiting] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const { courseId, activities } = await givenPublishedCourse(app, tenant, { title: 'Welding' })
    const body = {
      documentType: 'course' as const,
      documentId: courseId,
      title: 'All',
      isOptional: true,
      rule: { rule: { teamId: [tenant.teamId] }, groups: [], everyone: false },
    }
    const made = (await app.call(tenant.admin, api.permissions.create, { body })).body
    expect(made.request).toBeNull()
    const step = { userCourseId: courseId, activityId: activities[0]?.id ?? '' }
    const id = (await open(begun, courseId)).body.userCourseId
    await app.call(begun, api.learning.progress, { params: { ...step, userCourseId: id }, body: { event: 'open' } })
    const change = (body: object) =>
      app.call(tenant.admin, api.permissions.update, { params: { permissionId: made.id }, body })
    const changed = await change({ request: { to: 'administrators', standInAfterDays: null } })
    expect(changed.body.request).toEqual({ to: 'administrators', standInAfterDays: null })
    expect((await open(begun, courseId)).status).toBe(200)
    expect((await open(waiting, courseId)).status).toBe(404)
    // A new colleague gets the offer by the same rule.
    const later = await app.call(tenant.admin, api.members.create, {
      body: {
        email: `new-${newId()}@example.test`,
        firstName: 'Neo',
        lastName: 'Comer',
        teamId: tenant.teamId,
        roles: ['learner'],
      } as never,
    })
    expect(later.status).toBe(201)
    const offers = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx.selectFrom('assignments').select(['userId', 'needsRequest']).where('documentId', '=', courseId).execute(),
      )
    expect(offers.filter((one) => !one.needsRequest).map((one) => one.userId)).toEqual([begun.userId])
    // What is required is not asked for.
    expect((await change({ isOptional: false })).body.request).toBeNull()
    expect((await open(waiting, courseId)).status).toBe(200)
  })
})

describe('who decides', () => {
  it('is the person’s manager, and nobody else', async () => {
    const { tenant, manager, learner, courseId } = await givenScene()
    const otherManager = await givenPerson(app, tenant, { roles: ['learner', 'manager'] })
    const teamId = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, { ...tenant, teamId }, { roles: ['learner', 'admin'] })
    const foreign = await givenScene()
    const suspended = await givenPerson(app, tenant, { roles: ['learner', 'manager'] })
    await setStatus(tenant, suspended, 'sick leave')
    const { body } = await make(learner, courseId)
    const table: [string, Caller, number][] = [
      ['a stranger', stranger, 401],
      ['the learner', learner, 403],
      ['another manager', otherManager, 404],
      ['an administrator of another team', teamAdmin, 404],
      ['a manager of another tenant', foreign.manager, 404],
      ['an administrator of another tenant', foreign.tenant.admin, 404],
      ['a suspended manager', suspended, 401],
      ['an administrator, while it waits for managers', tenant.admin, 409],
    ]
    for (const [who, caller, status] of table) {
      const answer = await decide(caller, body.id, 'approve')
      expect(answer.status, who).toBe(status)
    }
    const many = async (who: Caller) =>
      (await app.call(who, api.requests.decideMany, { body: { ids: [body.id], decision: 'approve' } })).body.rows
    expect(await many(otherManager)).toEqual([{ id: body.id, outcome: 'notFound', name: '', title: '', decidedBy: '' }])
    expect((await many(tenant.admin))[0]).toMatchObject({ outcome: 'notAllowed', name: 'Lena Learner' })
    const shown = async (who: Caller) =>
      (await app.call(who, api.requests.manager.list)).body.items.map((one) => one.name)
    expect(await shown(otherManager)).toEqual([])
    expect(await shown(manager)).toEqual(['Lena Learner'])
    expect((await app.call(teamAdmin, api.requests.admin.list)).body.items).toEqual([])
    expect((await app.call(tenant.admin, api.requests.admin.list)).body.items[0]?.can.approve).toBe(
      'requests.forManagers',
    )
    expect((await app.call(manager, api.requests.open)).body).toEqual({ manager: 1, admin: 0 })
    expect((await app.call(tenant.admin, api.requests.open)).body).toEqual({ manager: 0, admin: 0 })
    expect((await decide(manager, body.id, 'approve')).status).toBe(200)
  })

  it('is never the person, also not as an administrator and manager', async () => {
    const tenant = await givenTenant(app, { settings: { impersonationMayWrite: true } })
    const both = await givenPerson(app, tenant, { roles: ['learner', 'admin', 'manager'] })
    const offer = await givenOffer(app, both, 'Welding', { to: 'administrators' })
    const { body } = await make(both, offer.courseId)
    const answer = await decide(both, body.id, 'approve')
    expect(answer.status).toBe(403)
    expect(answer.problem?.detail).toBe('You cannot decide your own request.')
    expect((await app.call(both, api.requests.open)).body).toEqual({ manager: 0, admin: 0 })
    const { rows } = (await app.call(both, api.requests.decideMany, { body: { ids: [body.id], decision: 'approve' } }))
      .body
    expect(rows[0]?.outcome).toBe('notAllowed')
    expect((await decide(tenant.admin, body.id, 'approve')).status).toBe(200)
  })

  it('is an administrator where nobody manages the person, and after the days that managers had', async () => {
    const { tenant, manager, learner, courseId } = await givenScene({ standInAfterDays: 3 })
    const alone = await givenPerson(app, tenant, { lastName: 'Alone' })
    const lone = await givenOffer(app, alone, 'Sewing')
    const unmanaged = await make(alone, lone.courseId)
    const { body } = await make(learner, courseId)
    await app.settle()
    expect(await noticesOf(tenant.admin)).toEqual(['requestMade'])
    expect((await decide(tenant.admin, unmanaged.body.id, 'approve')).status).toBe(200)
    expect((await decide(tenant.admin, body.id, 'approve')).status).toBe(409)
    app.clock.advance(3 * day + 1000)
    await app.settleDay()
    const [admin, boss] = await Promise.all([freshSession(tenant.admin), freshSession(manager)])
    expect(await noticesOf(admin)).toEqual(['requestMade', 'requestStandIn'])
    expect((await mailsTo(tenant, tenant.admin)).map((mail) => mail.kind)).toEqual(['requestMade', 'requestStandIn'])
    await app.settleDay()
    expect(await mailsTo(tenant, tenant.admin)).toHaveLength(2)
    expect((await app.call(admin, api.requests.open)).body.admin).toBe(1)
    expect((await app.call(boss, api.requests.open)).body.manager).toBe(1)
    expect((await decide(admin, body.id, 'approve')).status).toBe(200)
    expect((await app.call(boss, api.requests.open)).body.manager).toBe(0)
  })
})

async function freshSession(person: GivenPerson): Promise<Caller> {
  return { token: await givenSession(app.services, person) }
}

describe('at once', () => {
  it('two equal requests are one, and both answers show it', async () => {
    const { tenant, learner, courseId } = await givenScene()
    const answers = await Promise.all([1, 2, 3, 4].map(() => make(learner, courseId)))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    const rows = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('requests').select('id').execute())
    expect(rows).toHaveLength(1)
  })

  it('two decisions grant once, and the second is told who was faster', async () => {
    const { tenant, manager, learner, courseId, assignmentId } = await givenScene()
    const second = await givenPerson(app, tenant, {
      roles: ['learner', 'manager'],
      firstName: 'Max',
      lastName: 'Other',
    })
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      await tx
        .updateTable('memberships')
        .set({ managers: [manager.userId, second.userId] })
        .where('id', '=', learner.membershipId)
        .execute()
      await tx.insertInto('managerRelations').values({ managerId: second.userId, userId: learner.userId }).execute()
    })
    const { body } = await make(learner, courseId)
    const answers = await Promise.all([decide(manager, body.id, 'approve'), decide(second, body.id, 'approve')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? 'Mara Boss' : 'Max Other'
    expect(answers.find((answer) => answer.status === 409)?.problem?.detail).toBe(
      `${winner} already approved this request.`,
    )
    const rows = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx
          .selectFrom('assignmentSources')
          .select('kind')
          .where('assignmentId', '=', assignmentId)
          .where('kind', '=', 'request')
          .execute(),
      )
    expect(rows).toHaveLength(1)
    const { rows: late } = (
      await app.call(manager, api.requests.decideMany, {
        body: { ids: [body.id, newId()], decision: 'decline', reason: 'No' },
      })
    ).body
    expect(late.map((row) => [row.outcome, row.decidedBy])).toEqual([
      ['decided', winner],
      ['notFound', ''],
    ])
  })

  it('many are decided in as many statements as one, apart from what is logged of each', async () => {
    const { tenant, manager, learner } = await givenScene()
    const ids: string[] = []
    for (let n = 0; n < 12; n++) {
      const offer = await givenOffer(app, learner, `Course ${n}`)
      ids.push((await make(learner, offer.courseId)).body.id)
    }
    await app.settle()
    const count = async (some: string[]) => {
      const statements = await statementsOf(app.services.db, () =>
        app.call(manager, api.requests.decideMany, { body: { ids: some, decision: 'approve' } }),
      )
      return statements.filter((one) => !/auditEntries|audit_entries|live_events/.test(JSON.stringify(one))).length
    }
    const one = await count(ids.slice(0, 1))
    expect(await count(ids.slice(1))).toBe(one)
    expect((await app.call(learner, api.learning.courses)).body.total).toBe(12)
    const lists = await statementsOf(app.services.db, () =>
      app.call(manager, api.requests.manager.list, { query: { state: ['approved'] } }),
    )
    expect(lists.length).toBeLessThanOrEqual(5)
    await app.settle()
    expect(await mailsTo(tenant, learner)).toHaveLength(12)
  })
})

describe('an open request', () => {
  it('cannot be approved while its permission is inactive or its document withdrawn, and says so', async () => {
    const { tenant, manager, learner, courseId, permissionId } = await givenScene()
    const { body } = await make(learner, courseId)
    const setPermission = (status: 'active' | 'inactive') =>
      app.call(tenant.admin, api.permissions.update, { params: { permissionId }, body: { status } })
    await setPermission('inactive')
    expect((await app.call(learner, api.requests.mine)).body.items[0]).toMatchObject({
      state: 'open',
      obstacle: 'notOffered',
    })
    const refused = await decide(manager, body.id, 'approve')
    expect([refused.status, refused.problem?.detail]).toEqual([409, 'This is no longer offered to the person.'])
    expect((await make(learner, courseId)).status).toBe(404)
    await setPermission('active')
    await app.call(tenant.admin, api.courses.withdraw, { params: { courseId } })
    expect((await decide(manager, body.id, 'approve')).status).toBe(409)
    const { rows } = (
      await app.call(manager, api.requests.decideMany, { body: { ids: [body.id], decision: 'approve' } })
    ).body
    expect(rows[0]?.outcome).toBe('notOffered')
    expect((await decide(manager, body.id, 'decline', 'Gone')).status).toBe(200)
  })

  it('waits while its person has left, and can be approved when they are back', async () => {
    const { tenant, manager, learner, courseId } = await givenScene()
    const { body } = await make(learner, courseId)
    await setStatus(tenant, learner, 'terminated')
    const refused = await decide(manager, body.id, 'approve')
    expect([refused.status, refused.problem?.detail]).toEqual([409, 'This person is no longer here.'])
    expect((await app.call(manager, api.requests.manager.list)).body.items[0]?.obstacle).toBe('left')
    await setStatus(tenant, learner, 'active')
    expect((await decide(manager, body.id, 'approve')).status).toBe(200)
    const back = await freshSession(learner)
    expect((await open(back, courseId)).status).toBe(200)
    // What was approved comes back with them.
    await setStatus(tenant, learner, 'terminated')
    await setStatus(tenant, learner, 'active')
    expect((await open(await freshSession(learner), courseId)).status).toBe(200)
  })

  it('is withdrawn by its person alone, once', async () => {
    const { tenant, manager, learner, courseId } = await givenScene()
    const { body } = await make(learner, courseId)
    const other = await givenPerson(app, tenant)
    const withdraw = (who: Caller) => app.call(who, api.requests.withdraw, { params: { requestId: body.id } })
    expect((await withdraw(other)).status).toBe(404)
    expect((await withdraw(manager)).status).toBe(404)
    expect((await withdraw(learner)).body).toMatchObject({ state: 'withdrawn', decidedBy: '' })
    expect((await withdraw(learner)).status).toBe(409)
    expect((await decide(manager, body.id, 'approve')).problem?.detail).toBe('The person withdrew this request.')
    expect((await make(learner, courseId)).body.id).not.toBe(body.id)
  })
})

it('lists requests oldest first, filtered, searched and page by page', async () => {
  const { tenant, manager, learner } = await givenScene()
  for (const title of ['Alpha', 'Beta', 'Gamma']) {
    const offer = await givenOffer(app, learner, title)
    await givenRequest(app, learner, offer.courseId)
    app.clock.advance(1000)
  }
  const ask = async (query: object) =>
    (await app.call(manager, api.requests.manager.list, { query: query as never })).body
  const titles = async (query: object) => (await ask(query)).items.map((one) => one.title)
  expect(await titles({})).toEqual(['Alpha', 'Beta', 'Gamma'])
  const first = await ask({ limit: 2 })
  expect(first.counts).toEqual([{ value: 'open', count: 3 }])
  const next = await ask({ limit: 2, cursor: first.next })
  expect([next.items.map((one) => one.title), next.counts, next.total]).toEqual([['Gamma'], null, 3])
  expect(await titles({ search: 'lena gam' })).toEqual(['Gamma'])
  expect(await titles({ search: '%' })).toEqual([])
  expect(await titles({ state: ['approved'] })).toEqual([])
  expect(await titles({ kind: ['seat'] })).toEqual([])
  expect((await app.call(tenant.admin, api.requests.admin.list, { query: { search: 'beta' } })).body.total).toBe(1)
})

it('opens the steps of a bundle with the bundle', async () => {
  const tenant = await givenTenant(app)
  const learner = await givenPerson(app, tenant)
  const child = await givenPublishedCourse(app, tenant, { title: 'Child' })
  const bundle = await givenPublishedBundle(app, tenant, [child.courseId], { title: 'Bundle' })
  await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: bundle.courseId,
      title: 'All',
      isOptional: true,
      request: { to: 'administrators', standInAfterDays: null },
      rule: { rule: {}, groups: [], everyone: true },
    },
  })
  expect((await open(learner, child.courseId)).status).toBe(404)
  const offered = (await app.call(learner, api.catalogues.list)).body.items.map((card) => [card.title, card.button])
  expect(offered).toEqual([['Bundle', 'request']])
  const { body } = await make(learner, bundle.courseId)
  expect((await decide(tenant.admin, body.id, 'approve')).status).toBe(200)
  expect((await open(learner, child.courseId)).status).toBe(200)
  expect((await open(learner, bundle.courseId)).status).toBe(200)
})
