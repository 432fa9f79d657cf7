import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenBrowser, givenPassword } from '../../../test/given/browsers.ts'
import {
  type GivenPerson,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { systemUserId } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { newId } from '../../platform/ids.ts'
import { systemContext } from '../../platform/system-context.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

it('narrows by kind, person and day, and shows the saves of a draft as one entry', async () => {
  const tenant = await givenTenant(app)
  const before = app.clock.now()
  const noted = async (
    action: 'courses.saveDraft' | 'members.update',
    subjectType: 'course' | 'membership',
    userId: string,
  ) => {
    const ctx = contextOf(app, { ...tenant, userId }, ['admin'])
    app.clock.advance(60_000)
    await ctx.write((tx) => audit({ ...ctx, now: app.clock.now() }, tx, { action, subjectType, subjectId: 'one' }))
  }
  const [one, other] = [tenant.admin.userId, (await givenPerson(app, tenant, { roles: ['admin'] })).userId]
  for (let i = 0; i < 3; i++) await noted('courses.saveDraft', 'course', one)
  await noted('courses.saveDraft', 'course', other)
  await noted('members.update', 'membership', one)
  app.clock.advance(3_600_000)
  await noted('courses.saveDraft', 'course', one)
  const total = async (query: object) =>
    (await app.call(tenant.admin, api.audit.list, { query: { subjectId: 'one', ...query } })).body.total
  expect(await total({})).toBe(6)
  // of three saves in a row the last stays, and what came an hour later is another
  expect(await total({ collapse: 'true' })).toBe(4)
  expect(await total({ subjectType: ['membership'] })).toBe(1)
  expect(await total({ actorId: other })).toBe(1)
  expect(await total({ from: '2026-11-20', until: '2026-11-20' })).toBe(6)
  expect(await total({ until: '2026-11-19' })).toBe(0)
  expect(await total({ from: '2026-11-21' })).toBe(0)
  app.clock.set(before)
})

it('names an action by its own words, else by those of its verb, else by its id, and says what entries can be about', async () => {
  const tenant = await givenTenant(app)
  const ctx = contextOf(app, { ...tenant, userId: tenant.admin.userId }, ['admin'])
  const facts = [
    { action: 'courses.create', subjectType: 'course' },
    { action: 'resources.archive', subjectType: 'resource' },
    { action: 'products.polish' as 'courses.create', subjectType: 'product' as 'course' },
  ] as const
  for (const fact of facts) await ctx.write((tx) => audit(ctx, tx, { ...fact, subjectId: 'one' }))
  const { items } = (await app.call(tenant.admin, api.audit.list, { query: { subjectId: 'one' } })).body
  expect(items.map((one) => `${one.actionName}, ${one.subjectName}`).sort()).toEqual([
    'Archived, Resource',
    'Course created, Course',
    'products.polish, product',
  ])
  const subjects = (await app.call(tenant.admin, api.audit.subjects)).body.items
  expect(subjects).toContainEqual({ subjectType: 'badgeRule', name: 'Badge rule' })
  expect((await app.call(await givenPerson(app, tenant), api.audit.subjects)).status).toBe(403)
})

it('lists who did what with before and after, newest first, in pages', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant, { firstName: 'Pia', lastName: 'Paged' })
  for (let i = 0; i < 5; i++) {
    app.clock.advance(1000)
    await app.call(tenant.admin, api.members.update, { params: { userId: person.userId }, body: { phone: `12${i}` } })
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
  expect(seen).toEqual(['124', '123', '122', '121', '120'])
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
        before: { phone: '123' },
        after: { phone: '124' },
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
    await app.call(tenant.admin, api.members.update, { params: { userId: one.userId }, body: { phone: '12345' } })
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

describe('a team’s administrator who adds somebody to the team', () => {
  type Query = { search?: string; action?: string; subjectId?: string; limit?: number }
  const seen = async (caller: Pick<GivenPerson, 'token'>, query: Query = {}) => {
    const { body } = await app.call(caller, api.audit.list, { query })
    expect(body.total).toBe(body.items.length)
    return body.items.map((one) => `${one.actorName}: ${one.action}`)
  }
  const createCourse = (caller: Pick<GivenPerson, 'token'>) =>
    app.call(caller, api.courses.create, { body: { title: 'Knots' } as never })
  /** A session of the person in another team that they are in. */
  const inTeam = async (person: GivenPerson, teamId: string) => ({
    token: await givenSession(app.services, { ...person, teamId }),
  })
  const endsOwnSessions = async (person: GivenPerson, teamId: string) => {
    await inTeam(person, person.teamId)
    expect((await app.call(await inTeam(person, teamId), api.session.revokeOthers)).status).toBe(200)
  }

  async function given(settings: Record<string, unknown> = {}) {
    const tenant = await givenTenant(app, { settings })
    const north = await givenTeam(app, tenant)
    const northAdmin = await givenPerson(app, tenant, {
      teamId: north,
      roles: ['admin'],
      firstName: 'Nils',
      lastName: 'North',
    })
    const add = async ({ email, userId }: GivenPerson) => {
      const { status } = await app.call(northAdmin, api.members.create, {
        body: { email, firstName: 'Any', lastName: 'Body' },
      })
      expect(status).toBe(201)
      return `${userId}:${north}`
    }
    return { tenant, north, northAdmin, add }
  }

  it.each([
    ['a superadministrator', { roles: ['superadmin'] }],
    ['an administrator of the whole tenant', { roles: ['admin'] }],
  ] as const)('reads nothing of what %s does elsewhere, nor what else they do in the team', async (_, of) => {
    const { tenant, north, northAdmin, add } = await given()
    const above = await givenPerson(app, tenant, { roles: [...of.roles], firstName: 'Rut', lastName: 'Root' })
    expect((await createCourse(above)).status).toBe(201)
    await endsOwnSessions(above, above.teamId)
    const membershipId = await add(above)
    expect(await seen(northAdmin)).toEqual(['Nils North: members.create'])
    await endsOwnSessions(above, north)
    expect(await seen(northAdmin)).toEqual(['Nils North: members.create'])
    for (const query of [{ search: 'root' }, { action: 'session.end' }, { subjectId: above.userId }])
      expect(await seen(northAdmin, query), JSON.stringify(query)).toEqual([])
    // What they do to the team's people is the team's.
    const inNorth = await givenPerson(app, tenant, { teamId: north })
    const session = await inTeam(above, above.teamId)
    const update = { params: { userId: inNorth.userId }, body: { phone: '12345' } }
    expect((await app.call(session, api.members.update, update)).status).toBe(200)
    expect(await seen(northAdmin)).toEqual(['Rut Root: members.update', 'Nils North: members.create'])
    expect(await seen(northAdmin, { subjectId: membershipId })).toEqual(['Nils North: members.create'])
    const all = await seen(tenant.admin)
    for (const what of ['Rut Root: courses.create', 'Rut Root: session.end']) expect(all).toContain(what)
  })

  it('reads what the person does in the team, and not what they do in others', async () => {
    const { tenant, north, northAdmin, add } = await given()
    const south = await givenTeam(app, tenant)
    const person = await givenPerson(app, tenant, { teamId: south, firstName: 'Sam', lastName: 'South' })
    await endsOwnSessions(person, south)
    await add(person)
    expect(await seen(northAdmin, { action: 'session.end' })).toEqual([])
    await endsOwnSessions(person, north)
    const ended = await seen(northAdmin, { action: 'session.end' })
    expect(new Set(ended)).toEqual(new Set(['Any Body: session.end']))
    expect((await createCourse(northAdmin)).status).toBe(201)
    expect(await seen(northAdmin, { action: 'courses.create' })).toEqual(['Nils North: courses.create'])
    const southAdmin = await givenPerson(app, tenant, { teamId: south, roles: ['admin'] })
    expect(new Set(await seen(southAdmin))).toEqual(new Set(['Sam South: session.end']))
    // Who is above them now is above them in what was before, too.
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .updateTable('memberships')
        .set({ roles: ['superadmin'] })
        .where('id', '=', person.membershipId)
        .execute(),
    )
    expect(await seen(northAdmin, { action: 'session.end' })).toEqual([])
    const events = await statementsOf(app.services.db, async () => void (await app.call(northAdmin, api.audit.list)))
    expect(events).toHaveLength(3)
  })

  it('reads nothing that somebody above them does as one of the team', async () => {
    const { tenant, north, northAdmin } = await given({ impersonationMayWrite: true })
    const second = await givenPerson(app, tenant, { teamId: north, roles: ['admin'], firstName: 'Nora' })
    for (const who of [tenant.admin, northAdmin]) {
      const body = { userId: second.userId, teamId: north, reason: 'Cannot make a course' }
      expect((await app.call(who, api.impersonation.start, { body })).status).toBe(200)
      expect((await app.call(who, api.impersonation.allowWriting)).status).toBe(204)
      expect((await createCourse(who)).status).toBe(201)
      expect((await app.call(who, api.impersonation.end)).status).toBe(200)
    }
    const madeBy = async (caller: GivenPerson) =>
      (await app.call(caller, api.audit.list, { query: { action: 'courses.create' } })).body.items.map(
        (one) => one.impersonatorName,
      )
    expect(await madeBy(northAdmin)).toEqual(['Nils North'])
    expect(await madeBy(tenant.admin)).toEqual(['Nils North', 'Ada Admin'])
    // That it was done to the team's person is the team's.
    expect(await seen(northAdmin, { action: 'impersonation.start' })).toEqual([
      'Nils North: impersonation.start',
      'Ada Admin: impersonation.start',
    ])
  })

  it('turns the pages of what is done to the team’s people and of what is done in the team as of one list', async () => {
    const { tenant, north, northAdmin } = await given()
    const person = await givenPerson(app, tenant, { teamId: north })
    for (let i = 0; i < 3; i++) {
      app.clock.advance(1000)
      await createCourse(northAdmin)
      app.clock.advance(1000)
      await app.call(northAdmin, api.members.update, { params: { userId: person.userId }, body: { phone: `12${i}` } })
    }
    const turned: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await app.call(northAdmin, api.audit.list, {
        query: { limit: 2, ...(cursor ? { cursor } : {}) },
      })
      expect(body.total).toBe(6)
      turned.push(...body.items.map((one) => one.action))
      cursor = body.next
    }
    expect(turned).toEqual(Array(3).fill(['members.update', 'courses.create']).flat())
  })

  it('reads of the time before entries had teams what is about the team’s people', async () => {
    const { tenant, north, northAdmin } = await given()
    const person = await givenPerson(app, tenant, { teamId: north })
    const entry = (subject: object) => ({ id: newId(), at: app.clock.now(), actorId: person.userId, ...subject })
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .insertInto('auditEntries')
        .values([
          entry({ action: 'members.update', subjectType: 'membership', subjectId: person.membershipId }),
          entry({ action: 'session.end', subjectType: 'session', subjectId: newId() }),
        ] as never)
        .execute(),
    )
    expect(await seen(northAdmin)).toEqual([': members.update'])
    expect((await seen(tenant.admin)).sort()).toEqual([': members.update', ': session.end'])
  })
})

it('keeps the team of whoever acted, and none of who is in no team', async () => {
  const tenant = await givenTenant(app)
  const north = await givenTeam(app, tenant)
  const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
  const root = await givenPerson(app, await givenTenant(app), { roles: ['superadmin'] })
  for (const who of [northAdmin, tenant.admin])
    await app.call(who, api.courses.create, { body: { title: 'T' } as never })
  const params = { tenantId: tenant.tenantId }
  expect((await app.call(root, api.tenants.change, { params, body: { name: 'Other' } as never })).status).toBe(200)
  const ctx = systemContext(app.services, tenant.tenantId, { requestId: 'test' })
  await ctx.write((tx) => audit(ctx, tx, { action: 'schedules.stop', subjectType: 'schedule', subjectId: newId() }))
  const rows = await app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('auditEntries').select(['actorId', 'actorTeamId']).execute())
  expect(Object.fromEntries(rows.map((row) => [row.actorId, row.actorTeamId]))).toEqual({
    [northAdmin.userId]: north,
    [tenant.admin.userId]: tenant.teamId,
    [root.userId]: null,
    [systemUserId]: null,
  })
})

it('cannot be changed by the application', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  await app.call(tenant.admin, api.members.update, { params: { userId: person.userId }, body: { phone: '12345' } })
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
