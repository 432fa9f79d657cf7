import { api, listOperations } from '@learnt/contract'
import type { Role } from '@learnt/contract/roles'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenTeam,
  givenTenant,
  prove,
  stranger,
} from '../../../test/given/people.ts'
import { givenWorld, type World } from '../../../test/given/world.ts'
import { closeEnded } from './commands/close-ended.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const reason = 'Cannot open the course'
const start = (who: Caller, as: Pick<GivenPerson, 'userId'>, more: { teamId?: string; reason?: string } = {}) =>
  app.call(who, api.impersonation.start, { body: { userId: as.userId, reason, ...more } })
const meOf = async (who: Caller) => (await app.call(who, api.session.start)).body.me
const write = (who: Caller) =>
  app.call(who, api.views.save, { body: { list: 'courses', name: 'Mine', query: '', isDefault: false } })
const permitted = { settings: { impersonationMayWrite: true } }

async function givenPair(of: Parameters<typeof givenTenant>[1] = {}) {
  const tenant = await givenTenant(app, of)
  const person = await givenPerson(app, tenant, { firstName: 'Lena', lastName: 'Learner' })
  return { tenant, admin: tenant.admin, person }
}

describe('an administrator', () => {
  it('starts, acts and goes back; the person reads who it was and why', async () => {
    const { admin, person, tenant } = await givenPair()
    const begun = await start(admin, person)
    expect(begun.body).toEqual({ teamId: person.teamId, tenantId: tenant.tenantId })
    expect(await meOf(admin)).toMatchObject({
      userId: person.userId,
      role: 'learner',
      firstName: 'Lena',
      impersonation: { name: 'Ada Admin', writes: false, mayWrite: false },
    })
    expect((await app.call(admin, api.members.list)).status).toBe(403)
    const during = await app.call(person, api.impersonation.history)
    expect(during.body.items).toEqual([
      expect.objectContaining({
        userId: admin.userId,
        userName: 'Ada Admin',
        impersonatedUserId: person.userId,
        impersonatedEmail: person.email,
        status: 'active',
        reason,
        wrote: false,
        endedAt: null,
      }),
    ])
    expect((await meOf(person))?.impersonation).toBeUndefined()

    app.clock.advance(60_000)
    const back = await app.call(admin, api.impersonation.end)
    expect(back.body).toEqual({ teamId: admin.teamId, tenantId: tenant.tenantId })
    expect(await meOf(admin)).toMatchObject({ userId: admin.userId, role: 'admin' })
    expect((await meOf(admin))?.impersonation).toBeUndefined()
    const after = await app.call(person, api.impersonation.history)
    expect(after.body.items[0]).toMatchObject({ status: 'inactive', endedAt: app.clock.now().toISOString() })
    expect((await app.call(admin, api.impersonation.history)).body.items).toEqual([])
    expect((await app.call(admin, api.impersonation.end)).problem).toMatchObject({ code: 'wrong-state' })
  })

  it('only looks until writing is allowed, and writes only where the tenant permits it', async () => {
    for (const [of, allowed] of [
      [{}, 403],
      [permitted, 204],
    ] as const) {
      const { admin, person } = await givenPair(of)
      await start(admin, person)
      expect((await write(admin)).problem).toMatchObject({ status: 403, code: 'acting-read-only' })
      expect((await app.call(admin, api.impersonation.allowWriting)).status).toBe(allowed)
      expect((await write(admin)).status).toBe(allowed === 204 ? 200 : 403)
      const views = await app.call(person, api.views.list, { query: { list: 'courses' } })
      expect(views.body.items).toHaveLength(allowed === 204 ? 1 : 0)
      const wrote = (await app.call(person, api.impersonation.history)).body.items[0]?.wrote
      expect(wrote).toBe(allowed === 204)
    }
  })

  it('no longer writes once the tenant stops permitting it', async () => {
    const { admin, person, tenant } = await givenPair(permitted)
    const root = await givenPerson(app, await givenTenant(app), { roles: ['superadmin'] })
    await start(admin, person)
    await app.call(admin, api.impersonation.allowWriting)
    expect((await write(admin)).status).toBe(200)
    await app.call(root, api.tenants.changeAccess, {
      params: { tenantId: tenant.tenantId },
      body: { settings: { impersonationMayWrite: false } },
    })
    expect((await write(admin)).problem?.code).toBe('acting-read-only')
  })

  it('leaves both ids in every audit row', async () => {
    const { admin, person, tenant } = await givenPair(permitted)
    const other = await givenPerson(app, tenant, { roles: ['admin'], firstName: 'Otto', lastName: 'Other' })
    await start(admin, other)
    await app.call(admin, api.impersonation.allowWriting)
    await app.call(admin, api.courses.create, { body: { title: 'Made for Otto' } as never })
    await app.call(admin, api.impersonation.end)
    const { items } = (await app.call(tenant.admin, api.audit.list)).body
    const rows = Object.fromEntries(items.map((one) => [one.action, [one.actorName, one.impersonatorName]]))
    expect(rows).toMatchObject({
      'impersonation.start': ['Ada Admin', null],
      'impersonation.allowWriting': ['Otto Other', 'Ada Admin'],
      'courses.create': ['Otto Other', 'Ada Admin'],
      'impersonation.end': ['Otto Other', 'Ada Admin'],
    })
    const stored = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx
          .selectFrom('auditEntries')
          .select(['actorId', 'impersonatorId'])
          .where('action', '=', 'courses.create')
          .execute(),
      )
    expect(stored).toEqual([{ actorId: other.userId, impersonatorId: admin.userId }])
    expect(person.userId).not.toBe(other.userId)
  })
})

describe('nobody acts as', () => {
  const rank: Role[] = ['learner', 'manager', 'admin', 'superadmin']

  it('somebody of a higher role; an equal one may be', async () => {
    for (const actorRole of rank) {
      for (const targetRole of rank) {
        const tenant = await givenTenant(app)
        const actor = await givenPerson(app, tenant, { roles: [actorRole] })
        const target = await givenPerson(app, tenant, { roles: [targetRole] })
        const answer = await start(actor, target)
        const may = rank.indexOf(actorRole) >= 2 && rank.indexOf(actorRole) >= rank.indexOf(targetRole)
        expect(answer.status, `${actorRole} as ${targetRole}`).toBe(may ? 200 : 403)
        expect((await meOf(actor))?.userId).toBe(may ? target.userId : actor.userId)
      }
    }
  })

  it('somebody of another tenant, of another team, suspended, unknown, or themself', async () => {
    const { tenant, admin, person } = await givenPair()
    const foreign = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, tenant, { teamId: team, roles: ['admin'] })
    const teamMate = await givenPerson(app, tenant, { teamId: team })
    const away = await givenPerson(app, tenant, { status: 'inactive' })
    expect((await start(foreign.admin, person)).status).toBe(404)
    expect((await start(admin, foreign.admin)).status).toBe(404)
    expect((await start(teamAdmin, person)).status).toBe(404)
    expect((await start(teamAdmin, person, { teamId: tenant.teamId })).status).toBe(404)
    expect((await start(admin, away)).problem).toMatchObject({ status: 409, code: 'wrong-state' })
    const closed = await givenTeam(app, tenant)
    const inClosed = await givenPerson(app, tenant, { teamId: closed })
    const root = await givenPerson(app, await givenTenant(app), { roles: ['superadmin'] })
    const params = { tenantId: tenant.tenantId, teamId: closed }
    expect((await app.call(root, api.teams.update, { params, body: { isActive: false } })).status).toBe(200)
    expect((await start(admin, inClosed, { teamId: closed })).problem).toMatchObject({
      status: 409,
      code: 'wrong-state',
    })
    expect((await start(admin, admin)).status).toBe(403)
    expect((await start(stranger, person)).status).toBe(401)
    expect((await start(teamAdmin, teamMate)).status).toBe(200)
    // An administrator of the tenant's own team sees the whole tenant.
    expect((await start(admin, teamMate, { teamId: team })).status).toBe(200)
  })

  it('anybody from within: acting never chains, and twice at once is once', async () => {
    const { tenant, admin, person } = await givenPair(permitted)
    const second = await givenPerson(app, tenant, { roles: ['admin'] })
    const answers = await Promise.all([start(admin, person), start(admin, second)])
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    await app.call(admin, api.impersonation.end)
    expect((await start(admin, second)).status).toBe(200)
    await app.call(admin, api.impersonation.allowWriting)
    expect((await start(admin, person)).problem).toMatchObject({ status: 403, code: 'not-while-acting' })
    expect((await meOf(admin))?.userId).toBe(second.userId)
  })

  it('somebody past the database either', async () => {
    const { tenant, person } = await givenPair()
    const above = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const db = app.services.db.tenant(tenant.tenantId)
    const session = (
      await app.services.db.control((tx) =>
        sql<{ id: string }>`select id from control.list_sessions(${person.userId}, ${app.clock.now()})`.execute(tx),
      )
    ).rows[0]?.id
    const attempt = db.write((tx) =>
      sql`select control.begin_impersonation(${session}, ${person.userId}, ${person.userId}, ${above.userId}, ${above.teamId}, ${new Date(app.clock.now().getTime() + 1000)}, ${app.clock.now()})`.execute(
        tx,
      ),
    )
    await expect(attempt).rejects.toThrow()
  })
})

describe('acting ends', () => {
  const limit = 3_600_000
  type Ending = (of: { tenant: GivenTenant; actor: GivenPerson; person: GivenPerson }) => Promise<unknown>
  const update = (tenant: GivenTenant, who: GivenPerson, body: object) =>
    app.call(tenant.admin, api.members.update, { params: { userId: who.userId }, body })
  const endings: [string, Ending][] = [
    ['the administrator loses the role', ({ tenant, actor }) => update(tenant, actor, { roles: ['manager'] })],
    ['the administrator is suspended', ({ tenant, actor }) => update(tenant, actor, { status: 'inactive' })],
    ['the person is suspended', ({ tenant, person }) => update(tenant, person, { status: 'inactive' })],
    ['the hour is over', async () => app.clock.advance(limit)],
    ['the administrator signs out', ({ actor }) => app.call(actor, api.session.signOut)],
  ]
  it.each(endings)('on the next request when %s', async (_, end) => {
    const { tenant, person } = await givenPair(permitted)
    const actor = await givenPerson(app, tenant, { roles: ['admin'] })
    await start(actor, person)
    await app.call(actor, api.impersonation.allowWriting)
    expect((await write(actor)).status).toBe(200)
    await end({ tenant, actor, person })
    expect((await app.call(actor, api.session.teams)).status).toBe(401)
    expect((await write(actor)).status).toBe(401)
    // Not even as oneself: a request meant in another's name must not act in one's own.
    expect(await meOf(actor)).toBeNull()
    const stored = () =>
      app.services.db
        .tenant(tenant.tenantId)
        .read((tx) => tx.selectFrom('impersonationSessions').select(['status', 'endedAt']).executeTakeFirstOrThrow())
    await closeEnded(app.services)
    expect((await stored()).status).toBe('inactive')
    expect((await stored()).endedAt).not.toBeNull()
  })

  it('when the person rises above the administrator', async () => {
    const { tenant, admin, person } = await givenPair()
    const root = await givenPerson(app, tenant, { roles: ['superadmin'] })
    await start(admin, person)
    expect((await update({ ...tenant, admin: root }, person, { roles: ['superadmin'] })).status).toBe(200)
    expect((await app.call(admin, api.session.teams)).status).toBe(401)
  })

  it('not a moment before its hour', async () => {
    const { admin, person } = await givenPair()
    await start(admin, person)
    app.clock.advance(limit - 1)
    expect((await meOf(admin))?.userId).toBe(person.userId)
  })
})

it('markup in a reason stays text, line breaks and too few words are refused at the field', async () => {
  const { admin, person } = await givenPair()
  const odd = async (words: string) => (await start(admin, person, { reason: words })).problem?.errors?.[0]
  expect(await odd('')).toMatchObject({ path: 'body.reason' })
  expect(await odd('abc')).toMatchObject({ path: 'body.reason' })
  expect(await odd('one\nanother')).toMatchObject({ path: 'body.reason', code: 'oneLine' })
  expect(await odd('x'.repeat(301))).toMatchObject({ path: 'body.reason' })
  const markup = '<img src=x onerror=alert(1)> & "quotes"'
  expect((await start(admin, person, { reason: markup })).status).toBe(200)
  expect((await app.call(person, api.impersonation.history)).body.items[0]?.reason).toBe(markup)
})

it('what the person has elsewhere, and their sessions and account, are not shown', async () => {
  const { admin, person } = await givenPair()
  const elsewhere = await givenTenant(app)
  await givenPerson(app, elsewhere, { userId: person.userId, email: person.email })
  await prove(person)
  expect((await app.call(person, api.session.teams)).body.teams).toHaveLength(2)
  await start(admin, person)
  expect((await app.call(admin, api.session.teams)).body.teams.map((one) => one.teamId)).toEqual([person.teamId])
  for (const operation of [api.session.list, api.accounts.mine])
    expect((await app.call(admin, operation)).problem?.code).toBe('not-while-acting')
  // Theirs from before go on; none of the administrator's is among them.
  expect((await app.call(person, api.session.list)).body.items).toHaveLength(2)
})

describe('a course', () => {
  const step = (world: World, activityId: string) => ({
    params: { userCourseId: world.userCourseId, activityId },
  })
  const progressOf = (world: World) =>
    app.services.db.tenant(world.tenantId).read(async (tx) => ({
      attempts: await tx.selectFrom('attempts').select(['id', 'epoch']).execute(),
      statements: (await tx.selectFrom('statements').select('body').execute()).map((row) => JSON.stringify(row.body)),
    }))

  it('is looked at without a trace, and recorded with both ids when writing', async () => {
    const world = await givenWorld(app)
    const { tenantId } = world
    const admin = world.admin
    await start(admin, world.learner)
    const before = await progressOf(world)
    const looked = await app.call(admin, api.learning.launch, { ...step(world, world.packageStepId), body: {} })
    expect(looked.body.mode).toBe('browse')
    const report = { body: { event: 'opened' } as never }
    expect(
      (await app.call(admin, api.learning.progress, { ...step(world, world.activityId), ...report })).problem?.code,
    ).toBe('acting-read-only')
    expect(await progressOf(world)).toEqual(before)

    await app.call(admin, api.impersonation.allowWriting)
    const launched = await app.call(admin, api.learning.launch, { ...step(world, world.packageStepId), body: {} })
    expect(launched.body.mode).toBe('normal')
    const after = await progressOf(world)
    const added = after.statements.filter((one) => !before.statements.includes(one))
    expect(added.length).toBeGreaterThan(0)
    for (const one of added) {
      expect(one).toContain(world.learner.userId)
      expect(one).toContain(admin.userId)
    }
    const bearer = { headers: { authorization: `Bearer ${launched.body.token}` } }
    expect((await app.call(stranger, api.runtime.state, bearer)).status).toBe(200)
    await app.call(admin, api.impersonation.end)
    expect((await app.call(stranger, api.runtime.state, bearer)).status).toBe(401)
    expect(tenantId).toBe(world.learner.tenantId)
  })
})

describe('what may be done while acting', () => {
  const operations = listOperations()

  it('covers everything of accounts, people and sessions that changes something', () => {
    const own = operations.filter((one) => /^(accounts|session|users|members)\./.test(one.id) && one.method !== 'GET')
    const free = own
      .filter(({ callers }) => callers.includes('acting') || callers.includes('looking'))
      .map((one) => one.id)
    expect(free.sort()).toEqual(['session.active', 'session.preferences', 'session.signOut'])
  })

  it('refuses every operation that changes something while only looking, but for those that change nothing of theirs', async () => {
    const world = await givenWorld(app)
    const person = await givenPerson(app, world, { roles: ['admin', 'manager'] })
    await start(world.admin, person)
    for (const operation of operations) {
      if (['GET', 'OPTIONS'].includes(operation.method)) continue
      if (['attempt', 'operator', 'superadmin', 'guest'].includes(operation.access)) continue
      if (operation.callers.includes('looking')) continue
      // Posted by another site: no session comes along, and none is looked at.
      if ('fromElsewhere' in operation && operation.fromElsewhere) continue
      const path = operation.path.replace(/:\w+/g, () => world.courseId)
      const reply = await app.send(world.admin, operation.method, path, {
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      const code = (JSON.parse(reply.body.toString() || '{}') as { code?: string }).code ?? ''
      expect(['acting-read-only', 'not-while-acting'], `${operation.id}: ${reply.status} ${code}`).toContain(code)
    }
    // The control: the same person may, as themself.
    expect((await write(person)).status).toBe(200)
  })
  it('refuses everything that rules the installation, also with writing, and even to look', async () => {
    const world = await givenWorld(app)
    const [actor, above] = [
      await givenPerson(app, world, { roles: ['superadmin'] }),
      await givenPerson(app, world, { roles: ['superadmin'] }),
    ]
    expect((await start(actor, above)).status).toBe(200)
    expect((await app.call(actor, api.impersonation.allowWriting)).status).toBe(204)
    const ruling = operations.filter((one) => one.access === 'superadmin')
    expect(ruling.map((one) => one.id)).toEqual(
      expect.arrayContaining(['tenants.change', 'tenants.suspend', 'tenants.remove', 'teams.update', 'themes.saveOf']),
    )
    for (const operation of ruling) {
      const path = operation.path
        .replace(':tenantId', world.spareTenantId)
        .replace(':teamId', world.spareTeamId)
        .replace(/:\w+/g, () => world.courseId)
      const reply = await app.send(actor, operation.method, path, {
        headers: { 'content-type': 'application/json' },
        ...(operation.method === 'GET' ? {} : { body: '{}' }),
      })
      const { code } = JSON.parse(reply.body.toString()) as { code?: string }
      expect([reply.status, code], operation.id).toEqual([403, 'not-while-acting'])
    }
    // The control: back in their own name they may, and the person acted for may as well.
    await app.call(actor, api.impersonation.end)
    const of = { params: { tenantId: world.spareTenantId }, body: { name: 'Spare Ltd' } }
    for (const who of [actor, above]) expect((await app.call(who, api.tenants.change, of)).status).toBe(200)
  })
})
