import { api } from '@learnt/contract'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenCourse } from '../../../test/given/courses.ts'
import { givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

it('finds courses and people for an administrator, and neither for a learner', async () => {
  const tenant = await givenTenant(app)
  const course = await givenCourse(app, tenant, { title: 'Zebra care' })
  const person = await givenPerson(app, tenant, { firstName: 'Zora', lastName: 'Zebra' })
  const { body } = await app.call(tenant.admin, api.search.all, { query: { q: 'zebra' } })
  expect(body.items.map(({ kind, id, title }) => [kind, id, title])).toEqual([
    ['course', course.courseId, 'Zebra care'],
    ['person', person.userId, 'Zora Zebra'],
  ])
  expect((await app.call(person, api.search.all, { query: { q: 'zebra' } })).body.items).toEqual([])
})

it('finds nothing of another tenant, and no people beyond the team', async () => {
  const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
  const team = await givenTeam(app, tenant)
  await givenPerson(app, tenant, { lastName: 'Quagga', teamId: team })
  const teamAdmin = await givenPerson(app, tenant, { roles: ['admin'], teamId: await givenTeam(app, tenant) })
  const find = async (who: typeof teamAdmin) =>
    (await app.call(who, api.search.all, { query: { q: 'quagga' } })).body.items.length
  expect([await find(tenant.admin), await find(teamAdmin), await find(other.admin)]).toEqual([1, 0, 0])
  expect((await app.call(stranger, api.search.all, { query: { q: 'quagga' } })).status).toBe(401)
})

it('finds a person of several teams once, in the team of whoever searches where they are in it', async () => {
  const tenant = await givenTenant(app)
  const body = { firstName: 'Tapir', lastName: 'Once', email: `tapir@${tenant.tenantId}.test` }
  const teams = [await givenTeam(app, tenant), tenant.teamId, await givenTeam(app, tenant)]
  for (const teamId of teams)
    expect((await app.call(tenant.admin, api.members.create, { body: { ...body, teamId } })).status).toBe(201)
  const { items } = (await app.call(tenant.admin, api.search.all, { query: { q: 'tapir' } })).body
  expect(items.map(({ title, teamId }) => [title, teamId])).toEqual([['Tapir Once', tenant.teamId]])
})

it('takes turns among the kinds, ten in all, and wants two letters', async () => {
  const tenant = await givenTenant(app)
  for (let i = 0; i < 12; i++) await givenPerson(app, tenant, { lastName: `Okapi${i}` })
  await givenCourse(app, tenant, { title: 'Okapi one' })
  const { body } = await app.call(tenant.admin, api.search.all, { query: { q: 'okapi' } })
  expect(body.items).toHaveLength(10)
  expect(body.items.filter((one) => one.kind === 'course')).toHaveLength(1)
  for (const q of ['a', ' ', '%%%', 'x'.repeat(101)]) {
    const answer = await app.call(tenant.admin, api.search.all, { query: { q } })
    if (q === '%%%') expect(answer.body.items).toEqual([])
    else expect(answer.problem?.errors?.[0]?.path).toBe('query.q')
  }
})
