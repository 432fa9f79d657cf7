import { api } from '@learnt/contract'
import type { CallInput } from '@learnt/contract/endpoint'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import {
  documentActivity,
  type GivenPublishedCourse,
  givenCourse,
  givenFile,
  givenNewVersion,
  givenPublishedBundle,
  givenPublishedCourse,
  linkActivity,
  pageActivity,
  section,
  videoActivity,
} from '../../../test/given/courses.ts'
import { givenDocument, givenLearningPackage } from '../../../test/given/documents.ts'
import { givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { newResource, resourceKind } from '../resources/kind.ts'
import { carryOver } from './commands/carry-over.ts'
import { makeStatementMonths } from './commands/make-statement-months.ts'

const app = await testApp()
const hour = 3_600_000
const day = 24 * hour
const inDays = (days: number) => new Date(Date.UTC(2026, 10, 21 + days))

type Event = CallInput<typeof api.learning.progress>['body']

function post(caller: Caller, userCourseId: string, activityId: string, body: Event) {
  return app.call(caller, api.learning.progress, { params: { userCourseId, activityId }, body })
}

describe('the homepage', () => {
  it('shows required learning by date in the tenant’s zone, and where to go on', async () => {
    // In Auckland it is 22:00 on the 20th; there the 21st begins at 11:00Z.
    const tenant = await givenTenant(app, { settings: { timeZone: 'Pacific/Auckland' } })
    const learner = await givenPerson(app, tenant)
    const at = (day: number) => new Date(Date.UTC(2026, 10, day, 11))
    const make = async (title: string, of: Parameters<typeof givenAssignment>[3] = {}) => {
      const course = await givenPublishedCourse(app, tenant, { title })
      return { course, id: await givenAssignment(app, learner, course.courseId, of) }
    }
    await make('Yesterday', { dueAt: at(19) })
    await make('Today', { dueAt: at(20) })
    await make('In seven days', { dueAt: at(27) })
    await make('In eight days', { dueAt: at(28) })
    await make('No date')
    await make('An offer', { isOptional: true, dueAt: at(1) })
    const begun = await make('Begun', { dueAt: at(28) })
    const done = await make('Done', { dueAt: at(1) })
    const [first, second] = begun.course.activities
    await post(learner, begun.id, first?.id ?? '', { event: 'view', seconds: 3 })
    for (const step of done.course.activities) await post(learner, done.id, step.id, { event: 'view' })
    const withdrawn = await givenCourse(app, tenant, { title: 'Withdrawn', status: 'unpublished' })
    await givenAssignment(app, learner, withdrawn.courseId)

    const answer = await app.call(learner, api.learning.home)
    const titles = (cards: { title: string }[]) => cards.map((card) => card.title)
    expect(titles(answer.body.required.overdue)).toEqual(['Yesterday'])
    expect(titles(answer.body.required.soon)).toEqual(['Today', 'In seven days'])
    expect(titles(answer.body.required.upcoming).sort()).toEqual(['Begun', 'In eight days'])
    expect(titles(answer.body.required.noDeadline)).toEqual(['No date'])
    expect(answer.body.required.total).toBe(6)
    expect(answer.body.counts).toEqual({ required: 7, done: 1, inProgress: 1, overdue: 1 })
    const listed = async (query: NonNullable<CallInput<typeof api.learning.courses>['query']>) =>
      titles((await app.call(learner, api.learning.courses, { query })).body.items)
    expect(await listed({ dueState: 'overdue' })).toEqual(['Yesterday'])
    expect(await listed({ required: 'required', state: ['inprogress', 'failed'] })).toEqual(['Begun'])
    expect(answer.body.resume).toMatchObject({
      title: 'Begun',
      progress: 50,
      activityId: second?.id,
      activityTitle: second?.title,
      dueState: 'upcoming',
    })
    expect(titles(answer.body.recent).sort()).toEqual(['Begun', 'Done'])
    expect((await app.call(stranger, api.learning.home)).status).toBe(401)
  })

  it('has resources and learning packages among what is required, unless the tenant does without', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant, { title: 'Course' })
    const without = await givenTenant(app, { settings: { features: { resources: false } } })
    const reader = await givenPerson(app, without)
    const given = newResource({ title: 'Manual', category: '', url: 'https://a.test' })
    await givenAssignment(app, reader, (await givenDocument(app, without, resourceKind, given)).id, {
      type: 'resource',
    })
    expect((await app.call(reader, api.learning.home)).body.required).toMatchObject({ noDeadline: [], total: 0 })
    const resource = await givenDocument(app, tenant, resourceKind, given)
    const bundle = await givenPublishedBundle(app, tenant, [course.courseId], { title: 'Bundle' })
    const pack = await givenLearningPackage(app, tenant, [{ documentType: 'course', documentId: course.courseId }])
    const parts = [
      { type: 'resource', id: resource.id, dueAt: inDays(-3) },
      { type: 'course', id: course.courseId, dueAt: inDays(-2) },
      { type: 'learningPackage', id: pack.id, dueAt: inDays(-1) },
      { type: 'course', id: bundle.courseId, dueAt: inDays(-1) },
    ] as const
    const ids: string[] = []
    for (const { id, ...of } of parts) ids.push(await givenAssignment(app, learner, id, of))
    const overdue = async () =>
      (await app.call(learner, api.learning.home)).body.required.overdue.map((card) => [
        card.documentType,
        card.assignmentId,
      ])
    expect(await overdue()).toEqual([
      ['resource', ids[0]],
      ['course', ids[1]],
      ['learningPackage', ids[2]],
    ])
    expect((await app.call(learner, api.learning.home)).body).toMatchObject({
      required: { total: 3 },
      counts: { required: 1, overdue: 1 },
    })
  })

  it('takes at most eight statements, however many courses there are', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    for (let n = 0; n < 30; n++) {
      const course = await givenPublishedCourse(app, tenant)
      const id = await givenAssignment(app, learner, course.courseId, { dueAt: inDays(n) })
      if (n % 3 === 0) await post(learner, id, course.activities[0]?.id ?? '', { event: 'view' })
    }
    const statements = await statementsOf(app.services.db, () => app.call(learner, api.learning.home))
    // one of them asks for the session
    expect(statements.length).toBeLessThanOrEqual(8)
    const lists = await statementsOf(app.services.db, () => app.call(learner, api.learning.courses))
    expect(lists.length).toBeLessThanOrEqual(4)
  })
})

describe('the lists', () => {
  it('have the person’s own, by any order, filtered and page by page', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const other = await givenPerson(app, tenant)
    const ids: string[] = []
    for (const [n, title] of ['Delta', 'alpha', 'Charlie', 'bravo', 'Echo_1'].entries()) {
      const course = await givenPublishedCourse(app, tenant, { title, category: n % 2 ? 'Odd' : 'Even' })
      ids.push(course.courseId)
      await givenAssignment(app, learner, course.courseId, {
        ...(n < 3 ? { dueAt: inDays(9 - n) } : {}),
        isOptional: n === 4,
      })
      if (n === 0) await givenAssignment(app, other, course.courseId)
    }
    const bundle = await givenPublishedBundle(app, tenant, ids.slice(0, 2), { title: 'Bundle' })
    await givenAssignment(app, learner, bundle.courseId)
    const titles = async (query: object) =>
      (await app.call(learner, api.learning.courses, { query: query as never })).body.items.map((card) => card.title)
    expect(await titles({})).toEqual(['alpha', 'bravo', 'Charlie', 'Delta', 'Echo_1'])
    expect(await titles({ direction: 'desc', limit: 2 })).toEqual(['Echo_1', 'Delta'])
    expect(await titles({ sort: 'dueAt' })).toEqual([
      'Charlie',
      'alpha',
      'Delta',
      ...(await titles({ sort: 'dueAt' })).slice(3),
    ])
    const charlie = (state: 'completed' | 'notstarted') =>
      app.services.db.tenant(tenant.tenantId).write((tx) =>
        tx
          .updateTable('assignments')
          .set({ state })
          .where('documentId', '=', ids[2] ?? '')
          .execute(),
      )
    await charlie('completed')
    expect((await titles({ sort: 'dueAt' })).at(-1)).toBe('Charlie')
    await charlie('notstarted')
    expect(await titles({ category: ['Odd'] })).toEqual(['alpha', 'bravo'])
    expect(await titles({ required: 'optional' })).toEqual(['Echo_1'])
    expect(await titles({ search: 'o_1' })).toEqual(['Echo_1'])
    expect(await titles({ search: '%' })).toEqual([])
    for (const sort of ['title', 'createdAt', 'category', 'progress', 'dueAt'] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        const whole = await titles({ sort, direction })
        const paged: string[] = []
        let cursor: string | undefined
        do {
          const page = await app.call(learner, api.learning.courses, {
            query: { sort, direction, limit: 2, ...(cursor ? { cursor } : {}) },
          })
          expect(page.body.total).toBe(5)
          paged.push(...page.body.items.map((card) => card.title))
          cursor = page.body.next ?? undefined
        } while (cursor)
        expect(paged, `${sort} ${direction}`).toEqual(whole)
      }
    }
    const bundles = await app.call(learner, api.learning.bundles)
    expect(bundles.body.items).toMatchObject([{ title: 'Bundle', isBundle: true, activityCount: 2 }])
    expect((await app.call(other, api.learning.courses)).body.items.map((card) => card.title)).toEqual(['Delta'])
  })
})

describe('a course', () => {
  it('opens by its own id or by the assignment’s, for a learner who has it and nobody else', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const other = await givenPerson(app, tenant)
    const foreign = await givenTenant(app)
    const course = await givenPublishedCourse(app, tenant, {
      sections: [
        section([pageActivity({ title: 'One' })], 'First'),
        section([linkActivity({ title: 'Two' })], 'Second'),
      ],
    })
    const id = await givenAssignment(app, learner, course.courseId)
    const byCourse = await app.call(learner, api.learning.course, { params: { userCourseId: course.courseId } })
    const byId = await app.call(learner, api.learning.course, { params: { userCourseId: id } })
    expect(byCourse.body).toEqual(byId.body)
    expect(byId.body).toMatchObject({
      userCourseId: id,
      versionNumber: 1,
      sections: [
        { title: 'First', activities: [{ title: 'One', state: 'notstarted', lock: null }] },
        { title: 'Second', activities: [{ title: 'Two', kind: 'link' }] },
      ],
      sources: [{ kind: 'manual' }],
      resumeActivityId: course.activities[0]?.id,
    })
    for (const caller of [other, tenant.admin, foreign.admin]) {
      for (const userCourseId of [id, course.courseId]) {
        expect((await app.call(caller, api.learning.course, { params: { userCourseId } })).status).toBe(404)
        expect(
          (
            await app.call(caller, api.learning.activity, {
              params: { userCourseId, activityId: course.activities[0]?.id ?? '' },
            })
          ).status,
        ).toBe(404)
        expect((await post(caller, userCourseId, course.activities[0]?.id ?? '', { event: 'view' })).status).toBe(404)
      }
    }
    const statements = await statementsOf(app.services.db, () =>
      app.call(learner, api.learning.course, { params: { userCourseId: id } }),
    )
    expect(statements.length).toBeLessThanOrEqual(8)
    const withStep = await statementsOf(app.services.db, () =>
      app.call(learner, api.learning.course, { params: { userCourseId: id }, query: { step: 'here' } }),
    )
    expect(withStep.length).toBeLessThanOrEqual(8)
    // Withdrawn: hidden, and what was recorded stays.
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        tx.updateTable('documents').set({ status: 'unpublished' }).where('id', '=', course.courseId).execute(),
      )
    expect((await app.call(learner, api.learning.course, { params: { userCourseId: id } })).status).toBe(404)
    expect((await app.call(learner, api.learning.courses)).body.total).toBe(0)
  })

  it('comes with what its page shows first: the step named, else the one to go on at, and nothing that is locked', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const file = await givenFile(app, tenant, { purpose: 'document', name: 'a.pdf', contentType: 'application/pdf' })
    const steps = [
      pageActivity({ title: 'One' }),
      documentActivity({ fileId: file.fileId, title: 'Two' }),
      pageActivity({ title: 'Three' }),
    ]
    const [one, two, three] = steps.map((step) => step.id) as [string, string, string]
    const course = await givenPublishedCourse(app, tenant, { sequential: true, activities: steps })
    const id = await givenAssignment(app, learner, course.courseId)
    const opened = (step?: string) =>
      app.call(learner, api.learning.course, { params: { userCourseId: id }, ...(step ? { query: { step } } : {}) })
    const alone = async (activityId: string) =>
      (await app.call(learner, api.learning.activity, { params: { userCourseId: id, activityId } })).body
    expect((await opened()).body).not.toHaveProperty('content')
    expect((await opened('here')).body.content).toEqual(await alone(one))
    expect((await opened(three)).body.content).toBeNull()
    await post(learner, id, one, { event: 'view' })
    const next = (await opened('here')).body
    expect(next.resumeActivityId).toBe(two)
    expect(next.content).toMatchObject({ id: two, kind: 'document', file: { id: file.fileId } })
    expect((await opened(one)).body.content).toEqual(await alone(one))
    // no step of this course: the page goes on where the learner is
    expect((await opened(course.courseId)).body.content).toMatchObject({ id: two })
    expect((await opened('nowhere')).problem).toMatchObject({ errors: [{ path: 'query.step' }] })
    const statements = await statementsOf(app.services.db, () => opened('here'))
    expect(statements.length).toBeLessThanOrEqual(8)
  })

  it('says what its author wrote for the start until it is begun, and afterwards where that is asked for', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const maker = await givenPerson(app, tenant, { firstName: 'Ada', lastName: 'Lovelace' })
    const landing = { isShown: true, author: '', html: '<p>Why it matters</p>' }
    const course = await givenPublishedCourse(app, tenant, { landing, createdBy: maker.userId })
    const id = await givenAssignment(app, learner, course.courseId)
    const opened = async (query: { step?: string; landing?: 'true' } = {}) =>
      (await app.call(learner, api.learning.course, { params: { userCourseId: id }, query })).body
    expect((await opened()).landing).toEqual({ ...landing, author: 'Ada Lovelace' })
    const statements = await statementsOf(app.services.db, () => opened({ step: 'here' }))
    expect(statements.length).toBeLessThanOrEqual(8)
    await post(learner, id, course.activities[0]?.id ?? '', { event: 'view' })
    expect((await opened()).landing).toEqual({ isShown: true, author: 'Ada Lovelace', html: null })
    expect((await opened({ landing: 'true' })).landing.html).toBe(landing.html)
    // A course from before landing texts: shown, and without a text.
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`update document_versions set content = content - 'landing' where document_id = ${course.courseId}`.execute(
          tx,
        ),
      )
    const other = await givenPublishedCourse(app, tenant, { landing: { isShown: false, author: 'Us', html: '' } })
    const otherId = await givenAssignment(app, learner, other.courseId)
    const { body } = await app.call(learner, api.learning.course, { params: { userCourseId: otherId } })
    expect(body.landing).toEqual({ isShown: false, author: 'Us', html: null })
    expect((await opened({ landing: 'true' })).landing.html).toBe('')
  })

  it('in order locks a step until those before it are done, and says for what it waits', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const steps = [
      pageActivity({ title: 'One', completion: { rule: 'tick' } }),
      pageActivity({ title: 'Two' }),
      pageActivity({ title: 'Three' }),
    ]
    const [one, two, three] = steps.map((step) => step.id) as [string, string, string]
    const course = await givenPublishedCourse(app, tenant, { sequential: true, activities: steps })
    const id = await givenAssignment(app, learner, course.courseId)
    const outline = async () => (await app.call(learner, api.learning.course, { params: { userCourseId: id } })).body
    expect((await outline()).sections[0]?.activities.map((step) => step.lock)).toEqual([
      null,
      { reason: 'previous', waitsFor: 'One' },
      { reason: 'previous', waitsFor: 'One' },
    ])
    const locked = await app.call(learner, api.learning.activity, { params: { userCourseId: id, activityId: two } })
    expect(locked.problem).toMatchObject({
      status: 409,
      code: 'wrong-state',
      detail: 'This step unlocks when the previous one is done.',
    })
    expect((await post(learner, id, two, { event: 'view' })).status).toBe(409)
    // Looking at it does not tick it.
    expect((await post(learner, id, one, { event: 'view' })).body).toMatchObject({ state: 'inprogress', progress: 0 })
    expect((await post(learner, id, one, { event: 'tick' })).body).toMatchObject({
      state: 'completed',
      progress: 100,
      course: { state: 'inprogress' },
    })
    expect(
      (await app.call(learner, api.learning.activity, { params: { userCourseId: id, activityId: two } })).body,
    ).toMatchObject({ kind: 'page', html: '<p>Read this.</p>', state: 'notstarted', savedAt: null })
    expect((await outline()).resumeActivityId).toBe(two)
    expect((await post(learner, id, two, { event: 'tick' })).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'body.event' }],
    })
    await post(learner, id, two, { event: 'view' })
    expect((await post(learner, id, three, { event: 'view' })).body.course).toMatchObject({
      state: 'completed',
      progress: 100,
    })
    expect((await post(learner, id, newId(), { event: 'view' })).status).toBe(404)
    expect((await post(learner, id, one, { event: 'dance' } as never)).status).toBe(422)
  })

  it('shows files by addresses that the learner’s session opens', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const film = await givenFile(app, tenant, { bytes: Buffer.from('film') })
    const captions = await givenFile(app, tenant, {
      bytes: Buffer.from('WEBVTT'),
      name: 'en.vtt',
      contentType: 'text/vtt',
      purpose: 'captions',
    })
    const paper = await givenFile(app, tenant, {
      bytes: Buffer.from('%PDF'),
      name: 'a.pdf',
      contentType: 'application/pdf',
      purpose: 'document',
    })
    const image = newId()
    const steps = [
      videoActivity({
        fileId: film.fileId,
        captions: [{ fileId: captions.fileId, language: 'en', label: 'English' }],
        transcript: 'Words',
      }),
      documentActivity({ fileId: paper.fileId }),
      pageActivity({ html: `<p><img data-file-id="${image}" alt="x"></p>` }),
      linkActivity(),
    ]
    const course = await givenPublishedCourse(app, tenant, { activities: steps })
    const id = await givenAssignment(app, learner, course.courseId)
    const open = async (n: number) =>
      (await app.call(learner, api.learning.activity, { params: { userCourseId: id, activityId: steps[n]?.id ?? '' } }))
        .body
    const video = await open(0)
    if (video.kind !== 'video') throw new Error(video.kind)
    expect(video).toMatchObject({
      transcript: 'Words',
      position: 0,
      segments: [],
      captions: [{ language: 'en', label: 'English' }],
    })
    expect((await app.send(learner, 'GET', video.file.url)).body.toString()).toBe('film')
    expect((await app.send(learner, 'GET', video.captions[0]?.url ?? '')).status).toBe(200)
    expect((await app.send(tenant.admin, 'GET', video.file.url)).status).toBeGreaterThanOrEqual(400)
    expect(await open(1)).toMatchObject({ kind: 'document', file: { name: 'a.pdf' } })
    expect(await open(2)).toMatchObject({ html: expect.stringMatching(new RegExp(`src="/files/${image}/`)) })
    expect(await open(3)).toMatchObject({ kind: 'link', url: 'https://example.test/read' })
  })

  it('completes no step of any kind because its course, its content or the step was opened', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const { fileId } = await givenFile(app, tenant)
    const steps = [
      pageActivity({}),
      videoActivity({ fileId, completion: { rule: 'view' } }),
      documentActivity({ fileId }),
      linkActivity({ url: 'https://example.test/read' }),
    ]
    const course = await givenPublishedCourse(app, tenant, { activities: steps })
    const id = await givenAssignment(app, learner, course.courseId)
    const standing = async (step: string) =>
      (await app.call(learner, api.learning.course, { params: { userCourseId: id }, query: { step } })).body
    for (const step of [...steps.map((one) => one.id), 'here', newId()])
      expect(await standing(step)).toMatchObject({ state: 'notstarted', activitiesDone: 0, startedAt: null })
    for (const step of steps) await post(learner, id, step.id, { event: 'open', seconds: 5 })
    expect(await standing('here')).toMatchObject({ state: 'inprogress', progress: 0, activitiesDone: 0 })
    const [page, film, paper, link] = steps.map((step) => step.id) as [string, string, string, string]
    // A film is seen by being played, whatever the page says.
    expect((await post(learner, id, film, { event: 'view' })).body).toMatchObject({ state: 'inprogress' })
    const played = { event: 'watch', position: 99, duration: 100 } as const
    expect((await post(learner, id, film, { ...played, segments: [[0, 60]] })).body).toMatchObject({ progress: 60 })
    expect((await post(learner, id, film, { ...played, segments: [[90, 99]] })).body).toMatchObject({
      state: 'completed',
    })
    for (const step of [page, paper, link])
      expect((await post(learner, id, step, { event: 'view' })).body).toMatchObject({ state: 'completed' })
    expect(await standing('here')).toMatchObject({ state: 'completed', activitiesDone: 4 })
  })

  it('counts what was watched, and once', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const film = await givenFile(app, tenant)
    const step = videoActivity({ fileId: film.fileId, completion: { rule: 'watch', percent: 90 } })
    const course = await givenPublishedCourse(app, tenant, { activities: [step] })
    const id = await givenAssignment(app, learner, course.courseId)
    const watch = (segments: [number, number][], position: number, seconds = 0, duration = 100) =>
      post(learner, id, step.id, { event: 'watch', position, duration, segments, seconds })
    app.clock.advance(35_000)
    expect((await watch([[0, 30]], 30, 30)).body).toMatchObject({ state: 'inprogress', progress: 30 })
    // Again the same, and a shorter film than before: nothing is gained by it.
    expect(
      (
        await watch(
          [
            [0, 30],
            [10, 20],
          ],
          20,
          3600,
          31,
        )
      ).body,
    ).toMatchObject({ state: 'inprogress', progress: 30 })
    const both = await Promise.all([watch([[40, 60]], 60), watch([[30.2, 40]], 40)])
    expect(both.map((answer) => answer.status)).toEqual([200, 200])
    const content = await app.call(learner, api.learning.activity, {
      params: { userCourseId: id, activityId: step.id },
    })
    expect(content.body).toMatchObject({ segments: [[0, 60]], progress: 60 })
    expect((await watch([[60, 95]], 95)).body).toMatchObject({
      state: 'completed',
      progress: 100,
      course: { state: 'completed' },
    })
    expect((await watch([[0, 1]], 1)).body).toMatchObject({ state: 'completed', progress: 100 })
    expect((await post(learner, id, step.id, { event: 'tick' })).status).toBe(422)
    const row = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('assignments').select('seconds').where('id', '=', id).executeTakeFirstOrThrow())
    // 30, then what was left of the time that passed: the clock stands still
    expect(row.seconds).toBe(35)
  })

  it('counts no more time than has passed, in however many requests, steps and windows', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const steps = [pageActivity(), pageActivity(), pageActivity()]
    const course = await givenPublishedCourse(app, tenant, { activities: steps })
    const id = await givenAssignment(app, learner, course.courseId)
    const report = (nth: number, seconds: number) =>
      post(learner, id, steps[nth % 3]?.id ?? '', { event: 'view', seconds })
    const counted = async () => {
      const { seconds } = await app.services.db
        .tenant(tenant.tenantId)
        .read((tx) => tx.selectFrom('assignments').select('seconds').where('id', '=', id).executeTakeFirstOrThrow())
      return seconds
    }
    // Assigned just now: nobody can have read for an hour.
    await report(0, 3600)
    expect(await counted()).toBe(0)
    app.clock.advance(60_000)
    expect((await report(0, 20)).status).toBe(200)
    expect(await counted()).toBe(20)
    // Forty seconds are left, for whichever steps and whatever they say.
    await Promise.all(Array.from({ length: 12 }, (_, nth) => report(nth, nth % 2 ? 3600 : 7)))
    expect(await counted()).toBe(60)
    for (let nth = 0; nth < 20; nth++) await report(nth, 0.9)
    expect(await counted()).toBe(60)
    // Reports that were held up on their way are all counted once they come.
    app.clock.advance(90_000)
    for (const seconds of [30, 30, 25]) await report(1, seconds)
    expect(await counted()).toBe(145)
    // Nobody reads for nine hours: at most the last one is believed.
    app.clock.advance(9 * hour)
    for (let nth = 0; nth < 5; nth++) await report(2, 3600)
    expect(await counted()).toBe(145 + 3600)
    // The clock is set back: the last hour counts once more, and then only the time that passes.
    app.clock.advance(-9 * hour)
    await report(2, 30)
    expect(await counted()).toBe(145 + 3600 + 30)
    for (let nth = 0; nth < 5; nth++) await report(2, 3600)
    expect(await counted()).toBe(145 + 2 * 3600)
    // A process whose clock is a little behind gives nothing away.
    app.clock.advance(-30_000)
    await report(2, 3600)
    expect(await counted()).toBe(145 + 2 * 3600)
    app.clock.advance(30_000)
  })

  it('keeps the version that was begun, and goes where publishing sends it', async () => {
    const tenant = await givenTenant(app)
    const [one, two, three] = [pageActivity(), pageActivity(), pageActivity()]
    const course = await givenPublishedCourse(app, tenant, { activities: [one, two] })
    const people = await Promise.all(Array.from({ length: 4 }, () => givenPerson(app, tenant)))
    const [underWay, finished, fresh, unlucky] = people as [
      (typeof people)[0],
      (typeof people)[0],
      (typeof people)[0],
      (typeof people)[0],
    ]
    const ids = new Map<string, string>()
    for (const person of people) ids.set(person.userId, await givenAssignment(app, person, course.courseId))
    const idOf = (person: { userId: string }) => ids.get(person.userId) ?? ''
    await post(underWay, idOf(underWay), one.id, { event: 'view', seconds: 7 })
    await post(unlucky, idOf(unlucky), one.id, { event: 'view' })
    for (const step of [one, two]) await post(finished, idOf(finished), step.id, { event: 'view' })
    const next = await givenNewVersion(app, tenant, course, { sections: [section([one, two, three])] })
    const shown = async (person: (typeof people)[0]) =>
      (await app.call(person, api.learning.course, { params: { userCourseId: idOf(person) } })).body
    expect(await shown(underWay)).toMatchObject({ versionNumber: 1, progress: 50, activityCount: 2 })
    expect(await shown(fresh)).toMatchObject({ versionNumber: 2, activityCount: 3 })
    const admin = contextOf(app, tenant.admin, ['admin'])
    const title = course.content.title
    const move = async (
      choice: 'finish' | 'carry' | 'restart',
      from: GivenPublishedCourse,
      to: GivenPublishedCourse,
    ) => {
      const versions = { fromVersionId: from.versionId, toVersionId: to.versionId }
      const moved = { id: from.courseId, title, isBundle: false }
      await admin.write((tx) => carryOver(admin, tx, { course: moved, choice, ...versions }))
      return admin.read((tx) =>
        tx
          .selectFrom('versionMoves')
          .select(['people', 'carried', 'restarted'])
          .where('versionId', '=', to.versionId)
          .executeTakeFirstOrThrow(),
      )
    }
    expect(await move('finish', course, next)).toEqual({ people: 0, carried: 0, restarted: 0 })
    expect(await shown(underWay)).toMatchObject({ versionNumber: 1 })
    const third = await givenNewVersion(app, tenant, next, {})
    expect(await move('carry', next, third)).toEqual({ people: 2, carried: 2, restarted: 0 })
    expect(await shown(underWay)).toMatchObject({
      versionNumber: 3,
      progress: 33.33,
      activitiesDone: 1,
      state: 'inprogress',
    })
    expect(await shown(finished)).toMatchObject({ versionNumber: 1, progress: 100, state: 'completed' })
    const last = await givenNewVersion(app, tenant, third, { sections: [section([one])] })
    expect(await move('carry', third, last)).toMatchObject({ carried: 2 })
    expect(await shown(underWay)).toMatchObject({ state: 'completed', completedAt: app.clock.now().toISOString() })
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

  it('given by a rule that is still being applied is there for a learner who asks', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant, { position: ['Nurse'] })
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      sql`insert into memberships (id, user_id, team_id, first_name, last_name, email, position)
        select id || ':' || ${tenant.teamId}, id, ${tenant.teamId}, 'Bulk', 'Person', id || '@bulk.test', '{Nurse}' from (select gen_random_uuid() as id from generate_series(1, 5100)) people`.execute(
        tx,
      ),
    )
    const course = await givenPublishedCourse(app, tenant)
    const permission = await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: course.courseId,
        title: 'Rule',
        rule: { rule: { position: ['Nurse'] } },
      },
    })
    expect(permission.body.applying).toBe(true)
    expect(
      (await app.call(learner, api.learning.home)).body.required.noDeadline.map((card) => card.documentId),
    ).toEqual([course.courseId])
    expect(
      (await app.call(learner, api.learning.course, { params: { userCourseId: course.courseId } })).body.sources,
    ).toMatchObject([{ kind: 'rule', title: 'Rule' }])
  })

  it('of a bundle is shown below it', async () => {
    const tenant = await givenTenant(app)
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const children = [
      await givenPublishedCourse(app, tenant),
      await givenPublishedCourse(app, tenant),
      await givenCourse(app, tenant),
    ]
    const bundle = await givenPublishedBundle(app, tenant, children.map((child) => child.courseId).reverse())
    await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: bundle.courseId,
        title: 'Rule',
        rule: { rule: { position: ['Nurse'] } },
      },
    })
    const shown = await app.call(nurse, api.learning.course, { params: { userCourseId: bundle.courseId } })
    expect(shown.body).toMatchObject({ isBundle: true, sections: [], resumeActivityId: null })
    // In the bundle's order, without the one that is not published.
    expect(shown.body.children.map((child) => child.courseId)).toEqual([children[1]?.courseId, children[0]?.courseId])
    const home = await app.call(nurse, api.learning.home)
    expect(home.body.required.noDeadline.map((card) => card.documentId).sort()).toEqual(
      [children[0]?.courseId, children[1]?.courseId].sort(),
    )
  })
})

describe('statements', () => {
  it('lie in the month of their storing, and the coming months are made in time', async () => {
    const { rows } = await app.services.db.control((tx) =>
      sql<{ made: number }>`select control.make_statement_months('2029-03-15'::date) as made`.execute(tx),
    )
    expect(rows[0]?.made).toBe(5)
    await makeStatementMonths(app.services)
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant)
    const id = await givenAssignment(app, learner, course.courseId)
    await post(learner, id, course.activities[0]?.id ?? '', { event: 'view' })
    app.clock.advance(3 * 365 * day)
    try {
      await post(await givenPersonAgain(tenant, learner), id, course.activities[1]?.id ?? '', { event: 'view' })
    } finally {
      app.clock.advance(-3 * 365 * day)
    }
    const found = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        sql<{ place: string }>`select distinct tableoid::regclass::text as place from statements order by 1`.execute(
          tx,
        ),
      )
    expect(found.rows.map((row) => row.place)).toEqual(['statements_2026_11', 'statements_other'])
    // The application cannot make tables itself.
    await expect(app.services.db.control((tx) => sql`create table public.mine (id int)`.execute(tx))).rejects.toThrow(
      'permission denied',
    )
  })

  async function givenPersonAgain(
    tenant: { tenantId: string; teamId: string },
    person: { userId: string },
  ): Promise<Caller> {
    const { givenSession } = await import('../../../test/given/people.ts')
    return {
      token: await givenSession(app.services, {
        userId: person.userId,
        tenantId: tenant.tenantId,
        teamId: tenant.teamId,
      }),
    }
  }
})
