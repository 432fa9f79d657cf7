import { api } from '@learnt/contract'
import type { Notification } from '@learnt/contract/notifications'
import { sql } from 'kysely'
import { version as uuidVersion } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import { givenCourse, givenPublishedBundle, givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenDocument } from '../../../test/given/documents.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { runJob } from '../../platform/jobs/run-job.ts'
import { notify } from '../../platform/notify.ts'
import { tellAboutFactors } from '../factors/commands/tell-person.ts'
import { emptyPathway, pathwayKind } from '../pathways/kind.ts'
import { newResource, resourceKind } from '../resources/kind.ts'
import { forgetOld } from './commands/forget-old.ts'
import { tellAssigned } from './commands/tell-assigned.ts'
import { tellDueOfTheDay } from './commands/tell-due.ts'

const dayMs = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function all(person: GivenPerson): Promise<Notification[]> {
  return (await app.call(person, api.notifications.list, { query: { limit: 100 } })).body.items
}
const kinds = async (person: GivenPerson) => (await all(person)).map((one) => one.kind)
const unread = async (person: GivenPerson) => (await app.call(person, api.notifications.unread)).body.count

/** One notification of somebody's, as a fact of its own would leave it. */
async function tell(person: GivenPerson, key: string, of: { teamId?: string } = {}): Promise<string> {
  const ctx = contextOf(app, person)
  await ctx.write((tx) =>
    notify(ctx, tx, {
      kind: 'recoveryCodeUsed',
      userId: person.userId,
      key,
      params: { left: 3 },
      link: '/pages/profile',
      ...of,
    }),
  )
  return (await all(person))[0]?.id ?? ''
}

const assign = (by: GivenPerson, courseId: string, people: GivenPerson[], of: object = {}) =>
  app.call(by, api.permissions.assign, {
    params: { documentType: 'course', documentId: courseId },
    body: { selection: { by: 'ids', ids: people.map((one) => one.membershipId) }, ...of },
  })

describe('the list', () => {
  it('pages from the newest, filters, counts, and takes as many statements for many as for few', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    expect((await app.call(person, api.notifications.list)).body).toEqual({
      items: [],
      next: null,
      total: 0,
      totalIsExact: true,
    })
    for (let i = 1; i <= 5; i++) {
      app.clock.advance(1000)
      await tell(person, `told:${i}`)
    }
    const first = await app.call(person, api.notifications.list, { query: { limit: 2 } })
    expect(first.body).toMatchObject({
      total: 5,
      items: [{ params: { left: 3 }, link: '/pages/profile', readAt: null }, {}],
    })
    const second = await app.call(person, api.notifications.list, {
      query: { limit: 2, cursor: first.body.next ?? '' },
    })
    const third = await app.call(person, api.notifications.list, {
      query: { limit: 2, cursor: second.body.next ?? '' },
    })
    const found = [first, second, third].flatMap((page) => page.body.items)
    expect(found.map((one) => one.createdAt)).toEqual(
      found
        .map((one) => one.createdAt)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(found.map((one) => one.id)).size).toBe(5)
    expect(third.body.next).toBeNull()
    const statements = await statementsOf(app.services.db, () => all(person))
    // The session, the page and the number.
    expect(statements).toHaveLength(3)
    expect((await app.call(person, api.session.start)).body.me?.unreadNotifications).toBe(5)
    expect(
      (await app.call(person, api.notifications.list, { query: { cursor: `${first.body.next}x` } })).problem
        ?.errors?.[0]?.path,
    ).toBe('query.cursor')
    // The cursor of one filter does not work for the other.
    expect(
      (await app.call(person, api.notifications.list, { query: { filter: 'unread', cursor: first.body.next ?? '' } }))
        .status,
    ).toBe(422)
  })

  it('says in the start-up answer how many are unread, without a further statement', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    await tell(person, 'one')
    const statements = await statementsOf(app.services.db, async () => {
      expect((await app.call(person, api.session.start)).body.me?.unreadNotifications).toBe(1)
    })
    expect(statements.length).toBeLessThanOrEqual(3)
  })

  it('is the person’s own, of this team and of the whole tenant', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const person = await givenPerson(app, tenant)
    const there = await givenPerson(app, tenant, { userId: person.userId, email: person.email, teamId: north })
    const [both, onlyNorth] = [await tell(person, 'both'), await tell(there, 'north', { teamId: north })]
    expect((await all(person)).map((one) => one.id)).toEqual([both])
    expect((await all(there)).map((one) => one.id).toSorted()).toEqual([both, onlyNorth].toSorted())
    expect([await unread(person), await unread(there)]).toEqual([1, 2])
    // One team's session can neither mark nor find the other team's.
    expect((await app.call(person, api.notifications.read, { params: { notificationId: onlyNorth } })).status).toBe(404)
    expect(
      (await app.call(person, api.notifications.readAll, { body: { until: app.clock.now().toISOString() } })).body,
    ).toEqual({ marked: 1 })
    expect([await unread(person), await unread(there)]).toEqual([0, 1])

    const other = await givenPerson(app, tenant)
    for (const caller of [other, tenant.admin, (await givenTenant(app)).admin]) {
      expect(await all(caller)).toEqual([])
      const params = { notificationId: both }
      expect((await app.call(caller, api.notifications.read, { params })).status).toBe(404)
      expect((await app.call(caller, api.notifications.unreadAgain, { params })).status).toBe(404)
      expect((await app.call(caller, api.notifications.remove, { params })).status).toBe(404)
      expect(
        (await app.call(caller, api.notifications.readAll, { body: { until: app.clock.now().toISOString() } })).body,
      ).toEqual({ marked: 0 })
    }
    expect((await app.call(stranger, api.notifications.list)).status).toBe(401)
    expect((await all(person)).map((one) => one.id)).toEqual([both])
  })
})

describe('marking', () => {
  it('is done once, however often it is said, also at the same time', async () => {
    const person = await givenPerson(app, await givenTenant(app))
    const params = { notificationId: await tell(person, 'one') }
    const twice = <T>(act: () => Promise<T>) => Promise.all([act(), act()])
    for (const reply of await twice(() => app.call(person, api.notifications.read, { params })))
      expect(reply.status).toBe(204)
    const readAt = (await all(person))[0]?.readAt
    expect(readAt).toBe(app.clock.now().toISOString())
    app.clock.advance(1000)
    expect((await app.call(person, api.notifications.read, { params })).status).toBe(204)
    expect((await all(person))[0]?.readAt).toBe(readAt)
    expect((await app.call(person, api.notifications.list, { query: { filter: 'unread' } })).body.total).toBe(0)
    for (const reply of await twice(() => app.call(person, api.notifications.unreadAgain, { params })))
      expect(reply.status).toBe(204)
    expect(await unread(person)).toBe(1)
    for (const reply of await twice(() => app.call(person, api.notifications.remove, { params })))
      expect([204, 404]).toContain(reply.status)
    expect(await all(person)).toEqual([])
  })

  it('of all leaves unread what has come since', async () => {
    const person = await givenPerson(app, await givenTenant(app))
    await tell(person, 'one')
    app.clock.advance(1000)
    await tell(person, 'two')
    const until = (await all(person))[0]?.createdAt ?? ''
    app.clock.advance(1000)
    const late = await tell(person, 'late')
    const marked = await Promise.all([1, 2].map(() => app.call(person, api.notifications.readAll, { body: { until } })))
    expect(marked.map((one) => one.body.marked).toSorted()).toEqual([0, 2])
    const { body } = await app.call(person, api.notifications.list, { query: { filter: 'unread' } })
    expect(body.items.map((one) => one.id)).toEqual([late])
    expect(
      (await app.call(person, api.notifications.readAll, { body: { until: 'now' } })).problem?.errors?.[0]?.path,
    ).toBe('body.until')
  })

  it('tells the person’s other pages, and only theirs', async () => {
    const person = await givenPerson(app, await givenTenant(app))
    const id = await tell(person, 'one')
    await app.call(person, api.notifications.read, { params: { notificationId: id } })
    const events = await app.services.db
      .tenant(person.tenantId)
      .read((tx) =>
        tx
          .selectFrom('liveEvents')
          .select(['topic', 'userId', 'subjectId'])
          .where('kind', '=', 'notification')
          .execute(),
      )
    expect(events).toEqual([1, 2].map(() => ({ topic: 'me', userId: person.userId, subjectId: id })))
  })
})

describe('telling', () => {
  it('happens once for a person and a fact, and not for a person who may not sign in', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const person = await givenPerson(app, tenant)
    await Promise.all([tell(person, 'same'), tell(person, 'same')])
    await tell(person, 'same')
    // Not of that team.
    await tell(person, 'north', { teamId: north })
    expect(await all(person)).toHaveLength(1)
    const gone = await givenPerson(app, tenant, { status: 'inactive' })
    const ctx = contextOf(app, gone)
    await ctx.write((tx) => notify(ctx, tx, { kind: 'passwordChanged', userId: gone.userId, key: 'x', params: {} }))
    expect(await countOf(tenant, gone)).toBe(0)
  })

  it('is forgotten after 90 days', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    await tell(person, 'old')
    const before = app.clock.now()
    app.clock.advance(89 * dayMs)
    const ctx = contextOf(app, person)
    await ctx.write((tx) => notify(ctx, tx, { kind: 'passwordChanged', userId: person.userId, key: 'new', params: {} }))
    await forgetOld(app.services)
    expect(await countOf(tenant, person)).toBe(2)
    app.clock.advance(2 * dayMs)
    await forgetOld(app.services)
    expect(await countOf(tenant, person)).toBe(1)
    app.clock.set(before)
  })
})

describe('what is told', () => {
  it('a course that somebody has to do, when it is given', async () => {
    const tenant = await givenTenant(app)
    const [person, gone, other] = [
      await givenPerson(app, tenant),
      await givenPerson(app, tenant, { status: 'sick leave' }),
      await givenPerson(app, tenant),
    ]
    const course = await givenPublishedCourse(app, tenant, { title: 'Fire safety' })
    await assign(tenant.admin, course.courseId, [person, gone], { due: { kind: 'after', days: 10 } })
    await app.settle()
    const [told] = await all(person)
    expect(told).toMatchObject({
      kind: 'courseAssigned',
      params: { courseId: course.courseId, title: 'Fire safety', dueDay: '2026-11-30', isBundle: false },
      link: expect.stringMatching(/^\/apps\/course\/[0-9a-f-]{36}$/),
    })
    // The link opens it.
    const userCourseId = told?.link?.split('/').at(-1) ?? ''
    expect((await app.call(person, api.learning.course, { params: { userCourseId } })).status).toBe(200)
    expect(await countOf(tenant, gone)).toBe(0)
    expect(await all(other)).toEqual([])
    await assign(tenant.admin, course.courseId, [person], { due: { kind: 'after', days: 5 } })
    await app.settle()
    expect(await kinds(person)).toEqual(['courseAssigned'])
  })

  it('not an offer, nor each course of a bundle, nor a draft before it is published', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const child = await givenPublishedCourse(app, tenant)
    const bundle = await givenPublishedBundle(app, tenant, [child.courseId], { title: 'All of it' })
    const draft = await givenCourse(app, tenant, { title: 'Not yet' })
    const offer = await givenPublishedCourse(app, tenant)
    await assign(tenant.admin, offer.courseId, [person], { isOptional: true })
    await assign(tenant.admin, bundle.courseId, [person])
    await assign(tenant.admin, draft.courseId, [person])
    await app.settle()
    expect((await all(person)).map((one) => one.params)).toMatchObject([{ title: 'All of it', isBundle: true }])
    // Given long ago: it is the publishing that makes it news.
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .updateTable('assignments')
        .set({ assignedAt: new Date(app.clock.now().getTime() - 30 * dayMs) })
        .execute(),
    )
    const published = await app.call(tenant.admin, api.courses.publish, {
      params: { courseId: draft.courseId },
      body: { revision: 1, underWay: 'finish', note: '' },
    })
    expect(published.status).toBe(200)
    await app.settle()
    expect((await all(person)).map((one) => one.params.title)).toEqual(['Not yet', 'All of it'])
  })

  it('by a rule, to those who match, also to people who come to match later', async () => {
    const tenant = await givenTenant(app)
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const cook = await givenPerson(app, tenant, { position: ['Cook'] })
    const course = await givenPublishedCourse(app, tenant)
    await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: course.courseId,
        title: 'Nurses',
        rule: { rule: { position: ['Nurse'] } },
      },
    })
    await app.settle()
    expect([await kinds(nurse), await kinds(cook)]).toEqual([['courseAssigned'], []])
    await app.call(tenant.admin, api.members.update, { params: { userId: cook.userId }, body: { position: ['Nurse'] } })
    await app.settle()
    expect(await kinds(cook)).toEqual(['courseAssigned'])
  })

  it('of documents of every kind, with their own pages, unless their part of the product is switched off', async () => {
    const says = async (settings: Record<string, unknown>) => {
      const of = await givenTenant(app, { settings })
      const person = await givenPerson(app, of)
      const base = { title: 'Handbook', category: '' }
      const resource = await givenDocument(app, of, resourceKind, newResource({ ...base, url: 'https://example.org/' }))
      const pathway = await givenDocument(app, of, pathwayKind, emptyPathway(base))
      for (const [documentType, { id: documentId }] of [['resource', resource] as const, ['pathway', pathway] as const])
        await app.call(of.admin, api.permissions.assign, {
          params: { documentType, documentId },
          body: { selection: { by: 'ids', ids: [person.membershipId] }, due: { kind: 'after', days: 3 } },
        })
      await app.settle()
      await app.settleDay()
      const told = await all(person)
      return told
        .map((one) =>
          [one.kind, one.params.documentType, one.link?.replace(String(one.params.courseId), 'ID')].join(' '),
        )
        .toSorted()
    }
    const ofPathway = ['courseAssigned pathway /apps/pathways/ID', 'courseDueSoon pathway /apps/pathways/ID']
    expect(await says({})).toEqual(
      [
        ...ofPathway,
        'courseAssigned resource /apps/resource/ID',
        'courseDueSoon resource /apps/resource/ID',
      ].toSorted(),
    )
    expect(await says({ features: { resources: false } })).toEqual(ofPathway)
  })

  it('what is due within a week and what is overdue, once on each day of the tenant', async () => {
    const tenant = await givenTenant(app, { settings: { timeZone: 'Pacific/Auckland' } })
    const person = await givenPerson(app, tenant)
    // The clock stands at 22:00 of the 20th over there.
    const due = async (days: number) => {
      const course = await givenPublishedCourse(app, tenant, { title: `In ${days}` })
      await givenAssignment(app, person, course.courseId, {
        dueAt: new Date(Date.parse('2026-11-20T11:00:00Z') + days * dayMs),
      })
      return course
    }
    for (const days of [-9, -2, 0, 7, 8]) await due(days)
    await app.settleDay()
    const said = async () => (await all(person)).map((one) => `${one.kind} ${one.params.title}`).toSorted()
    expect(await said()).toEqual(['courseDueSoon In 0', 'courseDueSoon In 7', 'courseOverdue In -2'])
    // Nothing more on the same day, and nothing twice on the next.
    await due(3)
    await app.settleDay()
    expect(await said()).toHaveLength(3)
    app.clock.advance(2.5 * 3_600_000)
    await app.settleDay()
    expect(await said()).toEqual([
      'courseDueSoon In 0',
      'courseDueSoon In 3',
      'courseDueSoon In 7',
      'courseDueSoon In 8',
      'courseOverdue In -2',
      'courseOverdue In 0',
    ])
    const statements = await statementsOf(app.services.db, () => tellDueOfTheDay(app.services))
    expect(statements.filter((one) => one.tenantId === tenant.tenantId)).toHaveLength(1)
    app.clock.advance(-2.5 * 3_600_000)
  })

  it('six thousand people at once, by few statements', async () => {
    const tenant = await givenTenant(app)
    const course = await givenPublishedCourse(app, tenant, { title: 'For everybody' })
    const people = 6000
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      const person = sql`('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid`
      await sql`
        insert into memberships (id, user_id, team_id, first_name, last_name)
        select ${person} || ':' || ${tenant.teamId}, ${person}, ${tenant.teamId}, 'Many', i::text from generate_series(1, ${people}::int) i`.execute(
        tx,
      )
      await sql`
        insert into assignments (id, user_id, document_type, document_id, assigned_at)
        select assignment_id(${tenant.tenantId}, ${person}, 'course', ${course.courseId}::uuid, 0), ${person}, 'course', ${course.courseId}::uuid, ${app.clock.now()}
        from generate_series(1, ${people}::int) i`.execute(tx)
      await sql`
        insert into assignment_sources (assignment_id, kind, source_id, user_id, is_optional, granted_at)
        select id, 'manual', id, user_id, false, assigned_at from assignments where document_id = ${course.courseId}`.execute(
        tx,
      )
    })
    const ctx = contextOf(app, tenant.admin, ['admin'])
    const statements = await statementsOf(app.services.db, () => tellAssigned(ctx, { documentIds: [course.courseId] }))
    const told = () =>
      app.services.db.tenant(tenant.tenantId).read((tx) =>
        tx
          .selectFrom('notifications')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      )
    expect((await told()).count).toBe(people)
    const id = await app.services.db
      .tenant(tenant.tenantId)
      .read(async (tx) =>
        (await tx.selectFrom('notifications').select('id').orderBy('userId').execute()).map((one) => one.id),
      )
    expect(new Set(id).size).toBe(people)
    expect(id.every((one) => uuidVersion(one) === 7)).toBe(true)
    // In the order in which they were told, as all that is made in one moment.
    expect(id.slice(0, 5000)).toEqual(id.slice(0, 5000).sort())
    // Two steps, each of which tells all pages by one event.
    expect(statements.filter((one) => /insert into/i.test(one.sql)).length).toBeLessThanOrEqual(6)
    const events = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('liveEvents').select(['userId']).where('kind', '=', 'notification').execute())
    expect(events.every((one) => one.userId === null)).toBe(true)
    expect(events.length).toBeLessThanOrEqual(3)
    await tellAssigned(ctx, { documentIds: [course.courseId] })
    expect((await told()).count).toBe(people)
    // The same by name: all of them, in portions.
    const { rows } = await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      await sql`delete from notifications`.execute(tx)
      return sql<{ userId: string }>`select user_id from assignments where document_id = ${course.courseId}`.execute(tx)
    })
    await tellAssigned(ctx, { documentIds: [course.courseId], userIds: rows.map((one) => one.userId) })
    expect((await told()).count).toBe(people)
  })

  it('the dates of the day tenant by tenant, and not on when the process stops; what is left is told by the next round', async () => {
    const tenants = await Promise.all([1, 2, 3].map(() => givenTenant(app)))
    const people = await Promise.all(tenants.map((tenant) => givenPerson(app, tenant)))
    const due = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    for (const [at, tenant] of tenants.entries()) {
      const course = await givenPublishedCourse(app, tenant, { title: 'Soon' })
      const person = people[at] as GivenPerson
      await givenAssignment(app, person, course.courseId)
      await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
        await tx.updateTable('assignments').set({ dueDay: due }).where('userId', '=', person.userId).execute()
        await sql`insert into due_rollups (document_id, due_day, open) values (${course.courseId}, ${due}, 1) on conflict (tenant_id, document_id, due_day) do update set open = 1`.execute(
          tx,
        )
      })
    }
    const toldSoon = async () =>
      (await Promise.all(people.map(kinds))).filter((all) => all.some((kind) => kind.startsWith('courseDueSoon')))
        .length
    const stopping = new AbortController()
    stopping.abort()
    await tellDueOfTheDay(app.services, stopping.signal)
    expect(await toldSoon()).toBe(0)
    await tellDueOfTheDay(app.services, new AbortController().signal)
    expect(await toldSoon()).toBe(3)
  })

  it('a job that took long or failed, by each of its attempts, to the person who began it', async () => {
    const tenant = await givenTenant(app)
    const [second, person] = [await givenPerson(app, tenant, { roles: ['admin'] }), await givenPerson(app, tenant)]
    const begin = async () =>
      (
        await app.call(second, api.members.setStatus, {
          body: { selection: { by: 'ids', ids: [person.membershipId] }, status: 'active' },
        })
      ).body.jobId
    await begin()
    await app.settle()
    // Over at once: nobody has waited.
    expect(await kinds(second)).toEqual([])
    const jobId = await begin()
    app.clock.advance(3000)
    await app.settle()
    expect((await all(second))[0]).toMatchObject({ kind: 'jobSucceeded', params: { jobId, job: 'members.setStatus' } })
    expect([await kinds(tenant.admin), await kinds(person)]).toEqual([[], []])

    const failing = await begin()
    const fail = () => runJob(app.services, tenant.tenantId, [], failing)
    await fail()
    await fail()
    expect(await kinds(second)).toEqual(['jobFailed', 'jobSucceeded'])
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => tx.deleteFrom('outbox').where('task', '=', 'job').execute())
    const gone = await begin()
    await app.call(second, api.jobs.cancel, { params: { jobId: gone } })
    await app.settle()
    expect(await kinds(second)).toEqual(['jobFailed', 'jobSucceeded'])
  })

  it('that somebody acted as the person; the person who acts neither reads nor hides it', async () => {
    const tenant = await givenTenant(app, { settings: { impersonationMayWrite: true } })
    const person = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant)
    await assign(tenant.admin, course.courseId, [person])
    await app.settle()
    const begun = await app.call(tenant.admin, api.impersonation.start, {
      body: { userId: person.userId, reason: 'Somebody asked for help' },
    })
    expect(begun.status).toBe(200)
    expect((await all(person))[0]).toMatchObject({
      kind: 'accountSeen',
      params: { name: 'Ada Admin', reason: 'Somebody asked for help' },
    })
    expect(await unread(person)).toBe(2)
    // The administrator's session is the person's meanwhile.
    expect(await kinds(tenant.admin)).toEqual(['courseAssigned'])
    expect(await unread(tenant.admin)).toBe(1)
    expect((await app.call(tenant.admin, api.session.start)).body.me?.unreadNotifications).toBe(1)
    await app.call(tenant.admin, api.impersonation.allowWriting)
    const [seen, given] = await all(person)
    for (const one of [seen, given]) {
      const params = { notificationId: one?.id ?? '' }
      expect((await app.call(tenant.admin, api.notifications.read, { params })).status).toBe(403)
      expect((await app.call(tenant.admin, api.notifications.remove, { params })).status).toBe(403)
    }
    expect(
      (await app.call(tenant.admin, api.notifications.readAll, { body: { until: app.clock.now().toISOString() } }))
        .status,
    ).toBe(403)
    expect(await unread(person)).toBe(2)
    await app.call(tenant.admin, api.impersonation.end)
    expect(await kinds(tenant.admin)).toEqual([])
  })

  it('roles and status that somebody else changed', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { status: 'inactive' })
    const update = (body: object, by = tenant.admin) =>
      app.call(by, api.members.update, { params: { userId: person.userId }, body })
    await update({ roles: ['learner', 'manager'] })
    expect(await countOf(tenant, person)).toBe(0)
    await update({ status: 'active' })
    await update({ roles: ['learner'] })
    await update({ phone: '123' })
    const rows = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx
          .selectFrom('notifications')
          .select(['kind', 'params', 'teamId'])
          .where('userId', '=', person.userId)
          .orderBy('id')
          .execute(),
      )
    expect(rows).toEqual([
      { kind: 'statusChanged', params: { name: 'Ada Admin', status: 'active' }, teamId: tenant.teamId },
      { kind: 'rolesChanged', params: { name: 'Ada Admin', roles: 'learner' }, teamId: tenant.teamId },
    ])
    // One's own doing is no news.
    const second = await givenPerson(app, tenant, { roles: ['admin'] })
    await app.call(second, api.members.update, {
      params: { userId: second.userId },
      body: { roles: ['admin', 'manager'] },
    })
    expect(await kinds(second)).toEqual([])

    const away = await givenPerson(app, tenant, { status: 'inactive' })
    await app.call(tenant.admin, api.members.setStatus, {
      body: { selection: { by: 'ids', ids: [away.membershipId, person.membershipId] }, status: 'active' },
    })
    await app.settle()
    expect([await countOf(tenant, away), await countOf(tenant, person)]).toEqual([1, 2])
  })

  it('every change of how the account is entered', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const ctx = contextOf(app, person)
    await ctx.write(async (tx) => {
      await tellAboutFactors(ctx, tx, 'authenticatorAdded')
      await tellAboutFactors(ctx, tx, 'passkeyAdded', { passkey: 'Laptop' })
      await tellAboutFactors(ctx, tx, 'passkeyRemoved', { passkey: 'Laptop' })
    })
    expect((await all(person)).map((one) => [one.kind, one.params]).toSorted()).toEqual([
      ['authenticatorAdded', {}],
      ['passkeyAdded', { passkey: 'Laptop' }],
      ['passkeyRemoved', { passkey: 'Laptop' }],
    ])
  })
})

/** Also of somebody who has no session to ask with. */
async function countOf(tenant: GivenTenant, person: GivenPerson): Promise<number> {
  const { count } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
    tx
      .selectFrom('notifications')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}
