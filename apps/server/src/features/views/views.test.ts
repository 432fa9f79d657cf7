import { api } from '@learnt/contract'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const view = { list: 'courses' as const, name: 'Published', query: 'status=published&sort=title' }

it('keeps a person’s own views, replaces by name, and knows one default', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const saved = await app.call(person, api.views.save, { body: { ...view, isDefault: true } })
  expect(saved.body).toMatchObject({ ...view, isDefault: true })
  const again = await app.call(person, api.views.save, { body: { ...view, query: 'status=draft' } })
  expect(again.body).toMatchObject({ id: saved.body.id, query: 'status=draft', isDefault: false })
  await app.call(person, api.views.save, { body: { ...view, isDefault: true } })
  const second = await app.call(person, api.views.save, { body: { ...view, name: 'All', isDefault: true } })
  await app.call(person, api.views.save, { body: { ...view, list: 'members', isDefault: true } })
  const { body } = await app.call(person, api.views.list, { query: { list: 'courses' } })
  expect(body.items.map((one) => [one.name, one.isDefault])).toEqual([
    ['All', true],
    ['Published', false],
  ])
  expect((await app.call(person, api.views.remove, { params: { viewId: second.body.id } })).status).toBe(204)
  expect((await app.call(person, api.views.list, { query: { list: 'courses' } })).body.items).toHaveLength(1)
  expect((await app.call(person, api.views.remove, { params: { viewId: second.body.id } })).status).toBe(404)
})

it('shows and removes nobody else’s', async () => {
  const tenant = await givenTenant(app)
  const [owner, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
  const { body } = await app.call(owner, api.views.save, { body: view })
  for (const caller of [other, tenant.admin, (await givenTenant(app)).admin]) {
    expect((await app.call(caller, api.views.list, { query: { list: 'courses' } })).body.items).toEqual([])
    expect((await app.call(caller, api.views.remove, { params: { viewId: body.id } })).status).toBe(404)
  }
  expect((await app.call(stranger, api.views.list, { query: { list: 'courses' } })).status).toBe(401)
  expect((await app.call(owner, api.views.list, { query: { list: 'courses' } })).body.items).toHaveLength(1)
})

it('complains at the field and ends at fifty', async () => {
  const tenant = await givenTenant(app)
  const ask = (body: object) => app.call(tenant.admin, api.views.save, { body: { ...view, ...body } as never })
  expect((await ask({ name: '  ' })).problem?.errors?.[0]).toMatchObject({
    path: 'body.name',
    message: 'This field is required',
  })
  expect((await ask({ list: 'secrets' })).problem?.errors?.[0]?.path).toBe('body.list')
  for (let i = 0; i < 50; i++) await ask({ name: `View ${i}` })
  expect(await ask({ name: 'One more' })).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('50 saved views') },
  })
  expect((await ask({ name: 'View 7' })).status).toBe(200)
})

it('knows one default, and no more views than a menu can hold, also of many that are saved at once', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const save = (n: number) =>
    app.call(person, api.views.save, { body: { ...view, name: `View ${n}`, isDefault: true } })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => save(n)))
  expect(answers.filter((one) => one.status === 409)).toHaveLength(10)
  const { items } = (await app.call(person, api.views.list, { query: { list: 'courses' } })).body
  expect(items).toHaveLength(50)
  expect(items.filter((one) => one.isDefault)).toHaveLength(1)
})
