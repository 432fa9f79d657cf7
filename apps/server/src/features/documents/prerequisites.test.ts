import { api } from '@learnt/contract'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import {
  type GivenCourse,
  type GivenPublishedCourse,
  givenCourse,
  givenPublishedBundle,
  givenPublishedCourse,
  pageActivity,
} from '../../../test/given/courses.ts'
import { givenDocument, givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { reevaluateMembers } from '../permissions/commands/reevaluate-members.ts'
import { finishContainerSync } from '../permissions/commands/sync-container.ts'
import { newResource, resourceKind } from '../resources/kind.ts'

const app = await testApp()

const one = (tenant: GivenTenant, title: string, prerequisites: string[] = []) =>
  givenPublishedCourse(app, tenant, { title, activities: [pageActivity()], prerequisites })

async function give(
  tenant: GivenTenant,
  people: GivenPerson[],
  documentId: string,
  documentType: 'course' | 'resource' = 'course',
) {
  const answer = await app.call(tenant.admin, api.permissions.assign, {
    params: { documentType, documentId },
    body: { selection: { by: 'ids', ids: people.map((person) => person.membershipId) } },
  })
  expect(answer.problem).toBeNull()
}

async function report(person: GivenPerson, course: GivenPublishedCourse, event: 'open' | 'view' = 'view') {
  const answer = await app.call(person, api.learning.progress, {
    params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
    body: { event },
  })
  return answer.problem?.code ?? answer.status
}

const opened = async (person: GivenPerson, course: GivenCourse) => {
  const answer = await app.call(person, api.learning.course, {
    params: { userCourseId: course.courseId },
    query: { step: 'here' },
  })
  expect(answer.problem).toBeNull()
  return answer.body
}

/** Saves the course with these prerequisites and publishes it; answers the words of the refusal. */
async function publish(tenant: GivenTenant, course: GivenCourse, prerequisites: string[]) {
  const params = { courseId: course.courseId }
  const { body } = await app.call(tenant.admin, api.courses.get, { params })
  const saved = await app.call(tenant.admin, api.courses.saveDraft, {
    params,
    body: { revision: body.revision, content: { ...body.content, prerequisites } },
  })
  if (saved.problem) return saved.problem.errors
  const published = await app.call(tenant.admin, api.courses.publish, {
    params,
    body: { revision: saved.body.revision },
  })
  return published.problem?.errors ?? []
}

/** What somebody was told of that opened for them: title and kind in the bell, and the subjects of the mails. */
async function toldOf(person: GivenPerson) {
  await app.settle()
  const [notices, mails] = await app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      Promise.all([
        tx
          .selectFrom('notifications')
          .select('params')
          .where('userId', '=', person.userId)
          .where('kind', '=', 'documentOpened')
          .orderBy('id')
          .execute(),
        tx
          .selectFrom('mails')
          .select('subject')
          .where('userId', '=', person.userId)
          .where('kind', '=', 'documentOpened')
          .execute(),
      ]),
    )
  const said = notices.map(({ params }) => params as { title: string; documentType: string })
  return said.length === 0 && mails.length === 0
    ? []
    : [...said.map((one) => [one.title, one.documentType]), mails.map((mail) => mail.subject).sort()]
}

describe('prerequisites', () => {
  it('keep a course closed, name what is missing, and open it as soon as that is finished', async () => {
    const tenant = await givenTenant(app)
    const [person, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const basics = await one(tenant, 'Basics <b>')
    const advanced = await one(tenant, 'Advanced', [basics.courseId])
    await give(tenant, [person, other], advanced.courseId)
    // Not given: named without a way to open it.
    expect((await opened(person, advanced)).waitsFor).toEqual({
      id: basics.courseId,
      type: 'course',
      title: 'Basics <b>',
      pathway: null,
      isGiven: false,
    })
    await give(tenant, [person, other], basics.courseId)
    const closed = await opened(person, advanced)
    expect(closed).toMatchObject({ waitsFor: { isGiven: true }, content: null, resumeActivityId: null })
    expect(await report(person, advanced)).toBe('wrong-state')
    expect(
      await app.call(person, api.learning.activity, {
        params: { userCourseId: advanced.courseId, activityId: advanced.activities[0]?.id ?? '' },
      }),
    ).toMatchObject({ problem: { code: 'wrong-state' } })

    const statements = await statementsOf(app.services.db, async () => expect(await report(person, basics)).toBe(200))
    expect(statements.length).toBeLessThanOrEqual(15)
    expect(await opened(person, advanced)).toMatchObject({ waitsFor: null, content: { kind: 'page' } })
    // They are told once, in the bell and by mail, and nobody else is.
    expect(await toldOf(person)).toEqual([['Advanced', 'course'], ['“Advanced” is open for you now']])
    expect(await report(person, basics)).toBe(200)
    expect(await toldOf(person)).toEqual([['Advanced', 'course'], ['“Advanced” is open for you now']])
    expect(await toldOf(other)).toEqual([])
    expect(await report(person, advanced)).toBe(200)
    // What one has finished opens nothing for another.
    expect(await report(other, advanced)).toBe('wrong-state')
  })

  it('let what was begun stay open, whatever is asked for later', async () => {
    const tenant = await givenTenant(app)
    const [begun, fresh] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const [basics, course] = [await one(tenant, 'Basics'), await one(tenant, 'Course')]
    await give(tenant, [begun, fresh], course.courseId)
    expect(await report(begun, course, 'open')).toBe(200)
    expect(await publish(tenant, course, [basics.courseId])).toEqual([])
    expect(await report(begun, course)).toBe(200)
    expect(await report(fresh, course)).toBe('wrong-state')
    // Nobody waits for what learners cannot see.
    await app.call(tenant.admin, api.courses.withdraw, { params: { courseId: basics.courseId } })
    expect((await opened(fresh, course)).waitsFor).toBeNull()
    const { body } = await app.call(tenant.admin, api.courses.get, { params: { courseId: basics.courseId } })
    await app.call(tenant.admin, api.courses.publish, {
      params: { courseId: basics.courseId },
      body: { revision: body.revision },
    })
    expect((await opened(fresh, course)).waitsFor).toMatchObject({ title: 'Basics' })
    expect(await publish(tenant, course, [])).toEqual([])
    expect(await report(fresh, course)).toBe(200)
  })

  it('hold for rules, bundles and resources, and count a bundle that was finished', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const [a, b] = [await one(tenant, 'A'), await one(tenant, 'B')]
    const first = await givenPublishedBundle(app, tenant, [a.courseId], { title: 'First' })
    const second = await givenPublishedBundle(app, tenant, [b.courseId], {
      title: 'Second',
      prerequisites: [first.courseId],
    })
    const sheet = await givenDocument(app, tenant, resourceKind, {
      ...newResource({ title: 'Sheet', category: '', url: 'https://example.org/' }),
      prerequisites: [first.courseId],
    })
    const [c, last] = [await one(tenant, 'C'), await one(tenant, 'Last')]
    const way = await givenPathway(app, tenant, {
      title: 'Way',
      prerequisites: [first.courseId],
      sections: [pathwaySection([pathwayStep(c.courseId), pathwayStep(last.courseId)])],
    })
    for (const [documentType, documentId] of [
      ['course', second.courseId],
      ['resource', sheet.id],
      ['pathway', way.id],
      ['course', first.courseId],
    ] as const)
      expect(
        (
          await app.call(tenant.admin, api.permissions.create, {
            body: {
              documentType,
              documentId,
              title: 'All',
              rule: { rule: {}, groups: [], everyone: true, audiences: [] },
            },
          })
        ).problem,
      ).toBeNull()
    const read = () =>
      app.call(person, api.resources.record, { params: { documentId: sheet.id }, body: { event: 'open', seconds: 0 } })
    const resource = () => app.call(person, api.resources.own, { params: { documentId: sheet.id } })
    expect((await opened(person, second)).waitsFor).toMatchObject({ title: 'First', isGiven: true, pathway: null })
    // The course of a closed bundle is closed with it.
    expect(await report(person, b)).toBe('wrong-state')
    expect((await resource()).body).toMatchObject({ isLocked: true, url: '', waitsFor: { title: 'First' } })
    expect((await read()).problem).toMatchObject({ code: 'wrong-state' })
    expect(await toldOf(person)).toEqual([])
    expect(await report(person, a)).toBe(200)
    const told = (await toldOf(person)).map((one) => one.join()).sort()
    expect(told.slice(0, 3)).toEqual(['Second,course', 'Sheet,resource', 'Way,pathway'])
    expect(told.slice(3)).toHaveLength(1)
    // What only waits for the step before it is the pathway's order, and no news.
    expect(await report(person, c)).toBe(200)
    expect(await toldOf(person)).toHaveLength(4)
    expect(await report(person, b)).toBe(200)
    expect((await resource()).body).toMatchObject({ isLocked: false, url: 'https://example.org/', waitsFor: null })
    expect((await read()).status).toBe(200)
    // A learner who comes later finds it closed as well.
    const late = await givenPerson(app, tenant)
    const ctx = contextOf(app, tenant.admin, ['admin'])
    await ctx.write((tx) => reevaluateMembers(ctx, tx, [late.membershipId], ['status']))
    expect((await opened(late, second)).waitsFor).toMatchObject({ title: 'First' })
    expect(await report(late, b)).toBe('wrong-state')
    await app.settle()
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

  it('refuse circles with their names, also of two that are published at once', async () => {
    const tenant = await givenTenant(app)
    const [a, b, c] = [await one(tenant, 'A'), await one(tenant, 'B'), await one(tenant, 'C')]
    expect(await publish(tenant, b, [a.courseId])).toEqual([])
    expect(await publish(tenant, c, [b.courseId])).toEqual([])
    expect(await publish(tenant, a, [c.courseId])).toEqual([
      expect.objectContaining({
        path: 'content.prerequisites.0',
        code: 'prerequisiteCircle',
        message: expect.stringContaining('A → C → B → A'),
      }),
    ])
    const preview = await app.call(tenant.admin, api.courses.publishPreview, { params: { courseId: a.courseId } })
    expect(preview.body.problems).toEqual([
      { path: 'prerequisites.0', code: 'prerequisiteCircle', title: 'A → C → B → A' },
    ])
    expect(await publish(tenant, a, [a.courseId])).toEqual([
      expect.objectContaining({ path: 'body.content.prerequisites.0', code: 'prerequisiteUnknown' }),
    ])
    // A bundle that waits for its own course, and a course that waits for the bundle it is part of.
    const [d, e] = [await one(tenant, 'D'), await one(tenant, 'E')]
    const bundle = await givenPublishedBundle(app, tenant, [d.courseId], { title: 'Both' })
    expect(await publish(tenant, bundle, [d.courseId])).toEqual([
      expect.objectContaining({ code: 'prerequisiteIsStep' }),
    ])
    expect(await publish(tenant, d, [bundle.courseId])).toEqual([
      expect.objectContaining({ code: 'prerequisiteCircle', message: expect.stringContaining('D → Both → D') }),
    ])
    expect(await publish(tenant, bundle, [e.courseId])).toEqual([])

    const [f, g] = [await one(tenant, 'F'), await one(tenant, 'G')]
    const both = await Promise.all([publish(tenant, f, [g.courseId]), publish(tenant, g, [f.courseId])])
    expect(both.map((errors) => errors?.length).sort()).toEqual([0, 1])
  })

  it('come from the own tenant only, are explained to administrators, and stand in the catalogue', async () => {
    const [tenant, foreign] = [await givenTenant(app), await givenTenant(app)]
    const person = await givenPerson(app, tenant)
    const theirs = await one(foreign, 'Theirs')
    const [basics, course] = [await one(tenant, 'Basics'), await givenCourse(app, tenant, { title: 'Course' })]
    expect(await publish(tenant, course, [theirs.courseId])).toEqual([
      expect.objectContaining({ code: 'prerequisiteUnknown' }),
    ])
    expect(await publish(tenant, course, [basics.courseId])).toEqual([])
    const answer = await app.call(tenant.admin, api.permissions.assign, {
      params: { documentType: 'course', documentId: course.courseId },
      body: { selection: { by: 'ids', ids: [person.membershipId] }, isOptional: true },
    })
    expect(answer.problem).toBeNull()
    const why = await app.call(tenant.admin, api.permissions.why, {
      params: { documentType: 'course', documentId: course.courseId, userId: person.userId },
    })
    expect(why.body).toMatchObject({
      waitsFor: 'Basics',
      prerequisites: [{ id: basics.courseId, title: 'Basics', isDone: false }],
    })
    const item = await app.call(person, api.catalogues.get, {
      params: { documentType: 'course', documentId: course.courseId },
    })
    expect(item.body).toMatchObject({ button: 'locked', prerequisites: [{ title: 'Basics', isDone: false }] })
    await give(tenant, [person], basics.courseId)
    expect(await report(person, basics)).toBe(200)
    expect(
      (
        await app.call(person, api.catalogues.get, {
          params: { documentType: 'course', documentId: course.courseId },
        })
      ).body,
    ).toMatchObject({ button: 'start', prerequisites: [{ isDone: true }] })
    // Somebody who was switched off finishes nothing, and nothing opens.
    const suspended = await givenPerson(app, tenant)
    await give(tenant, [suspended], course.courseId)
    await app.call(tenant.admin, api.members.setStatus, {
      body: { selection: { by: 'ids', ids: [suspended.membershipId] }, status: 'inactive' },
    })
    await app.settle()
    expect((await app.call(suspended, api.learning.course, { params: { userCourseId: course.courseId } })).status).toBe(
      401,
    )
  })

  it('are followed in the background where many people wait', async () => {
    const tenant = await givenTenant(app)
    const [person, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const [basics, course, token] = [await one(tenant, 'Basics'), await one(tenant, 'Course'), newId()]
    await give(tenant, [person, other], course.courseId)
    const db = app.services.db.tenant(tenant.tenantId)
    await db.write(async (tx) => {
      await tx
        .updateTable('documents')
        .set({ prerequisites: [basics.courseId] })
        .where('id', '=', course.courseId)
        .execute()
      await tx.insertInto('containerSyncs').values({ documentId: course.courseId, token }).execute()
    })
    const waiting = () =>
      db.read((tx) => tx.selectFrom('assignments').select('userId').where('waitsFor', 'is not', null).execute())
    expect(await waiting()).toEqual([])
    // A learner who opens it meanwhile finds it closed.
    expect((await opened(person, course)).waitsFor).toMatchObject({ title: 'Basics' })
    expect(await waiting()).toEqual([{ userId: person.userId }])
    await finishContainerSync(contextOf(app, tenant.admin, ['admin']), { documentId: course.courseId, token })
    expect(await waiting()).toHaveLength(2)
    expect(await db.read((tx) => tx.selectFrom('containerSyncs').select('token').execute())).toEqual([])
  })
})
