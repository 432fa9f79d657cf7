import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { givenPerson, givenSession, givenTenant, stranger } from '../../../test/given/people.ts'
import { findSession } from '../../platform/session/find-session.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const minute = 60_000
/** One minute: asked after it, signed out after two, refused after 3:15. */
const watched = { sessionConfig: { checkUserInactivity: true, expireSessionAfter: 1, unit: 'minutes' } }
const limit = 3.25 * minute
const reads = async (caller: Caller) => (await app.call(caller, api.session.teams)).status

describe('where the tenant watches, a session', () => {
  it('that nobody uses is refused after two timeouts and the grace, and not before', async () => {
    const tenant = await givenTenant(app, { settings: watched })
    app.clock.advance(limit)
    expect(await reads(tenant.admin)).toBe(200)
    app.clock.advance(1)
    expect(await reads(tenant.admin)).toBe(401)
    expect((await app.call(tenant.admin, api.session.active)).status).toBe(401)
    expect((await app.call(tenant.admin, api.session.start)).body.me).toBeNull()
  })

  it('is kept open by saying so and by changing something, not by reading', async () => {
    const tenant = await givenTenant(app, { settings: watched })
    for (let round = 0; round < 4; round++) {
      app.clock.advance(3 * minute)
      expect((await app.call(tenant.admin, api.session.active)).status).toBe(204)
    }
    app.clock.advance(3 * minute)
    expect((await app.call(tenant.admin, api.session.revokeOthers)).status).toBe(200)
    for (let round = 0; round < 3; round++) {
      app.clock.advance(minute)
      expect(await reads(tenant.admin)).toBe(200)
    }
    app.clock.advance(minute)
    expect(await reads(tenant.admin)).toBe(401)
  })

  it('is not kept open by its live socket', async () => {
    const tenant = await givenTenant(app, { settings: watched })
    for (let round = 0; round < 3; round++) {
      app.clock.advance(minute)
      // As the hub asks on every push and every heartbeat.
      expect(await findSession(app.services, tenant.admin.token)).not.toBeNull()
    }
    app.clock.advance(minute)
    expect(await findSession(app.services, tenant.admin.token)).toBeNull()
  })

  it('is not shown among the open ones when it has run out', async () => {
    const tenant = await givenTenant(app, { settings: watched })
    const other = { token: await givenSession(app.services, tenant.admin) }
    expect((await app.call(tenant.admin, api.session.list)).body.items).toHaveLength(2)
    app.clock.advance(3 * minute)
    await app.call(tenant.admin, api.session.active)
    app.clock.advance(minute)
    expect((await app.call(tenant.admin, api.session.list)).body.items).toHaveLength(1)
    expect(await reads(other)).toBe(401)
  })

  it('does not come back when the tenant watches no longer', async () => {
    const tenant = await givenTenant(app, { settings: watched })
    const root = await givenPerson(app, await givenTenant(app), { roles: ['superadmin'] })
    app.clock.advance(limit + 1)
    expect(await reads(tenant.admin)).toBe(401)
    const sessionConfig = {
      persistUserSession: true,
      checkUserInactivity: false,
      expireSessionAfter: 1,
      unit: 'minutes',
    }
    const change = await app.call(root, api.tenants.changeAccess, {
      params: { tenantId: tenant.tenantId },
      body: { settings: { sessionConfig: sessionConfig as never } },
    })
    expect(change.status).toBe(200)
    expect(await reads(tenant.admin)).toBe(401)
  })
})

it('a session is for as long as it lasts where nobody watches; another tenant’s setting does not count', async () => {
  const [plain, other] = [await givenTenant(app), await givenTenant(app, { settings: watched })]
  app.clock.advance(23 * 60 * minute)
  expect(await reads(plain.admin)).toBe(200)
  expect(await reads(other.admin)).toBe(401)
  // The absolute end comes whatever is done: 24 hours for these.
  expect((await app.call(plain.admin, api.session.active)).status).toBe(204)
  app.clock.advance(61 * minute)
  expect((await app.call(plain.admin, api.session.active)).status).toBe(401)
})

it('what nobody can read of the setting is the default, as in the pages', async () => {
  const odd = { sessionConfig: { checkUserInactivity: true, expireSessionAfter: 'soon', unit: 'fortnights' } }
  const huge = { sessionConfig: { checkUserInactivity: true, expireSessionAfter: 99_999, unit: 'days' } }
  const [broken, long] = [await givenTenant(app, { settings: odd }), await givenTenant(app, { settings: huge })]
  const shown = async (caller: Caller) => (await app.call(caller, api.session.start)).body.team.settings.sessionConfig
  expect(await shown(broken.admin)).toMatchObject({ expireSessionAfter: 30, unit: 'minutes' })
  expect(await shown(long.admin)).toMatchObject({ expireSessionAfter: 30, unit: 'days' })
  app.clock.advance(66 * minute)
  expect(await reads(broken.admin)).toBe(200)
  app.clock.advance(3 * minute)
  expect(await reads(broken.admin)).toBe(401)
  expect(await reads(long.admin)).toBe(200)
})

it('watching that begins counts from what was done last, reading too', async () => {
  const tenant = await givenTenant(app)
  const root = await givenPerson(app, await givenTenant(app), { roles: ['superadmin'] })
  app.clock.advance(10 * minute)
  expect(await reads(tenant.admin)).toBe(200)
  const params = { tenantId: tenant.tenantId }
  const sessionConfig = { persistUserSession: true, ...watched.sessionConfig } as never
  await app.call(root, api.tenants.changeAccess, { params, body: { settings: { sessionConfig } } })
  app.clock.advance(3 * minute)
  expect(await reads(tenant.admin)).toBe(200)
  app.clock.advance(minute)
  expect(await reads(tenant.admin)).toBe(401)
})

it('stays signed in only where the tenant offers it; elsewhere the cookie ends with the browser', async () => {
  const plain = await givenTenant(app)
  const strict = await givenTenant(app, { settings: { sessionConfig: { persistUserSession: false } } })
  for (const [tenant, persists] of [
    [plain, true],
    [strict, false],
  ] as const) {
    const person = await givenPerson(app, tenant)
    await givenPassword(app, person)
    const browser = givenBrowser(app)
    const body = { username: person.email, password: goodPassword, persistUserSession: true, team: tenant.teamId }
    const { cookies } = await browser.signIn(body)
    const session = cookies.find((one) => one.startsWith('__Host-Http-learnt=')) ?? ''
    expect(session).not.toBe('')
    expect(session.includes('Max-Age=2592000')).toBe(persists)
    app.clock.advance(13 * 60 * minute)
    expect(await reads(browser)).toBe(persists ? 200 : 401)
  }
})

describe('a tenant’s rules of sessions', () => {
  it('are a superadministrator’s to change, field by field checked, and are stored whole', async () => {
    const tenant = await givenTenant(app)
    const root = await givenPerson(app, await givenTenant(app), { roles: ['superadmin'] })
    const params = { tenantId: tenant.tenantId }
    const rules = { persistUserSession: false, checkUserInactivity: true, expireSessionAfter: 2, unit: 'hours' }
    const change = (sessionConfig: object, who: Caller = root) =>
      app.call(who, api.tenants.changeAccess, { params, body: { settings: { sessionConfig: sessionConfig as never } } })
    const before = await app.call(root, api.tenants.access, { params })
    expect(before.body.settings.sessionConfig).toEqual({
      persistUserSession: true,
      checkUserInactivity: false,
      expireSessionAfter: 30,
      unit: 'minutes',
    })
    expect((await change(rules)).body.settings.sessionConfig).toEqual(rules)
    const page = await app.call(stranger, api.session.start, { query: { team: tenant.teamId } })
    expect(page.body.team.settings.sessionConfig).toEqual(rules)

    const at = async (odd: object) => (await change({ ...rules, ...odd })).problem?.errors?.[0]
    const field = 'body.settings.sessionConfig.expireSessionAfter'
    for (const expireSessionAfter of [0, -1, 1.5, 721, 'two', null]) {
      expect(await at({ expireSessionAfter }), String(expireSessionAfter)).toMatchObject({ path: field })
    }
    expect(await at({ expireSessionAfter: 31, unit: 'days' })).toMatchObject({ path: field, message: 'At most 30' })
    expect(await at({ unit: 'weeks' })).toMatchObject({ path: 'body.settings.sessionConfig.unit' })
    expect((await change({ expireSessionAfter: 5 })).status).toBe(422)
    expect((await app.call(root, api.tenants.access, { params })).body.settings.sessionConfig).toEqual(rules)
    for (const who of [tenant.admin, await givenPerson(app, tenant)])
      expect((await change(rules, who)).status).toBe(403)
    expect((await change(rules, stranger)).status).toBe(401)
  })
})
