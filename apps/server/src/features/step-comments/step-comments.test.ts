import { api } from '@learnt/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { type GivenCourse, givenCourse, pageActivity } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'

let app: TestApp
let tenant: GivenTenant
let other: GivenPerson
beforeAll(async () => {
  app = await testApp()
  tenant = await givenTenant(app)
  other = await givenPerson(app, tenant, { roles: ['admin'], firstName: 'Olga', lastName: 'Other' })
})

const given = (of: Parameters<typeof givenCourse>[2] = {}) =>
  givenCourse(app, tenant, { createdBy: tenant.admin.userId, ...of })
const stepOf = (course: GivenCourse, at = 0) => ({
  courseId: course.courseId,
  activityId: course.activities[at]?.id ?? '',
})
const add = (caller: Caller, course: GivenCourse, text: string, at = 0) =>
  app.call(caller, api.stepComments.add, { params: stepOf(course, at), body: { text } })
const resolve = (caller: Caller, course: GivenCourse, resolved: boolean) =>
  app.call(caller, api.stepComments.resolve, { params: stepOf(course), body: { resolved } })
const remove = (caller: Caller, course: GivenCourse, commentId: string) =>
  app.call(caller, api.stepComments.remove, { params: { courseId: course.courseId, commentId } })
const list = async (course: GivenCourse, caller: Caller = tenant.admin) =>
  (await app.call(caller, api.stepComments.list, { params: { courseId: course.courseId } })).body?.items
const noticesOf = async (person: Caller, courseId: string) =>
  (await app.call(person, api.notifications.list, { query: {} })).body?.items.filter(
    ({ kind, params }) => kind === 'stepComment' && params.courseId === courseId,
  )

test('authors write to each other, and each is told what the others write', async () => {
  const course = await given()
  expect((await add(other, course, '  Is this\nstill right? ')).status).toBe(201)
  await add(tenant.admin, course, 'Since May, yes.')
  expect(await list(course, other)).toMatchObject([
    {
      activityId: course.activities[0]?.id,
      resolved: null,
      comments: [
        { by: 'Olga Other', text: 'Is this\nstill right?', isOwn: true },
        { by: 'Ada Admin', text: 'Since May, yes.', isOwn: false },
      ],
    },
  ])
  const [notice, ...more] = (await noticesOf(tenant.admin, course.courseId)) ?? []
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    params: { name: 'Olga Other', title: course.content.title, step: course.activities[0]?.title },
    link: `/apps/admin/courses/${course.courseId}?item=${course.activities[0]?.id}`,
  })
  expect(await noticesOf(other, course.courseId)).toHaveLength(1)
  const uninvolved = await givenPerson(app, tenant, { roles: ['admin'] })
  expect(await noticesOf(uninvolved, course.courseId)).toEqual([])
})

test('a thread is resolved and reopened, and a new comment opens it again', async () => {
  const course = await given()
  await add(tenant.admin, course, 'Shorter?')
  expect((await resolve(other, course, true)).body?.items[0]?.resolved).toMatchObject({ by: 'Olga Other' })
  expect((await resolve(tenant.admin, course, false)).body?.items[0]?.resolved).toBeNull()
  await resolve(tenant.admin, course, true)
  await resolve(tenant.admin, course, true)
  expect((await add(other, course, 'One more thing')).body?.items[0]?.resolved).toBeNull()
  const log = await app.call(tenant.admin, api.audit.list, { query: { subjectId: course.courseId } })
  expect(log.body?.items.map(({ action }) => action).toReversed()).toEqual([
    'stepComments.add',
    'stepComments.resolve',
    'stepComments.reopen',
    'stepComments.resolve',
    'stepComments.add',
  ])
})

test('people delete their own comments alone', async () => {
  const course = await given()
  const made = await add(tenant.admin, course, 'Mine')
  const id = made.body?.items[0]?.comments[0]?.id ?? ''
  expect((await remove(other, course, id)).status).toBe(403)
  expect((await remove(tenant.admin, await given(), id)).status).toBe(404)
  expect((await remove(tenant.admin, course, id)).status).toBe(204)
  expect(await list(course)).toEqual([])
})

test('comments stay with a step that is moved, and are in no version, copy or answer to learners', async () => {
  const course = await given({ activities: [pageActivity(), pageActivity()] })
  await add(tenant.admin, course, 'Secret words')
  const [section] = course.content.sections
  const content = { ...course.content, sections: [{ ...section, activities: course.activities.toReversed() }] }
  const saved = await app.call(tenant.admin, api.courses.saveDraft, {
    params: course,
    body: { revision: 1, content: content as typeof course.content },
  })
  await app.call(tenant.admin, api.courses.publish, { params: course, body: { revision: saved.body?.revision ?? 0 } })
  expect((await list(course))?.[0]?.activityId).toBe(course.activities[0]?.id)
  const copy = await app.call(tenant.admin, api.courses.duplicate, { params: course, body: {} })
  expect(await list({ ...course, courseId: copy.body?.id ?? '' })).toEqual([])
  for (const reply of [
    await app.call(tenant.admin, api.courses.preview, { params: course }),
    await app.call(tenant.admin, api.courses.get, { params: course }),
  ])
    expect(JSON.stringify(reply.body)).not.toContain('Secret words')
})

test('refuses learners, managers, other tenants, unknown steps, archived courses and empty or long words', async () => {
  const course = await given()
  const archived = await given({ status: 'archived' })
  const learner = await givenPerson(app, tenant)
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const foreign = await givenTenant(app)
  for (const [caller, status] of [
    [learner, 403],
    [manager, 403],
    [foreign.admin, 404],
  ] as const) {
    expect((await add(caller, course, 'x')).status).toBe(status)
    expect((await app.call(caller, api.stepComments.list, { params: course })).status).toBe(status)
  }
  const unknown = { courseId: course.courseId, activityId: newId() }
  expect((await app.call(tenant.admin, api.stepComments.add, { params: unknown, body: { text: 'x' } })).status).toBe(
    404,
  )
  expect((await resolve(tenant.admin, course, true)).status).toBe(404)
  expect((await add(tenant.admin, archived, 'x')).status).toBe(409)
  expect((await add(tenant.admin, course, '   ')).status).toBe(422)
  expect((await add(tenant.admin, course, 'x'.repeat(2001))).status).toBe(422)
  expect((await add(tenant.admin, course, '<script>alert(1)</script>')).body?.items[0]?.comments[0]?.text).toBe(
    '<script>alert(1)</script>',
  )
})

test('a list costs the same number of statements whatever there is', async () => {
  const course = await given({ activities: [pageActivity(), pageActivity()] })
  await add(tenant.admin, course, 'a')
  const count = async () => (await statementsOf(app.services.db, () => list(course))).length
  const few = await count()
  for (const at of [0, 1]) await add(other, course, 'b', at)
  expect(await count()).toBe(few)
})
