import { api } from '@learnt/contract'
import type { CallInput } from '@learnt/contract/endpoint'
import { sampleQuestion } from '@learnt/contract/forms/questions'
import type { MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'

const app = await testApp()

type Body = CallInput<typeof api.managerRules.create>['body']
const everyone = { rule: {}, everyone: true }
const sameSite: Body = {
  title: 'Site managers',
  kind: 'Site manager',
  managers: everyone,
  people: everyone,
  sameFields: ['loc1'],
}

async function create(tenant: GivenTenant, body: Body) {
  const answer = await app.call(tenant.admin, api.managerRules.create, { body })
  expect(answer.problem).toBeNull()
  return answer.body
}

async function managersOf(person: GivenPerson): Promise<string[]> {
  const { rows } = await app.services.db.tenant(person.tenantId).read((tx) =>
    sql<{
      managerId: string
    }>`select distinct manager_id from manager_relations where user_id = ${person.userId} order by 1`.execute(tx),
  )
  return rows.map((row) => row.managerId)
}

function change(tenant: GivenTenant, person: GivenPerson, body: CallInput<typeof api.members.update>['body']) {
  return app.call(tenant.admin, api.members.update, { params: { userId: person.userId }, body })
}

const manager = (tenant: GivenTenant, of: { loc1?: string[]; position?: string[]; status?: MembershipStatus } = {}) =>
  givenPerson(app, tenant, { roles: ['manager'], firstName: 'Mira', ...of })
const person = (tenant: GivenTenant, of: { loc1?: string[]; position?: string[]; managers?: string[] } = {}) =>
  givenPerson(app, tenant, of)

describe('a manager rule', () => {
  it('gives people of the place their manager at once, and follows people, managers and roles', async () => {
    const tenant = await givenTenant(app)
    const [north, south] = [await manager(tenant, { loc1: ['North'] }), await manager(tenant, { loc1: ['South'] })]
    const [nina, sam] = [await person(tenant, { loc1: ['North'] }), await person(tenant, { loc1: ['South'] })]
    const preview = await app.call(tenant.admin, api.managerRules.preview, { body: { rule: sameSite } })
    expect(preview.body).toMatchObject({ pairs: 2, managers: 2, people: 2, gain: { count: 2 }, lose: { count: 0 } })
    expect(preview.body.gain.sample.map((pair) => [pair.manager.userId, pair.person.userId])).toEqual(
      expect.arrayContaining([
        [north.userId, nina.userId],
        [south.userId, sam.userId],
      ]),
    )
    await create(tenant, sameSite)
    expect(await managersOf(nina)).toEqual([north.userId])
    // The person moves.
    expect((await change(tenant, nina, { loc1: ['South'] })).problem).toBeNull()
    expect(await managersOf(nina)).toEqual([south.userId])
    // The manager goes elsewhere, and comes back as somebody without the role.
    await change(tenant, south, { loc1: ['West'] })
    expect(await managersOf(nina)).toEqual([])
    await change(tenant, south, { loc1: ['South'], roles: ['learner'] })
    expect(await managersOf(nina)).toEqual([])
    await change(tenant, south, { roles: ['learner', 'manager'] })
    expect([...(await managersOf(nina)), ...(await managersOf(sam))]).toEqual([south.userId, south.userId])
    // A person who is not active manages nobody.
    await change(tenant, south, { status: 'inactive' })
    expect(await managersOf(sam)).toEqual([])
  })

  it('takes the nearest above on the ladder, and leaves named managers alone', async () => {
    const tenant = await givenTenant(app)
    const chief = await manager(tenant, { loc1: ['North'], position: ['Chief'] })
    const lead = await manager(tenant, { loc1: ['North'], position: ['Lead'] })
    const cook = await person(tenant, { loc1: ['North'], position: ['Cook'], managers: [chief.userId] })
    const guest = await person(tenant, { loc1: ['North'], position: ['Cook'] })
    const ladder = { ...sameSite, ladder: ['Chief', 'Lead', 'Cook'] }
    const rule = await create(tenant, ladder)
    expect(await managersOf(guest)).toEqual([lead.userId])
    expect(await managersOf(lead)).toEqual([chief.userId])
    expect(await managersOf(cook)).toEqual([chief.userId, lead.userId].sort())
    // Without the lead the chief is the nearest.
    await change(tenant, lead, { status: 'inactive' })
    expect(await managersOf(guest)).toEqual([chief.userId])
    await change(tenant, lead, { status: 'active' })
    const why = await app.call(tenant.admin, api.managerRules.why, { params: { userId: cook.userId } })
    const reasons = Object.fromEntries(why.body.managers.map((one) => [one.userId, one.reasons]))
    expect(reasons[chief.userId]).toMatchObject([{ by: 'membership' }])
    expect(reasons[lead.userId]).toEqual([
      {
        by: 'rule',
        ruleId: rule.id,
        title: 'Site managers',
        kind: 'Site manager',
        same: [{ field: 'loc1', values: ['North'] }],
        above: { manager: 'Lead', person: 'Cook' },
      },
    ])
    const { title, kind, managers, people, sameFields } = rule
    const all = { title, kind, managers, people, sameFields, ladder: rule.ladder, isNearest: false }
    await app.call(tenant.admin, api.managerRules.update, { params: { managerRuleId: rule.id }, body: all })
    expect(await managersOf(guest)).toEqual([chief.userId, lead.userId].sort())
    await app.call(tenant.admin, api.managerRules.remove, { params: { managerRuleId: rule.id } })
    expect([await managersOf(guest), await managersOf(cook)]).toEqual([[], [chief.userId]])
  })

  it('opens the learning of its people to the manager, and what rules of permissions give to “their people”', async () => {
    const tenant = await givenTenant(app)
    const boss = await manager(tenant, { loc1: ['North'] })
    const [mine, other] = [await person(tenant, { loc1: ['North'] }), await person(tenant, { loc1: ['South'] })]
    const { courseId } = await givenPublishedCourse(app, tenant)
    await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: courseId,
        title: 'Theirs',
        rule: { rule: { managers: [boss.userId] } },
      },
    })
    await create(tenant, sameSite)
    await app.settle()
    const report = await app.call(boss, api.reports.manager.learners, { query: {} })
    expect(report.body.items.map((one) => [one.userId, one.assigned])).toEqual([[mine.userId, 1]])
    await change(tenant, other, { loc1: ['North'] })
    await change(tenant, mine, { loc1: [] })
    await app.settle()
    const after = await app.call(boss, api.reports.manager.learners, { query: {} })
    expect(after.body.items.map((one) => [one.userId, one.assigned])).toEqual([[other.userId, 1]])
  })

  it('sees a person and a manager who come to match at the same time', async () => {
    const tenant = await givenTenant(app)
    await create(tenant, sameSite)
    const [boss, one] = [await manager(tenant), await person(tenant)]
    await Promise.all([change(tenant, boss, { loc1: ['North'] }), change(tenant, one, { loc1: ['North'] })])
    expect(await managersOf(one)).toEqual([boss.userId])
  })

  it('follows a list of people that it names, and keeps it from being removed', async () => {
    const tenant = await givenTenant(app)
    const boss = await manager(tenant)
    const one = await person(tenant)
    const list = await app.call(tenant.admin, api.audiences.create, { body: { kind: 'people', title: 'Project' } })
    await create(tenant, { ...sameSite, sameFields: [], people: { rule: {}, audiences: [list.body.id] } })
    await app.call(tenant.admin, api.audiences.addPeople, {
      params: { audienceId: list.body.id },
      body: { selection: { by: 'ids', ids: [one.membershipId] } },
    })
    await app.settle()
    expect(await managersOf(one)).toEqual([boss.userId])
    const refused = await app.call(tenant.admin, api.audiences.remove, { params: { audienceId: list.body.id } })
    expect(refused.problem?.detail).toContain('Site managers')
  })

  it('is refused where it says nobody, reads managers, gives too many, or is not the caller’s', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, { ...tenant, teamId }, { roles: ['admin'] })
    const boss = await manager(tenant)
    const field = async (body: Body) =>
      (await app.call(tenant.admin, api.managerRules.create, { body })).problem?.errors?.map((one) => one.path)
    const before = await create(tenant, { ...sameSite, title: '<b>Site</b>' })
    expect(before.title).toBe('<b>Site</b>')
    const problems = await Promise.all([
      field({ ...sameSite, managers: { rule: {} } }),
      field({ ...sameSite, people: { rule: { managers: [boss.userId] } } }),
      field({ ...sameSite, people: { rule: {}, audiences: [newId()] } }),
      field({ ...sameSite, title: '<B>site</B>' }),
    ])
    expect(problems).toMatchObject([
      [expect.stringContaining('managers')],
      [expect.stringContaining('people')],
      [expect.stringContaining('people')],
      [expect.stringContaining('title')],
    ])
    for (let at = 0; at < 21; at++) await manager(tenant)
    await person(tenant)
    expect(await field({ ...sameSite, sameFields: [] })).toEqual([expect.stringContaining('sameFields')])
    // An administrator of a team reads them and writes none: they would open people of other teams.
    const own = await app.call(teamAdmin, api.managerRules.list, { query: {} })
    expect(own.body.items.map((rule) => rule.can.update)).toEqual(['notAllowed'])
    const tried = await app.call(teamAdmin, api.managerRules.create, { body: { ...sameSite, title: 'Mine' } })
    expect(tried.status).toBe(403)
  })
})

describe('the page of a manager’s people', () => {
  it('shows who is late first, counts people who have not started, and deeper levels where they are asked for', async () => {
    const tenant = await givenTenant(app)
    const boss = await manager(tenant)
    const middle = await givenPerson(app, tenant, { roles: ['manager'], managers: [boss.userId], lastName: 'Aaa' })
    const late = await givenPerson(app, tenant, { managers: [boss.userId], lastName: 'Zzz' })
    const below = await givenPerson(app, tenant, { managers: [middle.userId] })
    const { courseId } = await givenPublishedCourse(app, tenant)
    const yesterday = new Date(app.services.clock.now().getTime() - 2 * 86_400_000)
    await givenAssignment(app, late, courseId, { dueAt: yesterday })
    await givenAssignment(app, below, courseId)
    const direct = await app.call(boss, api.myPeople.list, { query: {} })
    expect(direct.body.items.map((one) => [one.userId, one.overdue, one.through])).toEqual([
      [late.userId, 1, null],
      [middle.userId, 0, null],
    ])
    expect(direct.body.totals).toMatchObject({ people: 2, overdue: 1, notStarted: 1, completionRate: 0 })
    const all = await app.call(boss, api.myPeople.list, { query: { levels: 'all', sort: 'name', limit: '1' } })
    expect([all.body.total, all.body.totals.people]).toEqual([3, 3])
    const rest = await app.call(boss, api.myPeople.list, {
      query: { levels: 'all', sort: 'name', limit: '5', cursor: all.body.next ?? '' },
    })
    const items = [...all.body.items, ...rest.body.items]
    expect(items.find((one) => one.userId === below.userId)?.through).toContain('Aaa')
    const overdue = await app.call(boss, api.myPeople.list, { query: { having: 'overdue' } })
    expect(overdue.body.items.map((one) => one.userId)).toEqual([late.userId])
    const statements = await statementsOf(app.services.db, () =>
      app.call(boss, api.myPeople.list, { query: { levels: 'all' } }),
    )
    expect(statements.length).toBeLessThanOrEqual(8)
    // The manager at the top sees people below a manager as that one does; other managers do not.
    const open = (caller: GivenPerson) =>
      app.call(caller, api.reports.manager.assignments, { query: { userId: below.userId } })
    const opened = (await open(boss)).body
    expect(opened).toMatchObject({ total: 1, canExtend: false, totals: { assigned: 1, notStarted: 1 } })
    expect((await open(middle)).body).toMatchObject({ total: 1, canExtend: true })
    const elsewhere = await manager(tenant)
    expect((await open(elsewhere)).body).toMatchObject({ total: 0, items: [] })
    const params = { userCourseId: opened.items[0]?.userCourseId ?? '' }
    const record = async (caller: GivenPerson) =>
      (await app.call(caller, api.reports.manager.assignment, { params })).status
    expect([await record(boss), await record(middle), await record(elsewhere)]).toEqual([200, 200, 404])
    expect((await app.call(boss, api.reports.manager.learners, { query: {} })).body.total).toBe(2)
  })

  it('shows a manager of nobody nobody, and lets them act on nobody of others', async () => {
    const tenant = await givenTenant(app)
    const [idle, boss] = [await manager(tenant), await manager(tenant)]
    const theirs = await givenPerson(app, tenant, { managers: [boss.userId] })
    const { courseId } = await givenPublishedCourse(app, tenant)
    await givenAssignment(app, idle, courseId)
    expect((await app.call(idle, api.myPeople.list, { query: { levels: 'all' } })).body).toMatchObject({
      items: [],
      totals: { people: 0, completionRate: null },
    })
    const assign = (caller: GivenPerson) =>
      app.call(caller, api.myPeople.assign, {
        body: { documentType: 'course', documentId: courseId, userIds: [theirs.userId] },
      })
    expect((await assign(idle)).status).toBe(404)
    // What the manager does not have themselves is not theirs to give.
    expect((await assign(boss)).status).toBe(404)
    await givenAssignment(app, boss, courseId)
    expect((await assign(boss)).body).toEqual({ given: 1 })
    const remind = (caller: GivenPerson) =>
      app.call(caller, api.myPeople.remind, { body: { userIds: [theirs.userId], message: '<i>Please</i>' } })
    expect((await remind(idle)).status).toBe(404)
    expect((await remind(boss)).body).toMatchObject({ reminded: 0, refused: [{ reason: 'nothingDue' }] })
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`update assignments set due_day = current_date - 3, due_at = now() - interval '3 days' where user_id = ${theirs.userId}`.execute(
          tx,
        ),
      )
    const [first, second] = await Promise.all([remind(boss), remind(boss)])
    expect([first.body.reminded + second.body.reminded, first.problem, second.problem]).toEqual([1, null, null])
    const told = await app.call(theirs, api.notifications.list, { query: {} })
    expect(told.body.items.filter((one) => one.kind === 'managerReminded')).toHaveLength(1)
  })
})

describe('the preview of a document', () => {
  it('shows a manager what they may give or their people have, without answers, and records nothing', async () => {
    const tenant = await givenTenant(app)
    const [boss, idle] = [await manager(tenant), await manager(tenant)]
    const mine = await givenPerson(app, tenant, { managers: [boss.userId] })
    const { courseId } = await givenPublishedCourse(app, tenant, { title: 'Theirs' })
    const secret = await givenPublishedCourse(app, tenant, { title: 'Of others' })
    const quiz = await givenForm(app, tenant, [sampleQuestion('Right?')], { kind: 'quiz', title: 'Quiz' })
    const pathway = await givenPathway(app, tenant, { sections: [pathwaySection([pathwayStep(courseId)])] })
    await givenAssignment(app, mine, courseId)
    await givenAssignment(app, mine, quiz.id, { type: 'form' })
    await givenAssignment(app, boss, pathway.id, { type: 'pathway' })
    const look = (caller: GivenPerson, documentType: 'course' | 'form' | 'pathway', documentId: string) =>
      app.call(caller, api.myPeople.preview, { params: { documentType, documentId } })
    const rows = () =>
      app.services.db.tenant(tenant.tenantId).read((tx) =>
        sql<{ rows: number }>`select (select count(*) from statements)::int + (select count(*) from attempts)::int
          + (select count(*) from activity_progress)::int + (select count(*) from submissions)::int as rows`.execute(
          tx,
        ),
      )
    const before = (await rows()).rows
    const course = (await look(boss, 'course', courseId)).body
    expect(course).toMatchObject({ title: 'Theirs', form: null })
    expect(course.course?.content.sections).toHaveLength(1)
    expect((await look(boss, 'pathway', pathway.id)).body.sections[0]?.steps).toMatchObject([{ title: 'Theirs' }])
    const form = (await look(boss, 'form', quiz.id)).body.form?.form
    expect(JSON.stringify(form)).not.toContain('"right":["cyes"]')
    expect(JSON.stringify(form)).toContain('Right? question')
    expect((await look(boss, 'course', secret.courseId)).status).toBe(404)
    expect((await look(idle, 'course', courseId)).status).toBe(404)
    expect((await rows()).rows).toEqual(before)
  })
})
