import { api } from '@learnt/contract'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenBrowser, givenPassword } from '../../../test/given/browsers.ts'
import { givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

it('lists who did what with before and after, newest first, in pages', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant, { firstName: 'Pia', lastName: 'Paged' })
  for (let i = 0; i < 5; i++) {
    app.clock.advance(1000)
    await app.call(tenant.admin, api.members.update, { params: { userId: person.userId }, body: { phone: `+4${i}` } })
  }
  const seen: unknown[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await app.call(tenant.admin, api.audit.list, {
      query: { limit: 2, action: 'members.update', ...(cursor ? { cursor } : {}) },
    })
    expect(body.total).toBe(5)
    seen.push(...body.items.map((one) => (one.after as { phone: string }).phone))
    cursor = body.next
  }
  expect(seen).toEqual(['+44', '+43', '+42', '+41', '+40'])
  const { body } = await app.call(tenant.admin, api.audit.list, { query: { search: 'pia PAGED', limit: 1 } })
  expect(body).toMatchObject({
    total: 5,
    items: [
      {
        actorName: 'Ada Admin',
        actorId: tenant.admin.userId,
        subjectType: 'membership',
        subjectId: person.membershipId,
        address: '127.0.0.1',
        before: { phone: '+43' },
        after: { phone: '+44' },
      },
    ],
  })
  expect((await app.call(tenant.admin, api.audit.list, { query: { search: '%' } })).body.total).toBe(0)
  const events = await statementsOf(app.services.db, async () => void (await app.call(tenant.admin, api.audit.list)))
  expect(events).toHaveLength(3)
})

it('names people, also those who sign in, out, or are changed many at a time', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant, { firstName: 'Nia', lastName: 'Named', email: 'nia@named.test' })
  const password = await givenPassword(app, person)
  const signedIn = await givenBrowser(app).signIn({ username: person.email, password, team: tenant.teamId })
  expect(signedIn.status).toBe(200)
  expect((await app.call(person, api.session.revokeOthers)).body.ended).toBe(1)
  await app.call(tenant.admin, api.members.setStatus, {
    body: { selection: { by: 'ids', ids: [person.membershipId] }, status: 'inactive' },
  })
  await app.settle()
  const { body } = await app.call(tenant.admin, api.audit.list)
  const titles = body.items.map((one) => [one.action, one.subjectTitle])
  for (const action of ['session.signIn', 'session.end', 'members.setStatus'])
    expect(titles).toContainEqual([action, 'Nia Named'])
})

it('shows a team’s administrator the team, other tenants nothing, and others not at all', async () => {
  const tenant = await givenTenant(app)
  const north = await givenTeam(app, tenant)
  const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
  const inNorth = await givenPerson(app, tenant, { teamId: north })
  const elsewhere = await givenPerson(app, tenant)
  for (const one of [inNorth, elsewhere])
    await app.call(tenant.admin, api.members.update, { params: { userId: one.userId }, body: { phone: '1' } })
  const subjects = async (caller: { token: string }) =>
    (await app.call(caller, api.audit.list, { query: { action: 'members.update' } })).body.items.map(
      (one) => one.subjectId,
    )
  expect(await subjects(northAdmin)).toEqual([inNorth.membershipId])
  expect((await subjects(tenant.admin)).sort()).toEqual([inNorth.membershipId, elsewhere.membershipId].sort())
  expect(await subjects((await givenTenant(app)).admin)).toEqual([])
  expect((await app.call(inNorth, api.audit.list)).status).toBe(403)
  expect((await app.call(stranger, api.audit.list)).status).toBe(401)
})

it('cannot be changed by the application', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  await app.call(tenant.admin, api.members.update, { params: { userId: person.userId }, body: { phone: '1' } })
  const { db } = app.services
  await expect(
    db.tenant(tenant.tenantId).write((tx) => tx.updateTable('auditEntries').set({ action: 'nothing' }).execute()),
  ).rejects.toThrow('permission denied')
  await expect(db.tenant(tenant.tenantId).write((tx) => tx.deleteFrom('auditEntries').execute())).rejects.toThrow(
    'permission denied',
  )
  await expect(
    db.tenant(tenant.tenantId).write((tx) => tx.updateTable('auditPayloads').set({ after: null }).execute()),
  ).rejects.toThrow('permission denied')
})
