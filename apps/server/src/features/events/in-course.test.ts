import { api } from '@learnt/contract'
import type { SessionMark } from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { eventActivity, givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { givenEvent, sessionIn } from '../../../test/given/events.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'

const app = await testApp()
const hour = 3_600_000

/** A course of an event with two dates and one seat, and a page, in order; two learners have it, and nobody has the event. */
async function givenEventCourse(rule: 'attended' | 'attendedOne' = 'attended') {
  const tenant = await givenTenant(app)
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const [ann, ben] = [
    await givenPerson(app, tenant, { managers: [manager.userId] }),
    await givenPerson(app, tenant, { managers: [manager.userId] }),
  ]
  const event = await givenEvent(app, tenant, {
    title: 'Fire drill',
    seats: 1,
    sessions: [sessionIn(app, 2), sessionIn(app, 4)],
  })
  const drill = eventActivity({ title: 'Drill', eventId: event.id, completion: { rule } })
  const made = await givenPublishedCourse(app, tenant, { sequential: true, activities: [drill, pageActivity()] })
  const stepOf = async (who: typeof ann) => ({
    userCourseId: await givenAssignment(app, who, made.courseId),
    activityId: drill.id,
  })
  return { tenant, manager, ann, ben, event, made, drill, annStep: await stepOf(ann), benStep: await stepOf(ben) }
}

type Step = { userCourseId: string; activityId: string }
const own = (who: Caller, params: Step) => app.call(who, api.events.inCourse.own, { params })
const register = (who: Caller, params: Step) => app.call(who, api.events.inCourse.register, { params, body: {} })
const course = async (who: Caller, { userCourseId }: Step) =>
  (await app.call(who, api.learning.course, { params: { userCourseId } })).body
const stateOf = async (who: Caller, step: Step) => {
  const { state, sections } = await course(who, step)
  return [state, sections[0]?.activities[0]?.state, sections[0]?.activities[1]?.lock?.reason ?? null]
}

it('gives a seat by the step alone, completes the step with the marks, and opens it again without them', async () => {
  const { tenant, manager, ann, ben, event, annStep, benStep, made } = await givenEventCourse()
  const params = { documentId: event.id }
  const stranger = await givenPerson(app, tenant)
  // Only who has the step, and only through it.
  expect((await own(stranger, annStep)).status).toBe(404)
  expect((await register(ben, annStep)).status).toBe(404)
  expect((await app.call(stranger, api.events.own, { params })).status).toBe(404)
  expect((await app.call(ann, api.events.register, { params, body: {} })).status).toBe(404)
  expect((await own(ann, annStep)).body).toMatchObject({
    event: { title: 'Fire drill', state: null, can: { register: null }, sessions: [{ number: 1 }, { number: 2 }] },
    progress: 'notstarted',
    count: 'events.nothingToCount',
  })
  const replies = [await register(ann, annStep), await register(ann, annStep), await register(ben, benStep)]
  expect(replies.map((one) => one.body.event?.state)).toEqual(['attending', 'attending', 'waiting'])
  expect(await stateOf(ann, annStep)).toEqual(['inprogress', 'inprogress', 'previous'])
  // A learner who waits through a step moves up like everybody else.
  await app.call(ann, api.events.cancel, { params, body: {} })
  expect((await own(ben, benStep)).body.event).toMatchObject({ state: 'attending' })
  await app.call(ben, api.events.cancel, { params, body: {} })
  await register(ann, annStep)

  app.clock.advance(2 * hour)
  const mark = (date: 0 | 1, to: SessionMark | null) =>
    app.call(tenant.admin, api.events.mark, {
      params: { ...params, sessionId: event.sessionIds[date] as string },
      body: { userIds: [ann.userId], mark: to },
    })
  expect((await mark(0, 'attended')).status).toBe(200)
  expect(await stateOf(ann, annStep)).toEqual(['inprogress', 'inprogress', 'previous'])
  app.clock.advance(2 * hour)
  await mark(1, 'late')
  // In the same transaction: no task has run.
  expect(await stateOf(ann, annStep)).toEqual(['inprogress', 'completed', null])
  await mark(1, 'not attended')
  expect(await stateOf(ann, annStep)).toEqual(['inprogress', 'failed', 'previous'])
  await mark(1, null)
  expect(await stateOf(ann, annStep)).toEqual(['inprogress', 'inprogress', 'previous'])
  await mark(1, 'attended')
  const { sections } = await course(ann, annStep)
  await app.call(ann, api.learning.progress, {
    params: { ...annStep, activityId: sections[0]?.activities[1]?.id as string },
    body: { event: 'view' },
  })
  expect((await course(ann, annStep)).state).toBe('completed')
  await mark(0, null)
  expect((await course(ann, annStep)).state).toBe('inprogress')
  await mark(0, 'attended')
  expect((await course(ann, annStep)).state).toBe('completed')

  const report = await app.call(manager, api.reports.manager.assignment, { params: annStep })
  expect(report.body.activities[0]).toMatchObject({ kind: 'event', title: 'Drill', state: 'completed', seconds: 7200 })
  await app.settle()
  const figures = await app.call(manager, api.reports.manager.activities, { query: { courseId: made.courseId } })
  expect(figures.body.items.find((one) => one.kind === 'event')).toMatchObject({ completed: 1 })
  const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
    sql<{ verb: string }>`
      select verb from statements where user_id = ${ann.userId} and activity_id = ${annStep.activityId} order by id`.execute(
      tx,
    ),
  )
  expect(rows.map((row) => row.verb.split('/').at(-1))).toEqual([
    'initialized',
    'completed',
    'failed',
    'completed',
    'completed',
  ])
  expect(Object.values(await app.services.db.tenant(tenant.tenantId).read(compareRollups))).toEqual(
    expect.not.arrayContaining([expect.toSatisfy((count: number) => count > 0)]),
  )
  app.clock.advance(-4 * hour)
})

it('is done with one date where that is enough, and counts what was attended before', async () => {
  const { tenant, ann, event, annStep, drill } = await givenEventCourse('attendedOne')
  const mark = () =>
    app.call(tenant.admin, api.events.walkIn, {
      params: { documentId: event.id, sessionId: event.sessionIds[0] as string },
      body: { userIds: [ann.userId] },
    })
  app.clock.advance(2 * hour)
  expect((await mark()).body.rows).toMatchObject([{ outcome: 'done', state: 'attending' }])
  expect((await stateOf(ann, annStep))[1]).toBe('completed')
  // Another course with the same event, given afterwards.
  const later = await givenPublishedCourse(app, tenant, { activities: [{ ...drill, id: crypto.randomUUID() }] })
  const step = {
    userCourseId: await givenAssignment(app, ann, later.courseId),
    activityId: later.activities[0]?.id as string,
  }
  expect((await own(ann, step)).body).toMatchObject({ progress: 'notstarted', count: null })
  const count = () => app.call(ann, api.events.inCourse.count, { params: step })
  expect((await count()).body).toMatchObject({ progress: 'completed', count: 'events.nothingToCount' })
  expect((await count()).status).toBe(409)
  expect((await course(ann, step)).state).toBe('completed')
  app.clock.advance(-2 * hour)
})

it('refuses a step whose event is missing, foreign or not published', async () => {
  const { tenant, made } = await givenEventCourse()
  const elsewhere = await givenEvent(app, await givenTenant(app))
  const params = { courseId: made.courseId }
  const { body } = await app.call(tenant.admin, api.courses.get, { params })
  const draft = await app.call(tenant.admin, api.events.create, { body: { title: 'Draft' } })
  const save = (eventId: string | null) => ({
    params,
    body: {
      revision: body.revision,
      content: {
        ...body.content,
        sections: [{ id: made.content.sections[0]?.id as string, title: '', activities: [eventActivity({ eventId })] }],
      },
    },
  })
  expect(
    (await app.call(tenant.admin, api.courses.saveDraft, save(elsewhere.id))).problem?.errors?.map((one) => one.code),
  ).toEqual(['eventUnknown'])
  expect((await app.call(tenant.admin, api.courses.saveDraft, save(draft.body.id))).status).toBe(200)
  const preview = await app.call(tenant.admin, api.courses.publishPreview, { params })
  expect(preview.body.problems.map((one) => one.code)).toEqual(['eventNotPublished'])
})
