import { api } from '@learnt/contract'
import type { CallInput } from '@learnt/contract/endpoint'
import type { RuleMap } from '@learnt/contract/permissions'
import type { MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import {
  givenCourse,
  givenNewVersion,
  givenPublishedBundle,
  givenPublishedCourse,
  pageActivity,
} from '../../../test/given/courses.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { deterministicId, newId } from '../../platform/ids.ts'
import { putCalendar } from '../../platform/tenant/calendar.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { applyWaitingRules, reevaluateMembers } from './commands/reevaluate-members.ts'
import { finishContainerSync, syncContainer } from './commands/sync-container.ts'
import { findStanding, type Question } from './queries/find-standing.ts'

const app = await testApp()

type PermissionBody = CallInput<typeof api.permissions.create>['body']

async function create(tenant: GivenTenant, courseId: string, of: Partial<PermissionBody> = {}) {
  const answer = await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: courseId,
      title: 'Rule',
      rule: { rule: { position: ['Nurse'] } },
      ...of,
    },
  })
  expect(answer.problem).toBeNull()
  return answer.body
}

/** Changes a membership as the members' feature does: the row and the rules in one transaction. */
async function change(
  person: GivenPerson,
  fields: { position?: string[]; status?: MembershipStatus; teamId?: string },
) {
  const ctx = contextOf(app, person)
  await ctx.write(async (tx) => {
    await tx.updateTable('memberships').set(fields).where('id', '=', person.membershipId).execute()
    await reevaluateMembers(ctx, tx, [person.membershipId], Object.keys(fields))
  })
}

function assignmentsOf(person: Pick<GivenPerson, 'tenantId' | 'userId'>, courseId: string) {
  return app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      tx
        .selectFrom('assignments')
        .selectAll()
        .where('userId', '=', person.userId)
        .where('documentId', '=', courseId)
        .execute(),
    )
}

async function has(person: Pick<GivenPerson, 'tenantId' | 'userId'>, courseId: string) {
  return (await assignmentsOf(person, courseId))[0]?.isActive ?? false
}

async function expectRightRollups(tenant: GivenTenant) {
  expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual({
    courses: 0,
    learners: 0,
    days: 0,
    learnerDays: 0,
    availability: 0,
    versions: 0,
    activities: 0,
  })
}

async function givenPeople(tenant: GivenTenant, count: number, position: string) {
  await app.services.db.tenant(tenant.tenantId).write((tx) =>
    sql`
      insert into memberships (id, user_id, team_id, first_name, last_name, email, position)
      select id || ':' || ${tenant.teamId}, id, ${tenant.teamId}, 'Bulk', lpad(n::text, 6, '0'), lower(${position}) || n || '@bulk.test', array[${position}]
      from (select gen_random_uuid() as id, n from generate_series(1, ${count}) n) people`.execute(tx),
  )
}

describe('a permission', () => {
  it('gives a document to those who match, at once, and says so', async () => {
    const tenant = await givenTenant(app)
    const nurse = await givenPerson(app, tenant, { position: ['Nurse', 'Head'] })
    const cook = await givenPerson(app, tenant, { position: ['Cook'] })
    const course = await givenPublishedCourse(app, tenant)
    const permission = await create(tenant, course.courseId, { title: 'Nurses' })
    expect(permission).toMatchObject({
      title: 'Nurses',
      documentTitle: course.content.title,
      people: 1,
      applying: false,
      status: 'active',
      isOptional: false,
      updatedBy: 'Ada Admin',
    })
    expect(await assignmentsOf(nurse, course.courseId)).toMatchObject([
      {
        id: deterministicId('assignment', tenant.tenantId, nurse.userId, 'course', course.courseId, '0'),
        isActive: true,
        isOptional: false,
        state: 'notstarted',
      },
    ])
    expect(await has(cook, course.courseId)).toBe(false)
    const events = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('liveEvents').select(['topic', 'userId', 'kind', 'subjectId']).execute())
    expect(events).toContainEqual({ topic: 'me', userId: nurse.userId, kind: 'assignments', subjectId: nurse.userId })
    expect(events).toContainEqual({ topic: 'courses', userId: null, kind: 'availability', subjectId: course.courseId })
    const entries = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('auditEntries').select(['action', 'subjectId']).execute())
    expect(entries).toContainEqual({ action: 'permissions.create', subjectId: permission.id })
    await expectRightRollups(tenant)
  })

  it('keeps the rule exactly as it was written', async () => {
    const tenant = await givenTenant(app)
    const course = await givenPublishedCourse(app, tenant)
    const rule = {
      rule: {
        position: ['Nurse', { value: ' Head of "care"', label: 'Head' }],
        loc1: [{ value: 'Łódź' }],
        employeeId: ['007', '7'],
      },
      groups: [{ tags: ['a,b', '{c}', '\\d'] }, { status: ['active'] }],
      everyone: false,
      audiences: [],
    }
    const created = await create(tenant, course.courseId, { rule })
    expect(created.rule).toEqual(rule)
    const read = await app.call(tenant.admin, api.permissions.get, { params: { permissionId: created.id } })
    expect(read.body.rule).toEqual(rule)
    expect(read.body).toEqual(created)
    const changed = await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: created.id },
      body: { title: 'New name' },
    })
    expect(changed.body).toMatchObject({ title: 'New name', rule, due: { kind: 'none' }, isOptional: false })
  })

  it('is gained and lost as people change, and what was done comes back with them', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { position: ['Cook'] })
    const page = pageActivity()
    const course = await givenPublishedCourse(app, tenant, { activities: [page, pageActivity()] })
    const permission = await create(tenant, course.courseId)
    expect(await has(person, course.courseId)).toBe(false)
    await change(person, { position: ['Nurse'] })
    const [given] = await assignmentsOf(person, course.courseId)
    expect(given).toMatchObject({ isActive: true })
    const ctx = contextOf(app, person)
    await ctx.write((tx) =>
      recordProgress(ctx, tx, {
        assignmentId: given?.id ?? '',
        activityId: page.id,
        state: 'completed',
        progress: 100,
        scorePercent: null,
        secondsAdded: 9,
        source: 'page',
      }),
    )
    await change(person, { position: ['Cook'] })
    expect(await assignmentsOf(person, course.courseId)).toMatchObject([{ isActive: false, progress: 50 }])
    expect(
      (await app.call(tenant.admin, api.permissions.get, { params: { permissionId: permission.id } })).body.people,
    ).toBe(0)
    await change(person, { position: ['Nurse'] })
    expect(await assignmentsOf(person, course.courseId)).toMatchObject([
      { id: given?.id, isActive: true, progress: 50, state: 'inprogress' },
    ])
    expect(
      (await app.call(tenant.admin, api.permissions.get, { params: { permissionId: permission.id } })).body.people,
    ).toBe(1)
    await expectRightRollups(tenant)
  })

  it('asks only the rules that name the change', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { position: ['Nurse'] })
    for (let n = 0; n < 3; n++)
      await create(tenant, (await givenPublishedCourse(app, tenant)).courseId, { rule: { rule: { loc1: ['Here'] } } })
    const quiet = await statementsOf(app.services.db, () => change(person, { position: ['Cook'] }))
    expect(quiet.length).toBeLessThanOrEqual(8)
    const asked = (question: Question) =>
      app.services.db
        .tenant(tenant.tenantId)
        .read(async (tx) => (await findStanding(tx, [person.userId], question)).permissions.length)
    expect(await asked({ ask: 'fields', fields: ['position'] })).toBe(0)
    expect(await asked({ ask: 'fields', fields: ['loc1'] })).toBe(3)
    expect(await asked({ ask: 'all' })).toBe(3)
  })

  it('made inactive hides the document from those who have it by this rule alone', async () => {
    const tenant = await givenTenant(app)
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const both = await givenPerson(app, tenant, { position: ['Nurse'], tags: ['x'] })
    const course = await givenPublishedCourse(app, tenant)
    const permission = await create(tenant, course.courseId)
    await create(tenant, course.courseId, { isOptional: true, rule: { rule: { tags: ['x'] } } })
    expect(await assignmentsOf(both, course.courseId)).toMatchObject([{ isOptional: false }])
    const off = await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: permission.id },
      body: { status: 'inactive' },
    })
    expect(off.body).toMatchObject({ status: 'inactive', people: 0 })
    expect(await has(nurse, course.courseId)).toBe(false)
    expect(await assignmentsOf(both, course.courseId)).toMatchObject([{ isActive: true, isOptional: true }])
    await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: permission.id },
      body: { status: 'active' },
    })
    expect(await has(nurse, course.courseId)).toBe(true)
    expect(await assignmentsOf(both, course.courseId)).toMatchObject([{ isActive: true, isOptional: false }])
    await expectRightRollups(tenant)
  })

  it('is due at the end of a day in the tenant’s zone, at the earliest of the required ones', async () => {
    const tenant = await givenTenant(app, { settings: { timeZone: 'America/New_York' } })
    const person = await givenPerson(app, tenant, { position: ['Nurse'] })
    const course = await givenPublishedCourse(app, tenant)
    // 2026-11-20T09:00Z is 04:00 in New York
    const permission = await create(tenant, course.courseId, { due: { kind: 'after', days: 10 } })
    expect(await assignmentsOf(person, course.courseId)).toMatchObject([
      { dueAt: new Date('2026-12-01T05:00:00Z'), dueDay: '2026-11-30' },
    ])
    await create(tenant, course.courseId, { due: { kind: 'on', day: '2026-11-25' } })
    expect(await assignmentsOf(person, course.courseId)).toMatchObject([
      { dueAt: new Date('2026-11-26T05:00:00Z'), dueDay: '2026-11-25' },
    ])
    await create(tenant, course.courseId, { due: { kind: 'on', day: '2026-11-21' }, isOptional: true })
    expect(await assignmentsOf(person, course.courseId)).toMatchObject([{ dueDay: '2026-11-25' }])
    await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: permission.id },
      body: { due: { kind: 'on', day: '2026-11-24' } },
    })
    expect(await assignmentsOf(person, course.courseId)).toMatchObject([{ dueDay: '2026-11-24' }])
    await expectRightRollups(tenant)
  })

  it('of a draft gives nobody anything before it is published, and counts the days from then', async () => {
    const tenant = await givenTenant(app, { settings: { timeZone: 'UTC' } })
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const cook = await givenPerson(app, tenant)
    const { courseId, content } = await givenCourse(app, tenant)
    const document = { documentType: 'course' as const, documentId: courseId }
    const due = { kind: 'after' as const, days: 3 }
    await create(tenant, courseId, { due })
    await app.call(tenant.admin, api.permissions.assign, {
      params: document,
      body: { selection: { by: 'ids', ids: [cook.membershipId] }, due },
    })
    const figures = (caller: { token: string } = tenant.admin) =>
      app.call(caller, api.reports.admin.assignments, { query: { courseId } })
    for (const person of [nurse, cook]) {
      expect(await assignmentsOf(person, courseId)).toMatchObject([{ isActive: false, dueAt: null }])
      expect(await has(person, courseId)).toBe(false)
    }
    expect((await figures()).body.items).toEqual([])
    // the administrator sees whom it is for
    const people = await app.call(tenant.admin, api.permissions.people, { params: document })
    expect(people.body.items).toMatchObject([
      { isWaiting: true, dueAt: null },
      { isWaiting: true, dueAt: null },
    ])

    const before = app.clock.now()
    app.clock.advance(10 * 86_400_000)
    const admin = { token: await givenSession(app.services, tenant.admin) }
    try {
      const published = await app.call(admin, api.courses.publish, {
        params: { courseId },
        body: { revision: 1, underWay: 'carry', note: '' },
      })
      expect(published.problem, content.title).toBeNull()
      for (const person of [nurse, cook])
        expect(await assignmentsOf(person, courseId)).toMatchObject([
          { isActive: true, dueDay: '2026-12-03', assignedAt: app.clock.now() },
        ])
      expect((await figures(admin)).body.items).toMatchObject([{ dueState: 'soon' }, { dueState: 'soon' }])
      await expectRightRollups(tenant)
    } finally {
      app.clock.set(before)
    }
  })

  it('leaves people on leave what they have, frozen, and gives them nothing new', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { position: ['Nurse'] })
    const [course, later] = [await givenPublishedCourse(app, tenant), await givenPublishedCourse(app, tenant)]
    const permission = await create(tenant, course.courseId, { due: { kind: 'after', days: 3 } })
    await change(person, { status: 'sick leave' })
    expect(await assignmentsOf(person, course.courseId)).toMatchObject([
      { isActive: true, frozenAt: app.clock.now(), dueDay: '2026-11-23' },
    ])
    await create(tenant, later.courseId)
    await change(person, { position: ['Cook'] })
    expect(await has(person, later.courseId)).toBe(false)
    const why = async (courseId: string, admin: { token: string } = tenant.admin) =>
      (
        await app.call(admin, api.permissions.why, {
          params: { documentType: 'course', documentId: courseId, userId: person.userId },
        })
      ).body
    expect(await why(course.courseId)).toMatchObject({ has: true, rules: [{ matches: false, keptOnLeave: true }] })
    expect(await why(later.courseId)).toMatchObject({ has: false, rules: [{ matches: false, keptOnLeave: false }] })
    // The rule changes meanwhile: still theirs.
    await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: permission.id },
      body: { rule: { rule: { position: ['Nurse', 'Head'] } } },
    })
    expect(await has(person, course.courseId)).toBe(true)
    await expectRightRollups(tenant)
    await change(person, { position: ['Nurse'] })
    app.clock.advance(7 * 86_400_000)
    try {
      await change(person, { status: 'active' })
      expect(await assignmentsOf(person, course.courseId)).toMatchObject([
        { isActive: true, frozenAt: null, dueDay: '2026-11-30' },
      ])
      expect(await has(person, later.courseId)).toBe(true)
      const admin = { token: await givenSession(app.services, tenant.admin) }
      const trace = await why(course.courseId, admin)
      expect(trace).toMatchObject({ has: true, rules: [{ matches: true, keptOnLeave: false }] })
      // Applying the rule once more does not take the days away again.
      const again = await app.call(admin, api.permissions.update, {
        params: { permissionId: permission.id },
        body: { title: 'Again' },
      })
      expect(again.status).toBe(200)
      expect(await assignmentsOf(person, course.courseId)).toMatchObject([{ dueDay: '2026-11-30' }])
      await change(person, { status: 'terminated' })
      expect(await has(person, course.courseId)).toBe(false)
    } finally {
      app.clock.advance(-7 * 86_400_000)
    }
    await expectRightRollups(tenant)
  })

  it('matches by any active membership of the person', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const first = await givenPerson(app, tenant, { position: ['Cook'] })
    const second = await givenPerson(app, tenant, {
      userId: first.userId,
      email: first.email,
      teamId,
      position: ['Nurse'],
      status: 'inactive',
    })
    const course = await givenPublishedCourse(app, tenant)
    await create(tenant, course.courseId)
    expect(await has(first, course.courseId)).toBe(false)
    await change(second, { status: 'active' })
    expect(await has(first, course.courseId)).toBe(true)
    await change(first, { status: 'terminated' })
    expect(await has(first, course.courseId)).toBe(true)
    await change(second, { position: ['Cook'] })
    expect(await has(first, course.courseId)).toBe(false)
  })

  it('costs little when there is nothing to do', async () => {
    const tenant = await givenTenant(app)
    await givenPeople(tenant, 500, 'Nurse')
    const course = await givenPublishedCourse(app, tenant)
    const permission = await create(tenant, course.courseId)
    expect(permission.people).toBe(500)
    const again = await statementsOf(app.services.db, () =>
      app.call(tenant.admin, api.permissions.update, { params: { permissionId: permission.id }, body: {} }),
    )
    const written = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('progressDeltas').select('id').execute())
    expect(written).toHaveLength(500)
    expect(again.length).toBeLessThanOrEqual(25)
  })

  it('saved again in the same words looks at nobody, and gives what a whole comparison would have found to give', async () => {
    const tenant = await givenTenant(app)
    const course = await givenPublishedCourse(app, tenant)
    const people: GivenPerson[] = []
    for (let i = 0; i < 6; i++)
      people.push(await givenPerson(app, tenant, { position: i % 2 === 0 ? ['Nurse'] : ['Cook'] }))
    const permission = await create(tenant, course.courseId, { due: { kind: 'after', days: 3 } })
    const save = async (body: CallInput<typeof api.permissions.update>['body']) => {
      const said = await statementsOf(app.services.db, () =>
        app.call(tenant.admin, api.permissions.update, { params: { permissionId: permission.id }, body }),
      )
      return said.some((one) => one.sql.includes('gaining'))
    }
    const holders = async () =>
      (
        await app.services.db.tenant(tenant.tenantId).read((tx) =>
          sql<{ userId: string; due: string }>`
            select user_id, due_at::text as due from assignment_sources where source_id = ${permission.id} order by 1`.execute(
            tx,
          ),
        )
      ).rows
    // As people change one by one, in any order, what they have is what the rule says of them.
    let seed = 11
    for (let i = 0; i < 30; i++) {
      seed = (seed * 48_271) % 2_147_483_647
      await change(people[seed % 6] as GivenPerson, seed % 3 === 0 ? { position: ['Cook'] } : { position: ['Nurse'] })
    }
    expect(await save({})).toBe(false)
    expect(await save({ title: 'Another name', rule: { rule: { position: ['Nurse'] } } })).toBe(false)
    const kept = await holders()
    expect(kept.length).toBeGreaterThan(0)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => tx.updateTable('permissions').set({ appliedSign: null }).where('id', '=', permission.id).execute())
    expect(await save({})).toBe(true)
    expect(await holders()).toEqual(kept)
    // Whatever rows depend on is another sign: the words, the date, the status, the zone.
    for (const body of [
      { rule: { rule: { position: ['Cook'] } } },
      { due: { kind: 'after' as const, days: 4 } },
      { isOptional: true },
      { status: 'inactive' as const },
    ]) {
      expect(await save(body)).toBe(true)
      expect(await save(body)).toBe(false)
    }
    await save({ status: 'active', isOptional: false })
    const before = await holders()
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => putCalendar(tx, { settings: { timeZone: 'Asia/Tokyo' }, createdAt: app.services.clock.now() }))
    expect(await save({})).toBe(true)
    expect(await holders()).not.toEqual(before)
  })

  it('is refused to lower roles, to strangers and to another tenant, and complains at the field', async () => {
    const tenant = await givenTenant(app)
    const other = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const course = await givenPublishedCourse(app, tenant)
    const body: PermissionBody = {
      documentType: 'course',
      documentId: course.courseId,
      title: 'Rule',
      rule: { rule: {}, everyone: true },
    }
    for (const caller of [learner, manager])
      expect((await app.call(caller, api.permissions.create, { body })).status).toBe(403)
    expect((await app.call(stranger, api.permissions.create, { body })).status).toBe(401)
    const foreign = await app.call(other.admin, api.permissions.create, { body })
    expect(foreign.problem).toMatchObject({ status: 422, errors: [{ path: 'body.documentId' }] })
    const permission = await create(tenant, course.courseId, { rule: { rule: {}, everyone: true } })
    expect(permission.people).toBe(3)
    const params = { permissionId: permission.id }
    expect((await app.call(other.admin, api.permissions.get, { params })).status).toBe(404)
    expect((await app.call(other.admin, api.permissions.update, { params, body: { status: 'inactive' } })).status).toBe(
      404,
    )
    expect((await app.call(learner, api.permissions.update, { params, body: { status: 'inactive' } })).status).toBe(403)
    for (const [bad, path] of [
      [{ ...body, title: '' }, 'body.title'],
      [{ ...body, rule: { rule: { shoeSize: ['44'] } } }, 'body.rule.rule.shoeSize'],
      [{ ...body, rule: { rule: { position: [] } } }, 'body.rule.rule.position'],
      [{ ...body, due: { kind: 'after', days: 0 } }, 'body.due.days'],
    ] as const) {
      const answer = await app.call(tenant.admin, api.permissions.create, { body: bad as PermissionBody })
      expect(answer.status).toBe(422)
      expect(answer.problem?.errors?.map((error) => error.path)).toContain(path)
    }
    const twice = { body, idempotencyKey: newId() }
    const [one, two] = [
      await app.call(tenant.admin, api.permissions.create, twice),
      await app.call(tenant.admin, api.permissions.create, twice),
    ]
    expect(two.body.id).toBe(one.body.id)
  })

  it('is listed newest change first, page by page', async () => {
    const tenant = await givenTenant(app)
    const course = await givenPublishedCourse(app, tenant)
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift((await create(tenant, course.courseId, { title: `Rule ${n}` })).id)
    const first = await app.call(tenant.admin, api.permissions.list, {
      query: { documentId: course.courseId, limit: 3 },
    })
    expect(first.body).toMatchObject({ total: 5 })
    const second = await app.call(tenant.admin, api.permissions.list, {
      query: { documentId: course.courseId, limit: 3, cursor: first.body.next ?? '' },
    })
    expect([...first.body.items, ...second.body.items].map((item) => item.id)).toEqual(made)
    expect(second.body.next).toBeNull()
    const found = await app.call(tenant.admin, api.permissions.list, { query: { search: 'rule 3' } })
    expect(found.body.items.map((item) => item.title)).toEqual(['Rule 3'])
    const few = await statementsOf(app.services.db, () =>
      app.call(tenant.admin, api.permissions.list, { query: { limit: 1 } }),
    )
    const many = await statementsOf(app.services.db, () => app.call(tenant.admin, api.permissions.list, {}))
    expect(many.length).toBe(few.length)
  })
})

describe('the status of many', () => {
  it('is set by a job that names what it could not do, and is taken back by naming the job', async () => {
    const tenant = await givenTenant(app)
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const course = await givenPublishedCourse(app, tenant)
    const other = await givenPublishedCourse(app, tenant)
    const [one, two] = [
      await create(tenant, course.courseId, { title: 'One' }),
      await create(tenant, course.courseId, { title: 'Two', status: 'inactive' }),
    ]
    const kept = await create(tenant, other.courseId, { title: 'Another course' })
    const setStatus = async (body: CallInput<typeof api.permissions.setStatus>['body']) => {
      const answer = await app.call(tenant.admin, api.permissions.setStatus, { body })
      expect(answer.status).toBe(202)
      await app.settle()
      const job = (await app.call(tenant.admin, api.jobs.get, { params: { jobId: answer.body.jobId } })).body
      expect(job.state).toBe('succeeded')
      return job
    }
    const statuses = async () =>
      Promise.all(
        [one, two, kept].map(
          async ({ id }) =>
            (await app.call(tenant.admin, api.permissions.get, { params: { permissionId: id } })).body.status,
        ),
      )
    // Everything that the filter matches; what has the status already is passed over.
    const off = await setStatus({
      selection: { by: 'filter', filter: { documentId: course.courseId } },
      status: 'inactive',
    })
    expect(off.result).toMatchObject({ status: 'inactive', done: 1, skipped: 1, failed: 0 })
    expect(await statuses()).toEqual(['inactive', 'inactive', 'active'])
    expect(await has(nurse, course.courseId)).toBe(false)
    // Back: only what that job changed.
    expect((await setStatus({ selection: { by: 'job', jobId: off.id }, status: 'active' })).result).toMatchObject({
      done: 1,
      skipped: 0,
      failed: 0,
    })
    expect(await statuses()).toEqual(['active', 'inactive', 'active'])
    expect(await has(nurse, course.courseId)).toBe(true)
    // What is not there fails, the rest is done.
    const gone = newId()
    const partly = await setStatus({ selection: { by: 'ids', ids: [gone, two.id] }, status: 'active' })
    expect(partly.result).toMatchObject({ done: 1, failed: 1 })
    expect(partly.result?.reasons).toContain(gone)
    expect(partly.link).toContain('rows.csv')
    expect(await statuses()).toEqual(['active', 'active', 'active'])
    await expectRightRollups(tenant)
  })

  it('is refused to lower roles, and does not reach another tenant’s', async () => {
    const [tenant, foreign] = [await givenTenant(app), await givenTenant(app)]
    const course = await givenPublishedCourse(app, tenant)
    const permission = await create(tenant, course.courseId)
    const body = { selection: { by: 'ids' as const, ids: [permission.id] }, status: 'inactive' as const }
    for (const roles of [['learner'], ['manager']] as const)
      expect(
        (await app.call(await givenPerson(app, tenant, { roles: [...roles] }), api.permissions.setStatus, { body }))
          .status,
      ).toBe(403)
    const status = async () =>
      (await app.call(tenant.admin, api.permissions.get, { params: { permissionId: permission.id } })).body.status
    const answer = await app.call(foreign.admin, api.permissions.setStatus, { body })
    await app.settle()
    const job = await app.call(foreign.admin, api.jobs.get, { params: { jobId: answer.body.jobId } })
    expect(job.body.result).toMatchObject({ done: 0, failed: 1 })
    expect(await status()).toBe('active')
    await app.call(tenant.admin, api.permissions.setStatus, { body })
    await app.settle()
    expect(await status()).toBe('inactive')
  })
})

describe('the preview', () => {
  it('says who would gain, keep and lose, by name, before anything is saved', async () => {
    const tenant = await givenTenant(app)
    const course = await givenPublishedCourse(app, tenant)
    const people: Record<string, GivenPerson> = {}
    for (const [name, position] of [
      ['Nora', 'Nurse'],
      ['Nick', 'Nurse'],
      ['Carl', 'Cook'],
      ['Cora', 'Cook'],
      ['Hal', 'Head'],
    ] as const) {
      people[name] = await givenPerson(app, tenant, { firstName: name, lastName: 'Aa', position: [position] })
    }
    const permission = await create(tenant, course.courseId, { rule: { rule: { position: ['Nurse', 'Head'] } } })
    await app.call(tenant.admin, api.permissions.assign, {
      params: { documentType: 'course', documentId: course.courseId },
      body: { selection: { by: 'ids', ids: [people.Hal?.membershipId ?? ''] } },
    })
    const preview = (body: { permissionId?: string; rule: { rule: RuleMap }; status?: 'inactive' }) =>
      app.call(tenant.admin, api.permissions.preview, {
        body: { documentType: 'course', documentId: course.courseId, ...body },
      })
    const names = (group: { sample: { name: string }[] }) => group.sample.map((person) => person.name)
    const wider = (await preview({ permissionId: permission.id, rule: { rule: { position: ['Nurse', 'Cook'] } } })).body
    expect(wider.matching).toBe(4)
    expect(names(wider.gain)).toEqual(['Carl Aa', 'Cora Aa'])
    expect(names(wider.keep)).toEqual(['Nick Aa', 'Nora Aa'])
    // Hal keeps it by hand.
    expect(wider.lose).toEqual({ count: 0, sample: [] })
    const other = (await preview({ permissionId: permission.id, rule: { rule: { position: ['Cook'] } } })).body
    expect(names(other.lose)).toEqual(['Nick Aa', 'Nora Aa'])
    const off = (
      await preview({ permissionId: permission.id, rule: { rule: { position: ['Nurse'] } }, status: 'inactive' })
    ).body
    expect(off).toMatchObject({ matching: 0, gain: { count: 0 }, keep: { count: 0 }, lose: { count: 2 } })
    const fresh = (await preview({ rule: { rule: { position: ['Nurse'] } } })).body
    expect(fresh).toMatchObject({ matching: 2, keep: { count: 2 }, lose: { count: 0 } })
    expect(await has(people.Carl as GivenPerson, course.courseId)).toBe(false)
    const statements = await statementsOf(app.services.db, () =>
      preview({ permissionId: permission.id, rule: { rule: { position: ['Cook'] } } }),
    )
    expect(statements.length).toBeLessThanOrEqual(5)
    expect(
      (
        await app.call(people.Nora as GivenPerson, api.permissions.preview, {
          body: { documentType: 'course', documentId: course.courseId, rule: { rule: {} } },
        })
      ).status,
    ).toBe(403)
  })

  it('counts everybody and names ten', async () => {
    const tenant = await givenTenant(app)
    await givenPeople(tenant, 60, 'Nurse')
    const course = await givenPublishedCourse(app, tenant)
    const answer = await app.call(tenant.admin, api.permissions.preview, {
      body: { documentType: 'course', documentId: course.courseId, rule: { rule: { position: ['Nurse'] } } },
    })
    expect(answer.body).toMatchObject({ matching: 60, gain: { count: 60 } })
    expect(answer.body.gain.sample.map((person) => person.name)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Bulk ${String(n + 1).padStart(6, '0')}`),
    )
  })
})

describe('a rule with more people than a request writes', () => {
  it('that could not be applied says so, leaves readers alone, and is applied when it is tried again', async () => {
    const tenant = await givenTenant(app)
    const author = await givenPerson(app, tenant, { roles: ['admin'] })
    await givenPeople(tenant, 5100, 'Nurse')
    const course = await givenPublishedCourse(app, tenant)
    const made = await app.call(author, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: course.courseId,
        title: 'Nurses',
        rule: { rule: { position: ['Nurse'] } },
      },
    })
    const permission = async () =>
      (await app.call(tenant.admin, api.permissions.get, { params: { permissionId: made.body.id } })).body
    const jobs = async () => (await app.call(tenant.admin, api.jobs.list)).body.items
    expect(await permission()).toMatchObject({ applying: true, applyFailed: false })
    // The job acts with the rights that its author has by then.
    await change(author, { status: 'inactive' })
    await app.settle()
    expect(await jobs()).toMatchObject([{ kind: 'permissions.apply', state: 'failed' }])
    expect(await permission()).toMatchObject({ applying: false, applyFailed: true, people: 0 })
    const waiting = await statementsOf(app.services.db, () => app.call(tenant.admin, api.learning.home))
    expect(waiting.some((one) => one.sql.includes('for update'))).toBe(false)

    const again = await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: made.body.id },
      body: {},
    })
    expect(again.body).toMatchObject({ applying: true, applyFailed: false })
    const [cancelled] = await jobs()
    expect((await app.call(tenant.admin, api.jobs.cancel, { params: { jobId: cancelled?.id ?? '' } })).status).toBe(200)
    await app.settle()
    expect(await permission()).toMatchObject({ applying: false, applyFailed: true, people: 0 })

    expect((await app.call(tenant.admin, api.jobs.retry, { params: { jobId: cancelled?.id ?? '' } })).status).toBe(200)
    await app.settle()
    expect(await permission()).toMatchObject({ applying: false, applyFailed: false, people: 5100 })
    await expectRightRollups(tenant)
  })

  it('is accepted at once, counts for a reader before the job has written their row, and ends exactly', async () => {
    const tenant = await givenTenant(app)
    await givenPeople(tenant, 6000, 'Nurse')
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const course = await givenPublishedCourse(app, tenant)
    const permission = await create(tenant, course.courseId)
    expect(permission).toMatchObject({ applying: true })
    expect(await has(nurse, course.courseId)).toBe(false)
    await applyWaitingRules(contextOf(app, nurse))
    expect(await has(nurse, course.courseId)).toBe(true)
    // Somebody who comes to match while it is being applied.
    const late = await givenPerson(app, tenant, { position: ['Cook'] })
    await change(late, { position: ['Nurse'] })
    expect(await has(late, course.courseId)).toBe(true)
    await app.settle()
    const after = await app.call(tenant.admin, api.permissions.get, { params: { permissionId: permission.id } })
    expect(after.body).toMatchObject({ applying: false, people: 6002 })
    const jobs = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('jobs').select(['kind', 'state', 'result', 'done', 'total']).execute())
    expect(jobs).toEqual([
      {
        kind: 'permissions.apply',
        state: 'succeeded',
        done: 6003,
        total: 6003,
        result: { gained: 6000, lost: 0, overtaken: false },
      },
    ])
    await expectRightRollups(tenant)
  })

  it('is overtaken by a later save, whose work is whole', async () => {
    const tenant = await givenTenant(app)
    await givenPeople(tenant, 5500, 'Nurse')
    await givenPeople(tenant, 5500, 'Cook')
    const course = await givenPublishedCourse(app, tenant)
    const permission = await create(tenant, course.courseId)
    await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: permission.id },
      body: { rule: { rule: { position: ['Cook'] } } },
    })
    await app.settle()
    const after = await app.call(tenant.admin, api.permissions.get, { params: { permissionId: permission.id } })
    expect(after.body).toMatchObject({ applying: false, people: 5500 })
    const wrong = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      sql<{ wrong: number }>`
        select count(*)::int as wrong from memberships m left join assignments a on a.user_id = m.user_id and a.is_active where (a.id is not null) <> (m.position = '{Cook}')`.execute(
        tx,
      ),
    )
    expect(wrong.rows[0]?.wrong).toBe(0)
    await expectRightRollups(tenant)
  })
})

describe('rules and people that change at the same time', () => {
  it('never miss each other', async () => {
    const tenant = await givenTenant(app)
    const people = await Promise.all(Array.from({ length: 12 }, () => givenPerson(app, tenant, { position: ['Cook'] })))
    const course = await givenPublishedCourse(app, tenant)
    const permission = await create(tenant, course.courseId, { rule: { rule: { position: ['Nobody'] } } })
    const positions = ['Nurse', 'Cook', 'Head']
    for (let round = 0; round < 6; round++) {
      await Promise.all([
        app.call(tenant.admin, api.permissions.update, {
          params: { permissionId: permission.id },
          body: { rule: { rule: { position: [positions[round % 3] ?? ''] } } },
        }),
        ...people.map((person, n) => change(person, { position: [positions[(n + round) % 3] ?? ''] })),
        create(tenant, course.courseId, {
          title: `Also ${round}`,
          rule: { rule: { position: [positions[(round + 1) % 3] ?? ''] } },
          status: round % 2 ? 'active' : 'inactive',
        }),
      ])
      const [rules, state] = await app.services.db.tenant(tenant.tenantId).read((tx) =>
        Promise.all([
          tx.selectFrom('permissions').select(['rule', 'status', 'people', 'id']).execute(),
          sql<{ position: string[]; isActive: boolean | null }>`
            select m.position, a.is_active from memberships m left join assignments a on a.user_id = m.user_id where m.position <> '{}'`.execute(
            tx,
          ),
        ]),
      )
      const wanted = new Set(
        rules
          .filter((rule) => rule.status === 'active')
          .flatMap((rule) => (rule.rule as { rule: { position: string[] } }).rule.position),
      )
      for (const row of state.rows)
        expect([row.position[0], row.isActive ?? false]).toEqual([row.position[0], wanted.has(row.position[0] ?? '')])
      for (const rule of rules) {
        const [position] = (rule.rule as { rule: { position: string[] } }).rule.position
        expect(rule.people).toBe(
          rule.status === 'active' ? state.rows.filter((row) => row.position[0] === position).length : 0,
        )
      }
    }
    await expectRightRollups(tenant)
  })
})

describe('giving by hand', () => {
  it('is there when it is answered, survives rules, and is taken back by hand', async () => {
    const tenant = await givenTenant(app)
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const gone = await givenPerson(app, tenant, { status: 'terminated' })
    const course = await givenPublishedCourse(app, tenant)
    const params = { documentType: 'course' as const, documentId: course.courseId }
    const answer = await app.call(tenant.admin, api.permissions.assign, {
      params,
      body: { selection: { by: 'ids', ids: [nurse.membershipId, gone.membershipId] }, due: { kind: 'after', days: 1 } },
    })
    expect(answer.status).toBe(202)
    const job = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('jobs').selectAll().where('id', '=', answer.body.jobId).executeTakeFirstOrThrow())
    expect(job).toMatchObject({ state: 'succeeded', result: { people: 1, assigned: 1 } })
    expect(await assignmentsOf(nurse, course.courseId)).toMatchObject([{ isActive: true, dueDay: '2026-11-21' }])
    expect(await has(gone, course.courseId)).toBe(false)
    const permission = await create(tenant, course.courseId)
    await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: permission.id },
      body: { status: 'inactive' },
    })
    expect(await has(nurse, course.courseId)).toBe(true)
    const people = await app.call(tenant.admin, api.permissions.people, { params })
    expect(people.body).toMatchObject({
      total: 1,
      items: [{ userId: nurse.userId, sources: ['manual'], memberStatus: 'active' }],
    })
    const taken = await app.call(tenant.admin, api.permissions.unassign, {
      params,
      body: { userIds: [nurse.userId, gone.userId] },
    })
    expect(taken.body).toEqual({ removed: 1 })
    expect(await has(nurse, course.courseId)).toBe(false)
    expect(
      (await app.call(nurse, api.permissions.unassign, { params, body: { userIds: [nurse.userId] } })).status,
    ).toBe(403)
    await app.settle()
    await expectRightRollups(tenant)
  })

  it('leaves the figures with a person who leaves, as a rule does, and comes back with them', async () => {
    const tenant = await givenTenant(app)
    const byHand = await givenPerson(app, tenant)
    const byRule = await givenPerson(app, tenant, { position: ['Nurse'] })
    const course = await givenPublishedCourse(app, tenant)
    const params = { documentType: 'course' as const, documentId: course.courseId }
    await create(tenant, course.courseId)
    await app.call(tenant.admin, api.permissions.assign, {
      params,
      body: { selection: { by: 'ids', ids: [byHand.membershipId] } },
    })
    const figures = async () => {
      await app.settle()
      await expectRightRollups(tenant)
      const query = { courseId: course.courseId }
      const record = { userId: byHand.userId, anyType: 'true' as never }
      const [courses, rows, left, people, own] = await Promise.all([
        app.call(tenant.admin, api.reports.admin.courses),
        app.call(tenant.admin, api.reports.admin.assignments, { query }),
        app.call(tenant.admin, api.reports.admin.assignments, { query: { ...query, left: 'true' as never } }),
        app.call(tenant.admin, api.permissions.people, { params }),
        app.call(tenant.admin, api.reports.admin.assignments, { query: record }),
      ])
      return [courses.body.totals.assigned, rows.body.total, left.body.total, people.body.total, own.body.total]
    }
    const set = async (status: string) => {
      for (const { userId } of [byHand, byRule])
        await app.call(tenant.admin, api.members.update, { params: { userId }, body: { status } as never })
    }
    expect(await figures()).toEqual([2, 2, 0, 2, 1])
    await set('sick leave')
    expect(await figures()).toEqual([2, 2, 0, 2, 1])
    await set('terminated')
    expect(await figures()).toEqual([0, 0, 2, 0, 1])
    await set('active')
    expect(await figures()).toEqual([2, 2, 0, 2, 1])
  })

  it('to more than a thousand is a job', async () => {
    const tenant = await givenTenant(app)
    await givenPeople(tenant, 2500, 'Nurse')
    const course = await givenPublishedCourse(app, tenant)
    const params = { documentType: 'course' as const, documentId: course.courseId }
    await app.call(tenant.admin, api.permissions.assign, {
      params,
      body: { selection: { by: 'filter', filter: { position: ['Nurse'], search: 'bulk' } }, isOptional: true },
    })
    expect((await app.call(tenant.admin, api.permissions.people, { params })).body.total).toBe(0)
    await app.settle()
    const page = await app.call(tenant.admin, api.permissions.people, {
      params,
      query: { limit: 2, search: 'bulk 2500' },
    })
    expect(page.body.total).toBe(1)
    expect((await app.call(tenant.admin, api.permissions.people, { params })).body.total).toBe(2500)
    await expectRightRollups(tenant)
  })

  it('reaches only people whom the administrator sees', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, { ...tenant, teamId }, { roles: ['admin'] })
    const inside = await givenPerson(app, { ...tenant, teamId })
    const outside = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant)
    const params = { documentType: 'course' as const, documentId: course.courseId }
    await app.call(teamAdmin, api.permissions.assign, {
      params,
      body: { selection: { by: 'ids', ids: [inside.membershipId, outside.membershipId] } },
    })
    expect(await has(inside, course.courseId)).toBe(true)
    expect(await has(outside, course.courseId)).toBe(false)
    await app.call(tenant.admin, api.permissions.assign, {
      params,
      body: { selection: { by: 'ids', ids: [outside.membershipId] } },
    })
    expect(
      (await app.call(teamAdmin, api.permissions.people, { params })).body.items.map((item) => item.userId),
    ).toEqual([inside.userId])
    expect(
      (await app.call(teamAdmin, api.permissions.unassign, { params, body: { userIds: [outside.userId] } })).body
        .removed,
    ).toBe(0)
    expect(
      (await app.call(teamAdmin, api.permissions.why, { params: { ...params, userId: outside.userId } })).status,
    ).toBe(404)
    expect(
      (await app.call(teamAdmin, api.permissions.why, { params: { ...params, userId: inside.userId } })).status,
    ).toBe(200)
  })
})

describe('why', () => {
  it('says what each rule asks for and what the person has', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { position: ['Nurse'], loc1: ['North'] })
    const course = await givenPublishedCourse(app, tenant)
    const yes = await create(tenant, course.courseId, { title: 'Yes', due: { kind: 'on', day: '2027-01-01' } })
    await create(tenant, course.courseId, {
      title: 'No',
      rule: { rule: { position: ['Nurse'], loc1: ['South'] }, groups: [{ tags: ['x'] }] },
    })
    const answer = await app.call(tenant.admin, api.permissions.why, {
      params: { documentType: 'course', documentId: course.courseId, userId: person.userId },
    })
    expect(answer.body).toMatchObject({
      has: true,
      document: { title: course.content.title },
      sources: [{ kind: 'rule', id: yes.id, title: 'Yes', dueAt: '2027-01-02T00:00:00.000Z' }],
      rules: [
        { title: 'Yes', matches: true },
        {
          title: 'No',
          matches: false,
          conditions: [
            { group: 0, field: 'status', wanted: ['active'], found: ['active'], matches: true },
            { group: 0, field: 'position', wanted: ['Nurse'], found: ['Nurse'], matches: true },
            { group: 0, field: 'loc1', wanted: ['South'], found: ['North'], matches: false },
            { group: 1, field: 'tags', wanted: ['x'], found: [], matches: false },
          ],
        },
      ],
    })
    expect(
      (
        await app.call(tenant.admin, api.permissions.why, {
          params: { documentType: 'course', documentId: course.courseId, userId: newId() },
        })
      ).status,
    ).toBe(404)
  })
})

describe('a bundle', () => {
  it('gives its children with their source, follows its children and its publication, and goes with itself', async () => {
    const tenant = await givenTenant(app)
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const [one, two, three] = [
      await givenPublishedCourse(app, tenant),
      await givenPublishedCourse(app, tenant),
      await givenCourse(app, tenant, { status: 'unpublished' }),
    ]
    const bundle = await givenPublishedBundle(app, tenant, [one.courseId, two.courseId])
    const permission = await create(tenant, bundle.courseId, { due: { kind: 'after', days: 5 } })
    const [parent] = await assignmentsOf(nurse, bundle.courseId)
    for (const child of [one, two])
      expect(await assignmentsOf(nurse, child.courseId)).toMatchObject([
        { isActive: true, isOptional: false, dueDay: '2026-11-25' },
      ])
    const why = await app.call(tenant.admin, api.permissions.why, {
      params: { documentType: 'course', documentId: one.courseId, userId: nurse.userId },
    })
    expect(why.body.sources).toMatchObject([{ kind: 'bundle', id: parent?.id, title: bundle.content.title }])

    // One of the two done: half of the bundle.
    const ctx = contextOf(app, nurse)
    const [child] = await assignmentsOf(nurse, one.courseId)
    for (const activity of one.activities) {
      await ctx.write((tx) =>
        recordProgress(ctx, tx, {
          assignmentId: child?.id ?? '',
          activityId: activity.id,
          state: 'completed',
          progress: 100,
          scorePercent: null,
          secondsAdded: 0,
          source: 'page',
        }),
      )
    }
    expect(await assignmentsOf(nurse, bundle.courseId)).toMatchObject([
      { state: 'inprogress', progress: 50, activitiesDone: 1 },
    ])

    await givenNewVersion(app, tenant, bundle, { courseIds: [one.courseId, three.courseId] })
    const admin = contextOf(app, tenant.admin, ['admin'])
    const sync = () => admin.write((tx) => syncContainer(admin, tx, bundle.courseId))
    await sync()
    expect(await has(nurse, two.courseId)).toBe(false)
    expect(await has(nurse, three.courseId)).toBe(true)
    // Nobody sees the withdrawn course, so nobody has to do it; what is finished stays finished when it appears.
    expect(await assignmentsOf(nurse, bundle.courseId)).toMatchObject([{ state: 'completed', progress: 100 }])
    await admin.write(async (tx) => {
      await tx.updateTable('documents').set({ status: 'published' }).where('id', '=', three.courseId).execute()
      await syncContainer(admin, tx, three.courseId)
    })
    await givenNewVersion(app, tenant, bundle, { courseIds: [one.courseId] })
    await sync()
    expect(await assignmentsOf(nurse, bundle.courseId)).toMatchObject([{ state: 'completed', progress: 100 }])

    await admin.write(async (tx) => {
      await tx.updateTable('documents').set({ status: 'unpublished' }).where('id', '=', bundle.courseId).execute()
      await syncContainer(admin, tx, bundle.courseId)
    })
    expect(await has(nurse, one.courseId)).toBe(false)
    await admin.write(async (tx) => {
      await tx.updateTable('documents').set({ status: 'published' }).where('id', '=', bundle.courseId).execute()
      await syncContainer(admin, tx, bundle.courseId)
    })
    expect(await assignmentsOf(nurse, one.courseId)).toMatchObject([{ isActive: true, state: 'completed' }])

    await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: permission.id },
      body: { isOptional: true },
    })
    expect(await assignmentsOf(nurse, one.courseId)).toMatchObject([{ isOptional: true, dueAt: null }])
    await change(nurse, { position: ['Cook'] })
    expect(await has(nurse, one.courseId)).toBe(false)
    await change(nurse, { position: ['Nurse'] })
    expect(await has(nurse, one.courseId)).toBe(true)
    await expectRightRollups(tenant)
  })

  it('with many people is given out in the background, and to a reader at once', async () => {
    const tenant = await givenTenant(app)
    await givenPeople(tenant, 2600, 'Nurse')
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const [one, two] = [await givenPublishedCourse(app, tenant), await givenPublishedCourse(app, tenant)]
    const bundle = await givenPublishedBundle(app, tenant, [])
    await create(tenant, bundle.courseId)
    await givenNewVersion(app, tenant, bundle, { courseIds: [one.courseId, two.courseId] })
    const admin = contextOf(app, tenant.admin, ['admin'])
    await admin.write((tx) => syncContainer(admin, tx, bundle.courseId))
    expect(await has(nurse, one.courseId)).toBe(false)
    await applyWaitingRules(contextOf(app, nurse))
    expect(await has(nurse, one.courseId)).toBe(true)
    // An older request that is still at work stops.
    await finishContainerSync(admin, { documentId: bundle.courseId, token: newId() })
    const statements = await statementsOf(app.services.db, () => app.settle())
    expect(statements.map((statement) => statement.sql)).toContain('discard plans')
    const given = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      tx
        .selectFrom('assignments')
        .select((eb) => eb.fn.countAll<number>().as('given'))
        .where('documentId', 'in', [one.courseId, two.courseId])
        .where('isActive', '=', true)
        .executeTakeFirstOrThrow(),
    )
    expect(given.given).toBe(2 * 2601)
    expect(
      await app.services.db.tenant(tenant.tenantId).read((tx) => tx.selectFrom('containerSyncs').selectAll().execute()),
    ).toEqual([])
    await expectRightRollups(tenant)
  })
})
