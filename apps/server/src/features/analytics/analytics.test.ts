import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
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

/** Keeps the time still, so that no limit frees up. */
function stopTime(): void {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => void clock.mockRestore())
}

let addresses = 0
const address = () => `10.8.${++addresses >> 8}.${addresses & 255}`

/** One report after the other by somebody at this address who is not signed in. */
async function sendAll(remoteAddress: string, tenant: GivenTenant, reports: object[][]): Promise<number[]> {
  const { origin, host } = new URL(app.services.settings.publicUrl)
  const statuses: number[] = []
  for (const events of reports) {
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: api.analytics.record.path,
      remoteAddress,
      headers: { host, origin, 'sec-fetch-site': 'same-origin' },
      payload: { events, team: tenant.teamId },
    })
    statuses.push(statusCode)
  }
  return statuses
}

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

  it('of a person come no faster than ten a second, however many stand in a report', async () => {
    stopTime()
    const tenant = await givenTenant(app)
    const report = Array.from({ length: 50 }, () => page)
    const statuses: number[] = []
    for (let i = 0; i < 13; i++) statuses.push((await send(tenant.admin, report)).status)
    expect(statuses).toEqual(Array(13).fill(204))
    expect(await storedOf(tenant)).toHaveLength(600)
  })
})

describe('events of guests', () => {
  it('come no faster from one address than one a second, however many stand in a report', async () => {
    stopTime()
    const tenant = await givenTenant(app)
    const report = Array.from({ length: 50 }, () => page)
    const guest = address()
    // The second one is kept as far as it goes.
    expect(await sendAll(guest, tenant, [report, report, report, [page]])).toEqual([204, 204, 204, 204])
    expect(await storedOf(tenant)).toHaveLength(60)
    // What is not kept is counted all the same.
    const other = address()
    const hidden = Array.from({ length: 50 }, () => ({ kind: 'track', name: 'admin-member-save' }))
    expect(await sendAll(other, tenant, [hidden, hidden, [page]])).toEqual([204, 204, 204])
    expect(await storedOf(tenant)).toHaveLength(60)
  })

  it('come no faster into one tenant from however many addresses', async () => {
    stopTime()
    const tenant = await givenTenant(app)
    const report = Array.from({ length: 50 }, () => page)
    const statuses = await Promise.all(Array.from({ length: 125 }, () => sendAll(address(), tenant, [report])))
    expect(new Set(statuses.flat())).toEqual(new Set([204]))
    expect(await storedOf(tenant)).toHaveLength(6000)
    // Signed-in people there, and another tenant, have limits of their own.
    expect((await send(tenant.admin, [page])).status).toBe(204)
    expect(await sendAll(address(), await givenTenant(app), [report])).toEqual([204])
  })

  it('are small, and tell of nothing that only people who are signed in do', async () => {
    const tenant = await givenTenant(app)
    const long = { ...page, title: `${'x'.repeat(59)}😀${'x'.repeat(139)}`, path: `/${'y'.repeat(299)}` }
    const text = { ...track, properties: { text: 'x'.repeat(120) } }
    const names = ['admin-course-publish', 'admin-permission-save', 'admin-member-save'] as const
    const statuses = await sendAll(address(), tenant, [
      [long, text, ...names.map((name) => ({ kind: 'track', name }))],
      [{ kind: 'track', name: names[0] }],
    ])
    expect(statuses).toEqual([204, 204])
    expect((await storedOf(tenant)).map(({ name, properties }) => ({ name, properties }))).toEqual([
      { name: 'homepage-resume', properties: {} },
      { name: 'page', properties: { hitId: page.hitId, title: 'x'.repeat(59), path: `/${'y'.repeat(99)}` } },
    ])
  })
})

describe('old events', () => {
  const dayMs = 86_400_000
  const givenEvents = (tenant: GivenTenant, count: number, daysAgo: number) =>
    app.services.db.tenant(tenant.tenantId).write((tx) =>
      sql`insert into analytics_events (id, name, environment, at)
        select gen_random_uuid(), 'page', 'test', ${new Date(app.clock.now().getTime() - daysAgo * dayMs)}
        from generate_series(1, ${count}::int)`.execute(tx),
    )

  it('are deleted after 400 days in every tenant, some thousands at a time', async () => {
    const [one, other] = [await givenTenant(app), await givenTenant(app)]
    await givenEvents(one, 5001, 401)
    await givenEvents(one, 1, 399)
    await givenEvents(other, 1, 500)
    const statements = await statementsOf(app.services.db, () => app.settleDay())
    const deletes = statements.filter((statement) => statement.sql.includes('delete from "analytics_events"'))
    expect(deletes.filter(({ tenantId }) => tenantId === one.tenantId)).toHaveLength(2)
    expect(await storedOf(one)).toHaveLength(1)
    expect(await storedOf(other)).toEqual([])
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
