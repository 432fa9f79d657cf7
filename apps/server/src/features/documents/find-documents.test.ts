import { api } from '@learnt/contract'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenCourse, givenPublishedBundle, givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'

const app = await testApp()

it('finds documents of every kind by words, kind and status, for administrators', async () => {
  const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
  const course = await givenPublishedCourse(app, tenant, { title: 'Fire safety' })
  const resource = await givenPublishedCourse(app, tenant, { title: 'Fire exits' })
  const draft = await givenCourse(app, tenant, { title: 'Hygiene' })
  const archived = await givenPublishedCourse(app, tenant, { title: 'Fire of old' })
  const bundle = await givenPublishedBundle(app, tenant, [course.courseId], { title: 'Safety first' })
  await givenPublishedCourse(app, other, { title: 'Fire elsewhere' })
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await tx.updateTable('documents').set({ type: 'resource' }).where('id', '=', resource.courseId).execute()
    await tx
      .updateTable('documents')
      .set({ status: 'archived', statusBefore: 'published' })
      .where('id', '=', archived.courseId)
      .execute()
  })
  const find = async (query: {
    search?: string
    type?: 'resource'[]
    status?: ('draft' | 'archived')[]
    isBundle?: 'true'
    limit?: number
  }) => (await app.call(tenant.admin, api.documents.find, { query })).body.items.map((found) => found.id)
  for (const [query, ids] of [
    [{}, [resource.courseId, course.courseId, draft.courseId, bundle.courseId]],
    [{ search: 'fire' }, [resource.courseId, course.courseId]],
    [{ search: 'saf fire' }, [course.courseId]],
    [{ type: ['resource' as const] }, [resource.courseId]],
    [{ status: ['draft' as const, 'archived' as const] }, [archived.courseId, draft.courseId]],
    [{ isBundle: 'true' }, [bundle.courseId]],
    [{ limit: 1 }, [resource.courseId]],
    [{ search: '%' }, []],
  ] as const)
    expect([query, await find(query as never)]).toEqual([query, ids])
  const first = await app.call(tenant.admin, api.documents.find, { query: { search: 'exits' } })
  expect(first.body.items).toMatchObject([{ type: 'resource', title: 'Fire exits', status: 'published' }])
  const learner = await givenPerson(app, tenant, { roles: ['learner', 'manager'] })
  expect((await app.call(learner, api.documents.find, {})).status).toBe(403)
  const said = await statementsOf(app.services.db, () => find({ search: 'fire' }))
  expect(said.length).toBeLessThanOrEqual(4)
})
