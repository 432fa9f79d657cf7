import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { type GivenTenant, givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const page = { kind: 'page' as const, hitId: crypto.randomUUID(), title: 'My courses', path: '/apps/courses/mycourses' }
const track = { kind: 'track' as const, name: 'homepage-resume' as const, properties: { position: 1 } }
const send = (who: Caller, events: object[], more: object = {}) =>
  app.call(who, api.analytics.record, { body: { events, ...more } as never })
const storedOf = (tenant: GivenTenant) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('analyticsEvents').selectAll().orderBy('name').execute())

describe('events', () => {
  it('are kept with the person, team and environment that the session says', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { position: ['Chef'], employeeId: 'E-1' })
    const odd = { ...page, path: '/apps/admin/users?search=somebody' }
    expect((await send(person, [{ kind: 'identify' }, odd, track])).status).toBe(204)
    const stored = await storedOf(tenant)
    expect(stored.map(({ name, userId, teamId, environment }) => ({ name, userId, teamId, environment }))).toEqual(
      ['homepage-resume', 'identify', 'page'].map((name) => ({
        name,
        userId: person.userId,
        teamId: tenant.teamId,
        environment: app.services.settings.environment,
      })),
    )
    expect(stored.map((one) => one.properties)).toEqual([
      { position: 1 },
      { roles: ['learner'], status: 'active', position: ['Chef'] },
      { hitId: page.hitId, title: page.title, path: '/apps/admin/users' },
    ])
  })

  it('are anonymous before there is a membership, of the page’s team', async () => {
    const tenant = await givenTenant(app)
    expect((await send(stranger, [{ kind: 'identify' }, page], { team: tenant.teamId })).status).toBe(204)
    expect((await storedOf(tenant)).map(({ name, userId }) => ({ name, userId }))).toEqual([
      { name: 'page', userId: null },
    ])
  })

  it('name the employee number only where the tenant says so, and are none where it has them off', async () => {
    const told = await givenTenant(app, { settings: { analyticsEmployeeId: true } })
    const person = await givenPerson(app, told, { employeeId: 'E-9' })
    await send(person, [{ kind: 'identify' }])
    expect((await storedOf(told))[0]?.properties).toMatchObject({ employeeId: 'E-9' })
    const off = await givenTenant(app, { settings: { analytics: false } })
    expect((await send(off.admin, [page])).status).toBe(204)
    expect(await storedOf(off)).toEqual([])
    expect((await app.call(off.admin, api.session.start)).body.team.settings.analytics).toBe(false)
  })

  it('of an administrator who acts as somebody are not that person’s', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    await app.call(tenant.admin, api.impersonation.start, { body: { userId: person.userId, reason: 'To have a look' } })
    await send(tenant.admin, [page])
    expect(await storedOf(tenant)).toEqual([])
  })

  it('are refused when unknown, too many, too long or of somebody else’s making', async () => {
    const { admin } = await givenTenant(app)
    const wrong: object[][] = [
      [],
      Array.from({ length: 51 }, () => page),
      [{ ...track, name: 'made-up' }],
      [{ ...page, userId: admin.userId }],
      [{ ...page, path: 'https://elsewhere.example/' }],
      [{ ...page, title: 'x'.repeat(201) }],
      [{ ...track, properties: { text: 'x'.repeat(121) } }],
      [{ ...track, properties: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`p${n}`, n])) }],
      [{ ...track, properties: { nested: { a: 1 } } }],
    ]
    for (const events of wrong)
      expect((await send(admin, events)).status, JSON.stringify(events).slice(0, 80)).toBe(422)
  })

  it('come no faster than a page would send them', async () => {
    const { admin } = await givenTenant(app)
    const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await send(admin, [page])).status))
    expect(statuses.filter((status) => status === 204).length).toBeGreaterThanOrEqual(55)
    expect(statuses).toContain(429)
  })
})

it('counts by day and name are for administrators, of what they see', async () => {
  const tenant = await givenTenant(app)
  const team = await givenTeam(app, tenant)
  const [one, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant, { teamId: team })]
  const teamAdmin = await givenPerson(app, tenant, { teamId: team, roles: ['admin'] })
  for (const who of [one, one, other]) await send(who, [page])
  const counts = async (who: Caller) => (await app.call(who, api.analytics.counts, { query: {} as never })).body.items
  const day = app.clock.now().toISOString().slice(0, 10)
  expect(await counts(tenant.admin)).toEqual([{ day, name: 'page', count: 3, people: 2 }])
  expect(await counts(teamAdmin)).toEqual([{ day, name: 'page', count: 1, people: 1 }])
  expect(await counts((await givenTenant(app)).admin)).toEqual([])
  expect((await app.call(one, api.analytics.counts)).status).toBe(403)
})
