import { api } from '@learnt/contract'
import { newField } from '@learnt/contract/forms/new-form'
import { learnerSortKeys } from '@learnt/contract/learner-sorts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedBundle, givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenDocument } from '../../../test/given/documents.ts'
import { givenEvent } from '../../../test/given/events.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { emptyPathway, pathwayKind } from '../pathways/kind.ts'
import { newResource, resourceKind } from '../resources/kind.ts'

const app = await testApp()

/** Three of each kind: no two orders of them are alike. */
const three = [
  { title: 'Beta', category: 'x', state: 'completed', progress: 100, subtype: 'pdf', submission: 'completed' },
  { title: 'Alpha', category: 'z', state: 'inprogress', progress: 50, subtype: 'word', submission: 'markingRequired' },
  { title: 'Gamma', category: 'y', state: 'notstarted', progress: 0, subtype: 'csv', submission: null },
] as const
const orders: Record<(typeof learnerSortKeys)[number], string[]> = {
  title: ['Alpha', 'Beta', 'Gamma'],
  createdAt: ['Beta', 'Alpha', 'Gamma'],
  category: ['Beta', 'Gamma', 'Alpha'],
  progress: ['Gamma', 'Alpha', 'Beta'],
  type: ['Gamma', 'Beta', 'Alpha'],
  completionStatus: ['Alpha', 'Gamma', 'Beta'],
}
const makers = {
  course: async (tenant: GivenTenant, of: Of) => (await givenPublishedCourse(app, tenant, of)).courseId,
  bundle: async (tenant: GivenTenant, of: Of) => (await givenPublishedBundle(app, tenant, [], of)).courseId,
  pathway: async (tenant: GivenTenant, of: Of) => (await givenDocument(app, tenant, pathwayKind, emptyPathway(of))).id,
  resource: async (tenant: GivenTenant, of: Of) =>
    (await givenDocument(app, tenant, resourceKind, newResource({ ...of, url: 'https://a.test' }))).id,
  form: async (tenant: GivenTenant, of: Of) => (await givenForm(app, tenant, [newField('shortText', 'A')], of)).id,
  event: async (tenant: GivenTenant, of: Of) => (await givenEvent(app, tenant, of)).id,
}
interface Of {
  title: string
  category: string
}
type Query = { sort?: string; direction?: 'asc' | 'desc'; search?: string; limit?: number; cursor?: string }

let learner: GivenPerson
beforeAll(async () => {
  const tenant = await givenTenant(app)
  learner = await givenPerson(app, tenant)
  const db = app.services.db.tenant(tenant.tenantId)
  for (const { title, category, ...one } of three) {
    app.clock.advance(60_000)
    for (const [kind, make] of Object.entries(makers)) {
      const id = await make(tenant, { title, category })
      const type = kind === 'bundle' ? 'course' : (kind as 'course')
      const assignmentId = await givenAssignment(app, learner, id, { type, isOptional: true })
      await db.write(async (tx) => {
        await sql`update assignments set state = ${one.state}, progress = ${one.progress} where id = ${assignmentId}`.execute(
          tx,
        )
        if (kind === 'resource') await sql`update documents set subtype = ${one.subtype} where id = ${id}`.execute(tx)
        if (kind === 'form' && one.submission)
          await sql`
            insert into submissions (id, form_id, version_id, user_id, membership_id, written_by, assignment_id, number, state, started_at, saved_at)
            select gen_random_uuid(), id, published_version_id, ${learner.userId}, ${learner.membershipId}, ${learner.userId}, ${assignmentId}, 1, ${one.submission}, ${app.clock.now()}, ${app.clock.now()}
            from documents where id = ${id}`.execute(tx)
      })
      if (kind === 'event')
        expect(
          (await app.call(learner, api.events.register, { params: { documentId: id }, body: {} })).problem,
        ).toBeNull()
    }
  }
})

const lists: [
  name: string,
  ask: (query: Query) => Promise<{ items: { title: string }[]; next: string | null }>,
  own: Partial<typeof orders>,
][] = [
  [
    'courses',
    async (query) => (await app.call(learner, api.learning.courses, { query: query as never })).body,
    { type: orders.title },
  ],
  [
    'bundles',
    async (query) => (await app.call(learner, api.learning.bundles, { query: query as never })).body,
    { type: orders.title },
  ],
  [
    'pathways',
    async (query) => (await app.call(learner, api.pathways.mine, { query: query as never })).body,
    { type: orders.title },
  ],
  ['resources', async (query) => (await app.call(learner, api.resources.mine, { query: query as never })).body, {}],
  [
    'forms',
    async (query) => (await app.call(learner, api.forms.mine, { query: query as never })).body,
    { type: orders.title, completionStatus: orders.progress },
  ],
  [
    'explored events',
    async (query) => (await app.call(learner, api.events.explore, { query: query as never })).body,
    { type: orders.title },
  ],
  [
    'own events',
    async (query) => (await app.call(learner, api.events.mine, { query: query as never })).body,
    { type: orders.title },
  ],
]

describe.each(lists)('the list of %s', (_, ask, own) => {
  it.each(learnerSortKeys)('is sorted by %s, page by page, both ways', async (sort) => {
    const order = { ...orders, ...own }[sort]
    for (const direction of ['asc', 'desc'] as const) {
      const titles: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await ask({ sort, direction, limit: 1, ...(cursor ? { cursor } : {}) })
        titles.push(...page.items.map((one) => one.title))
        cursor = page.next
      }
      expect(titles).toEqual(direction === 'asc' ? order : order.toReversed())
    }
  })

  it('is searched by title', async () => {
    for (const search of ['Gamma', 'GAM-MA']) {
      const { items } = await ask({ search })
      expect(items.map((one) => one.title)).toEqual(['Gamma'])
    }
  })
})

it('the catalogue is sorted by the same keys', async () => {
  for (const sort of [...learnerSortKeys, 'newest', 'length'] as const)
    expect((await app.call(learner, api.catalogues.list, { query: { sort } })).body.items.length, sort).toBeGreaterThan(
      2,
    )
})

it.each([
  ['completed', ['Beta']],
  ['Waits for assessment', ['Alpha']],
  ['markingRequired', ['Alpha']],
  ['not-started', ['Gamma']],
  ['assessment', ['Alpha']],
  ['nothing like it', []],
])('forms are found by how they stand: %s', async (search, titles) => {
  const { body } = await app.call(learner, api.forms.mine, { query: { search } })
  expect(body.items.map((one) => one.title)).toEqual(titles)
})

it('what cannot be sorted by is refused', async () => {
  expect((await app.call(learner, api.learning.courses, { query: { sort: 'shoeSize' as never } })).status).toBe(422)
})
