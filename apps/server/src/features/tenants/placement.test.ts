import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../../test/app.ts'
import { ask, countRows } from '../../../test/connection.ts'
import { freshDatabase, statementsOf, type TestDatabase } from '../../../test/db.ts'
import { givenPublishedCourse, pageActivity, section } from '../../../test/given/courses.ts'
import { type GivenPerson, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { listJointCommits } from '../../platform/db/settle.ts'
import { removeDeletedTenants } from '../../platform/tenant/remove-deleted.ts'
import { mintTenantId } from '../../platform/tenant/tenant-id.ts'

let place: TestDatabase
let app: TestApp
let superadmin: GivenPerson
beforeAll(async () => {
  place = await freshDatabase({}, 2)
  app = await openApp(place, await makeScratchFolder())
  const home = await givenTenant(app, { cluster: 'main' })
  superadmin = await givenPerson(app, home, { roles: ['superadmin'] })
})

let made = 0

function create(cluster?: string) {
  const id = `placed${++made}`
  const administrator = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${id}@placed.test`,
    password: 'Learnt-placed-1',
  }
  return app.call(superadmin, api.tenants.create, {
    body: { id, name: `Placed ${made}`, administrator, ...(cluster === undefined ? {} : { cluster }) },
  })
}

const memberships = (url: string, tenantId: string) => countRows(url, tenantId, 'memberships')

describe('a tenant made on a further cluster', () => {
  it('has its rows there, and its administrator in the directory', async () => {
    const { status, body } = await create('c2')
    expect(status).toBe(201)
    const c2 = place.clusters[0]?.adminUrl ?? ''
    expect([await memberships(c2, body.id), await memberships(place.adminUrl, body.id)]).toEqual([1, 0])
    expect(await app.services.db.clusterOf(mintTenantId(body.id))).toBe('c2')
    const list = await app.call(superadmin, api.tenants.list)
    expect(list.body.clusters).toEqual(['main', 'c2'])
    expect(list.body.items.map(({ id }) => id)).toContain(body.id)
    await app.settle()
    expect(await listJointCommits(app.services.db)).toEqual([])
  })

  it('is made on the first one unless another is named, and on none that is not there', async () => {
    const { body } = await create()
    expect(await app.services.db.clusterOf(mintTenantId(body.id))).toBe('main')
    const { status, problem } = await create('moon')
    expect(status).toBe(422)
    expect(problem?.errors).toMatchObject([{ path: 'body.cluster', message: 'There is no such cluster' }])
  })

  it('is there once, however many make it at once on different clusters', async () => {
    const id = `placed${++made}`
    const administrator = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${id}@placed.test`,
      password: 'Learnt-placed-1',
    }
    const answers = await Promise.all(
      ['main', 'c2', 'main', 'c2'].map((cluster) =>
        app.call(superadmin, api.tenants.create, { body: { id, name: 'Twice', administrator, cluster } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    const c2 = place.clusters[0]?.adminUrl ?? ''
    const rows = [await memberships(place.adminUrl, id), await memberships(c2, id)]
    const cluster = await app.services.db.clusterOf(mintTenantId(id))
    expect(rows).toEqual(cluster === 'main' ? [1, 0] : [0, 1])
  })

  it('prepares what is about people, and nothing for learning and reading', async () => {
    const tenant = await givenTenant(app, { cluster: 'c2' })
    const person = { firstName: 'Pat', lastName: 'Away', email: `away${++made}@placed.test` }
    const prepared = async (work: () => Promise<unknown>) =>
      (await statementsOf(app.services.db, work)).filter(({ sql }) => sql.startsWith('prepare transaction')).length
    expect(await prepared(() => app.call(tenant.admin, api.members.create, { body: person }))).toBe(1)
    // The link that is mailed to them is about people too.
    expect(await prepared(() => app.settle())).toBe(1)
    const learner = await givenPerson(app, tenant)
    const activity = pageActivity({ title: 'Page', html: '<p>Page</p>' })
    const course = await givenPublishedCourse(app, tenant, { title: 'Away', sections: [section([activity], 'One')] })
    const none = await prepared(async () => {
      await app.call(learner, api.learning.courses, { query: {} })
      const given = await app.call(tenant.admin, api.permissions.create, {
        body: { documentType: 'course', documentId: course.courseId, title: 'All', rule: { rule: {}, everyone: true } },
      })
      expect(given.status).toBe(201)
      await app.settle()
      const { body } = await app.call(learner, api.learning.courses, { query: {} })
      const params = { userCourseId: body.items[0]?.userCourseId ?? '', activityId: activity.id }
      const saved = await app.call(learner, api.learning.progress, { params, body: { event: 'view', seconds: 5 } })
      expect(saved.status).toBeLessThan(300)
      await app.call(tenant.admin, api.members.list)
    })
    expect(none).toBe(0)
  })

  it('is removed with its rows on both clusters', async () => {
    const { body } = await create('c2')
    const removed = await app.call(superadmin, api.tenants.remove, {
      params: { tenantId: body.id },
      body: { name: body.name },
    })
    expect(removed.status).toBe(200)
    app.clock.set(new Date(app.clock.now().getTime() + 31 * 86_400_000))
    expect(await removeDeletedTenants(app.services, place)).toContain(body.id)
    const c2 = place.clusters[0]?.adminUrl ?? ''
    expect(await memberships(c2, body.id)).toBe(0)
    expect(await countRows(c2, body.id, 'tenant_calendars')).toBe(0)
    expect(await ask(place.adminUrl, 'select from control.tenants where id = $1', [body.id])).toEqual([])
  })
})
