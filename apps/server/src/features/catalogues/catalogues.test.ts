import { api } from '@learnt/contract'
import type { CallInput } from '@learnt/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenPublishedBundle, givenPublishedCourse, pageActivity, section } from '../../../test/given/courses.ts'
import { givenDocument } from '../../../test/given/documents.ts'
import { type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { givenOffer, givenRequest } from '../../../test/given/requests.ts'
import { newId } from '../../platform/ids.ts'
import { emptyPathway, pathwayKind } from '../pathways/kind.ts'
import { newResource, resourceKind } from '../resources/kind.ts'

const app = await testApp()
type Query = NonNullable<CallInput<typeof api.catalogues.list>['query']>
const list = async (who: Caller, query: Query = {}) => (await app.call(who, api.catalogues.list, { query })).body
const titles = async (who: Caller, query: Query = {}) => (await list(who, query)).items.map((card) => card.title)
const get = (who: Caller, documentId: string, documentType: 'course' | 'pathway' | 'resource' = 'course') =>
  app.call(who, api.catalogues.get, { params: { documentType, documentId } })

async function offer(
  tenant: GivenTenant,
  documentType: 'course' | 'pathway' | 'resource',
  documentId: string,
  of: object = {},
) {
  const made = await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType,
      documentId,
      title: 'All',
      isOptional: true,
      rule: { rule: {}, groups: [], everyone: true },
      ...of,
    },
  })
  expect(made.status).toBe(201)
}

/** One of each kind: a long course, a bundle with it, a pathway with it, and a short resource. */
async function givenCatalogue() {
  const tenant = await givenTenant(app)
  const learner = await givenPerson(app, tenant)
  const activity = pageActivity({ title: 'Read this', html: '<p>Text</p>' })
  const course = await givenPublishedCourse(app, tenant, {
    title: 'Welding',
    category: 'Craft',
    tags: ['metal', 'hot'],
    sections: [section([activity], 'First part')],
  })
  const bundle = await givenPublishedBundle(app, tenant, [course.courseId], { title: 'Metal work', category: 'Craft' })
  const step = {
    id: newId(),
    documentType: 'course' as const,
    documentId: course.courseId,
    isRequired: true,
    credits: 1,
    equivalents: [],
    due: { kind: 'pathway' as const },
  }
  const pathway = await givenDocument(app, tenant, pathwayKind, {
    ...emptyPathway({ title: 'Become a smith', category: 'Careers' }),
    language: 'de',
    sections: [{ id: newId(), title: 'At the anvil', rule: { rule: 'all' }, steps: [step] }],
  })
  const resource = await givenDocument(app, tenant, resourceKind, {
    ...newResource({ title: 'Table of melting points', category: '', url: 'https://example.org/' }),
    minutes: 5,
    tags: ['metal'],
  })
  await offer(tenant, 'course', course.courseId)
  await offer(tenant, 'course', bundle.courseId)
  await offer(tenant, 'pathway', pathway.id)
  await offer(tenant, 'resource', resource.id, { request: { to: 'administrators', standInAfterDays: null } })
  return { tenant, learner, course, bundle, pathway, resource }
}

describe('the catalogue', () => {
  it('has everything of every kind that the person may take, and nothing else', async () => {
    const { tenant, learner, course } = await givenCatalogue()
    const all = ['Become a smith', 'Metal work', 'Table of melting points', 'Welding']
    expect(await titles(learner)).toEqual(all)
    // A required one is the person's own, one that a bundle alone gives stands in the bundle.
    const other = await givenPublishedCourse(app, tenant, { title: 'Hidden step' })
    const more = await givenPublishedBundle(app, tenant, [other.courseId], { title: 'More' })
    await offer(tenant, 'course', more.courseId)
    const duty = await givenPublishedCourse(app, tenant, { title: 'Duty' })
    await offer(tenant, 'course', duty.courseId)
    await offer(tenant, 'course', duty.courseId, { isOptional: false })
    expect(await titles(learner)).toEqual([
      'Become a smith',
      'Metal work',
      'More',
      'Table of melting points',
      'Welding',
    ])
    expect((await get(learner, duty.courseId)).status).toBe(404)
    expect((await get(learner, other.courseId)).status).toBe(404)
    await app.call(tenant.admin, api.courses.withdraw, { params: { courseId: course.courseId } })
    expect(await titles(learner)).not.toContain('Welding')
    expect((await get(learner, course.courseId)).status).toBe(404)
  })

  it('says of each what the person can do next', async () => {
    const { learner, course } = await givenCatalogue()
    const buttons = async () =>
      Object.fromEntries((await list(learner)).items.map((card) => [card.title, [card.kind, card.button]]))
    expect(await buttons()).toEqual({
      'Become a smith': ['pathway', 'start'],
      'Metal work': ['bundle', 'start'],
      'Table of melting points': ['resource', 'request'],
      Welding: ['course', 'start'],
    })
    const id = (await app.call(learner, api.learning.course, { params: { userCourseId: course.courseId } })).body
      .userCourseId
    const params = { userCourseId: id, activityId: course.activities[0]?.id ?? '' }
    await app.call(learner, api.learning.progress, { params, body: { event: 'open' } })
    expect((await buttons()).Welding).toEqual(['course', 'continue'])
    await app.call(learner, api.learning.progress, { params, body: { event: 'view' } })
    expect((await buttons()).Welding).toEqual(['course', 'open'])
  })

  it('lets people start a finished course again where its author allows that', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const courses = await Promise.all(
      [true, false].map((mayStartOver) =>
        givenPublishedCourse(app, tenant, {
          title: mayStartOver ? 'Again' : 'Once',
          activities: [pageActivity()],
          mayStartOver,
        }),
      ),
    )
    for (const course of courses) {
      await offer(tenant, 'course', course.courseId)
      const params = { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' }
      await app.call(learner, api.learning.progress, { params, body: { event: 'view' } })
    }
    const cards = async () =>
      Object.fromEntries((await list(learner)).items.map((card) => [card.title, [card.button, card.startsOver]]))
    expect(await cards()).toEqual({ Again: ['startAgain', true], Once: ['open', false] })
    const again = (await get(learner, courses[0]?.courseId ?? '')).body
    expect(again).toMatchObject({ state: 'completed', button: 'startAgain', startsOver: true })
    const begun = await app.call(learner, api.cycles.startOver, { params: { userCourseId: again.assignmentId } })
    expect(begun.problem).toBeNull()
    expect(await cards()).toEqual({ Again: ['start', false], Once: ['open', false] })
  })

  it('waits for what has to be finished first, and names it', async () => {
    const { tenant, learner, course, pathway } = await givenCatalogue()
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .updateTable('documents')
        .set({ prerequisites: [course.courseId] })
        .where('id', '=', pathway.id)
        .execute(),
    )
    const item = (await get(learner, pathway.id, 'pathway')).body
    expect(item.button).toBe('locked')
    expect(item.prerequisites).toMatchObject([{ title: 'Welding', isDone: false, documentId: course.courseId }])
    expect(item.sections).toEqual([
      {
        title: 'At the anvil',
        steps: [{ title: 'Welding', kind: 'course', minutes: expect.any(Number), isRequired: true }],
      },
    ])
    const { sections } = (await get(learner, course.courseId)).body
    expect(sections.map((one) => [one.title, one.steps.map((step) => step.title)])).toEqual([
      ['First part', ['Read this']],
    ])
  })

  it('counts each filter under the search and the other filters', async () => {
    const { learner } = await givenCatalogue()
    const { facets, total, isEmpty } = await list(learner)
    expect([total, isEmpty]).toEqual([4, false])
    expect(facets?.kind.map((one) => [one.value, one.count])).toEqual([
      ['bundle', 1],
      ['course', 1],
      ['pathway', 1],
      ['resource', 1],
    ])
    expect(facets?.tag).toEqual([
      { value: 'metal', count: 2 },
      { value: 'hot', count: 1 },
    ])
    expect(facets?.language).toContainEqual({ value: 'de', count: 1 })
    const narrowed = await list(learner, { kind: ['course'], tag: ['metal'] })
    expect(narrowed.items.map((card) => card.title)).toEqual(['Welding'])
    expect(narrowed.facets?.kind.map((one) => one.value)).toEqual(['course', 'resource'])
    expect(narrowed.facets?.tag.map((one) => one.value)).toEqual(['hot', 'metal'])
    expect(await titles(learner, { search: 'MELT table' })).toEqual(['Table of melting points'])
    expect(await titles(learner, { search: '%' })).toEqual([])
    expect(await titles(learner, { length: ['short'] })).toContain('Table of melting points')
    const none = await list(learner, { search: 'nothing like this' })
    expect([none.items, none.total, none.isEmpty]).toEqual([[], 0, false])
    const nobody = await list(await givenPerson(app, await givenTenant(app)))
    expect([nobody.isEmpty, nobody.total]).toEqual([true, 0])
  })

  it('does without the kinds that the tenant has switched off', async () => {
    const tenant = await givenTenant(app, { settings: { features: { resources: false, bundles: false } } })
    const learner = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant, { title: 'Kept' })
    const bundle = await givenPublishedBundle(app, tenant, [course.courseId], { title: 'Off' })
    await offer(tenant, 'course', course.courseId)
    await offer(tenant, 'course', bundle.courseId)
    expect(await titles(learner)).toEqual(['Kept'])
    expect((await get(learner, bundle.courseId)).status).toBe(404)
  })

  it('pages by any order, and takes no more statements for more', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const made: string[] = []
    for (let n = 0; n < 9; n++) {
      const { courseId } = await givenOffer(app, learner, `Course ${n % 3}`, { to: n % 2 ? null : 'managers' })
      if (n % 4 === 0) await givenRequest(app, learner, courseId)
      made.push(courseId)
    }
    for (const sort of ['title', 'newest', 'length', 'progress'] as const) {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await list(learner, { sort, limit: 2, ...(cursor ? { cursor } : {}) })
        found.push(...page.items.map((card) => card.documentId))
        expect(page.facets === null).toBe(cursor !== undefined)
        cursor = page.next ?? undefined
      } while (cursor)
      expect(found.toSorted(), sort).toEqual(made.toSorted())
    }
    expect((await list(learner)).items.filter((card) => card.button === 'requested')).toHaveLength(3)
    const count = async () => (await statementsOf(app.services.db, () => list(learner))).length
    expect(await count()).toBeLessThanOrEqual(8)
    const one = (await statementsOf(app.services.db, () => get(learner, made[0] ?? ''))).length
    expect(one).toBeLessThanOrEqual(8)
  })

  it('is the person’s own: another one has theirs', async () => {
    const { learner, course } = await givenCatalogue()
    const foreign = await givenPerson(app, await givenTenant(app))
    expect((await get(learner, course.courseId)).status).toBe(200)
    expect((await get(foreign, course.courseId)).status).toBe(404)
    expect(await titles(foreign)).toEqual([])
  })
})
