import { api } from '@learnt/contract'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenActing } from '../../../test/given/acting.ts'
import { givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

it('keeps a person’s own notes, the newest first', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  expect((await app.call(person, api.quickPanel.data)).body).toEqual({ events: [], notes: [] })
  const first = await app.call(person, api.quickPanel.addNote, { body: { text: '  Call Ann  ' } })
  expect(first.body.text).toBe('Call Ann')
  await app.call(person, api.quickPanel.addNote, { body: { text: 'Two\nlines' } })
  const changed = await app.call(person, api.quickPanel.changeNote, {
    params: { noteId: first.body.id },
    body: { text: 'Call Bob' },
  })
  expect(changed.body).toMatchObject({ id: first.body.id, text: 'Call Bob' })
  const { body } = await app.call(person, api.quickPanel.data)
  expect(body.notes.map((note) => note.text)).toEqual(['Two\nlines', 'Call Bob'])
  expect((await app.call(person, api.quickPanel.removeNote, { params: { noteId: first.body.id } })).status).toBe(204)
  expect((await app.call(person, api.quickPanel.removeNote, { params: { noteId: first.body.id } })).status).toBe(404)
})

it('shows, changes and removes nobody else’s', async () => {
  const tenant = await givenTenant(app)
  const [owner, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
  const { body: note } = await app.call(owner, api.quickPanel.addNote, { body: { text: 'Mine' } })
  const params = { noteId: note.id }
  for (const caller of [other, tenant.admin, (await givenTenant(app)).admin]) {
    expect((await app.call(caller, api.quickPanel.data)).body.notes).toEqual([])
    expect((await app.call(caller, api.quickPanel.changeNote, { params, body: { text: 'Taken' } })).status).toBe(404)
    expect((await app.call(caller, api.quickPanel.removeNote, { params })).status).toBe(404)
  }
  expect((await app.call(stranger, api.quickPanel.data)).status).toBe(401)
  expect((await app.call(stranger, api.quickPanel.addNote, { body: { text: 'x' } })).status).toBe(401)
  expect((await app.call(owner, api.quickPanel.data)).body.notes.map((one) => one.text)).toEqual(['Mine'])
})

it('shows them to nobody who acts as the person, and lets nobody write in their name', async () => {
  const tenant = await givenTenant(app, { settings: { impersonationMayWrite: true } })
  const owner = await givenPerson(app, tenant)
  const { body: note } = await app.call(owner, api.quickPanel.addNote, { body: { text: 'Mine' } })
  const acting = await givenActing(app, tenant, owner, { writes: true })
  expect((await app.call(acting, api.quickPanel.data)).body.notes).toEqual([])
  const params = { noteId: note.id }
  for (const refused of [
    await app.call(acting, api.quickPanel.addNote, { body: { text: 'Theirs' } }),
    await app.call(acting, api.quickPanel.changeNote, { params, body: { text: 'Theirs' } }),
    await app.call(acting, api.quickPanel.removeNote, { params }),
  ])
    expect(refused.problem?.code).toBe('not-while-acting')
  expect((await app.call(owner, api.quickPanel.data)).body.notes.map((one) => one.text)).toEqual(['Mine'])
})

it('complains at the field and ends at a hundred', async () => {
  const tenant = await givenTenant(app)
  const add = (text: string) => app.call(tenant.admin, api.quickPanel.addNote, { body: { text } })
  expect((await add('  ')).problem?.errors?.[0]?.path).toBe('body.text')
  expect((await add('x'.repeat(2001))).problem?.errors?.[0]?.path).toBe('body.text')
  for (let i = 0; i < 100; i++) await add(`Note ${i}`)
  expect(await add('One more')).toMatchObject({ status: 409, problem: { detail: expect.stringContaining('100') } })
})

it('holds a hundred notes, also of more that are added at once', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const answers = await Promise.all(
    Array.from({ length: 110 }, (_, n) => app.call(person, api.quickPanel.addNote, { body: { text: `Note ${n}` } })),
  )
  expect(answers.filter((one) => one.status === 409)).toHaveLength(10)
  expect((await app.call(person, api.quickPanel.data)).body.notes).toHaveLength(100)
})
