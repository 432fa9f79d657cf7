import { readFileSync } from 'node:fs'
import { api } from '@learnt/contract'
import type { CallInput } from '@learnt/contract/endpoint'
import type { membershipStatuses } from '@learnt/contract/states'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, statementsOf } from '../../../test/db.ts'
import { givenBrowser, goodPassword } from '../../../test/given/browsers.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenOwnPasskey, givenSignedIn } from '../../../test/given/factors.ts'
import { findFixture } from '../../../test/given/fixtures.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'
import { systemContext } from '../../platform/system-context.ts'
import { terminateDue } from './commands/set-status.ts'
import { listAttributeValues } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const person = { firstName: 'Nora', lastName: 'Newman' }
let made = 0
const address = () => `new${++made}-${newId().slice(-8)}@example.test`
const rowOf = (tenant: GivenTenant, userId: string) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('memberships').selectAll().where('userId', '=', userId).orderBy('createdAt').execute())

const namedField = {
  names: { en: 'Site' },
  kind: 'text' as const,
  choices: [],
  isRequired: false,
  access: { person: 'see' as const, manager: 'see' as const, administrator: 'edit' as const },
  place: 1,
  inList: true,
}

describe('creating a member', () => {
  it('takes names and addresses as the world writes them, in one spelling', async () => {
    const tenant = await givenTenant(app)
    const make = (body: object) => app.call(tenant.admin, api.members.create, { body: body as never })
    const [wang, mono, inci, tag, thant] = [
      await make({ firstName: '伟', lastName: '王', email: `wang@${tenant.tenantId}.example` }),
      await make({ firstName: 'Suharto', lastName: '-' }),
      await make({ firstName: 'İnci', lastName: 'Fie\u0301  ld', email: `İNCİ@${tenant.tenantId}.example` }),
      await make({ firstName: 'Rule', lastName: 'Nfd', position: ['Fu\u0308hrung'] }),
      await make({ firstName: 'U', lastName: 'O', preferredName: 'Ö' }),
    ]
    expect([wang, mono, inci, tag, thant].map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(thant.body).toMatchObject({ firstName: 'U', lastName: 'O' })
    expect(mono.body.lastName).toBe('')
    expect(inci.body).toMatchObject({ lastName: 'Fié ld', email: `inci@${tenant.tenantId}.example` })
    expect(tag.body.position).toEqual(['Führung'])
    const again = await make({ firstName: 'Inci', lastName: 'Two', email: `İnci@${tenant.tenantId}.example` })
    expect(again.problem?.errors?.[0]).toMatchObject({ path: 'body.email' })
    const refused: [string, object][] = [
      ['hidden', { firstName: '\u200b\u200b' }],
      ['hidden', { lastName: '\u202egnp.exe' }],
      ['hidden', { email: 'zw\u200b@example.com' }],
      ['noName', { firstName: '?' }],
      ['required', { firstName: ' ' }],
    ]
    for (const [code, fields] of refused) {
      const { problem } = await make({ firstName: 'Field', lastName: 'Tester', ...fields })
      expect(
        problem?.errors?.map((one) => one.code),
        JSON.stringify(fields),
      ).toContain(code)
    }
    const list = await app.call(tenant.admin, api.members.list, { query: { search: 'suharto' } })
    expect(list.body.items.map((one) => `${one.firstName}|${one.lastName}`)).toEqual(['Suharto|'])
  })

  const people = findFixture('field/people.jsonl')
  it.skipIf(people === null)('takes or refuses the people of the field', async () => {
    const tenant = await givenTenant(app)
    const statuses: number[] = []
    for (const line of readFileSync(people ?? '', 'utf8')
      .trim()
      .split('\n')) {
      const body = JSON.parse(line.replaceAll('example.com', `${tenant.tenantId}.example`))
      statuses.push((await app.call(tenant.admin, api.members.create, { body })).status)
    }
    expect(statuses).toEqual([201, 201, 422, 201, 422, 422, 201])
  })

  it('makes the person with all that stands for them elsewhere, and lets them sign in', async () => {
    const tenant = await givenTenant(app)
    const manager = await givenPerson(app, tenant, { roles: ['manager'], firstName: 'Mia', lastName: 'Boss' })
    const email = address()
    const { status, body } = await app.call(tenant.admin, api.members.create, {
      body: {
        ...person,
        email: email.toUpperCase(),
        username: `nora-${made}`,
        employeeId: 'E-1',
        managers: [manager.userId],
        position: ['Cook', 'Cook', 'Chef'],
        loc1: ['Kitchen'],
        dob: '1990-02-28',
        password: goodPassword,
      },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...person,
      email,
      status: 'active',
      roles: ['learner'],
      position: ['Cook', 'Chef'],
      loc1: ['Kitchen'],
      dob: '1990-02-28',
      managerNames: [{ userId: manager.userId, name: 'Mia Boss' }],
      revision: 1,
      hasLoggedIn: false,
      can: { read: null, update: null, setStatus: null },
    })
    const signedIn = await givenBrowser(app).signIn({
      username: `NORA-${made}`,
      password: goodPassword,
      team: tenant.teamId,
    })
    expect(signedIn.me?.userId).toBe(body.userId)
    const relations = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx.selectFrom('managerRelations').select(['managerId', 'source']).where('userId', '=', body.userId).execute(),
      )
    expect(relations).toEqual([{ managerId: manager.userId, source: 'membership' }])
    const mails = await app.call(tenant.admin, api.mails.list)
    expect(mails.body.items[0]).toMatchObject({ to: email, kind: 'welcome', state: 'waiting' })
    expect(mails.body.items[0]?.text).not.toContain(goodPassword)
    expect(
      (await app.call(tenant.admin, api.audit.list, { query: { subjectId: body.id, action: 'members.create' } })).body
        .items[0],
    ).toMatchObject({ actorName: 'Ada Admin', subjectTitle: 'Nora Newman' })
  })

  it('complains at the field', async () => {
    const tenant = await givenTenant(app)
    const taken = await givenPerson(app, tenant, { username: `taken-${tenant.tenantId}` })
    const ask = async (body: object) =>
      (await app.call(tenant.admin, api.members.create, { body: { ...person, ...body } as never })).problem?.errors?.[0]
    expect(await ask({ firstName: '.' })).toMatchObject({
      path: 'body.firstName',
      message: 'Enter a name',
    })
    expect(await ask({ email: 'nora@localhost' })).toMatchObject({
      path: 'body.email',
      message: 'Please enter a valid email',
    })
    expect(await ask({ email: taken.email.toUpperCase() })).toMatchObject({
      path: 'body.email',
      message: 'The email has been already registered.',
    })
    expect(await ask({ email: address(), username: `TAKEN-${tenant.tenantId}` })).toMatchObject({
      path: 'body.username',
      message: 'This user name is already in use.',
    })
    expect(await ask({ managers: [newId()] })).toMatchObject({ path: 'body.managers.0', code: 'unknownPerson' })
    expect(await ask({ teamId: 'learnt' })).toMatchObject({ path: 'body.teamId', code: 'unknownTeam' })
    expect(await ask({ password: 'qwerty123' })).toMatchObject({ path: 'body.password', code: 'passwordBreached' })
    expect(await ask({ password: 'abc' })).toMatchObject({
      path: 'body.password',
      message: 'The password needs at least 6 characters',
    })
    expect(await ask({ password: 'Short7!' })).toMatchObject({
      path: 'body.password',
      message: 'The password needs at least 8 characters',
    })
    expect(await ask({ status: 'busy' })).toMatchObject({ path: 'body.status' })
    expect(await ask({ roles: ['superadmin'] })).toMatchObject({ path: 'body.roles', code: 'higherRole' })
  })

  it('is refused to those who do not look after people, and to every other tenant', async () => {
    const tenant = await givenTenant(app)
    const other = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    for (const caller of [learner, manager])
      expect((await app.call(caller, api.members.create, { body: person })).status).toBe(403)
    expect((await app.call(stranger, api.members.create, { body: person })).status).toBe(401)
    expect(
      (await app.call(other.admin, api.members.create, { body: { ...person, teamId: tenant.teamId } })).status,
    ).toBe(422)
    expect((await app.call(tenant.admin, api.members.list, { query: { search: 'newman' } })).body.total).toBe(0)
  })

  it('twice at once makes one', async () => {
    const tenant = await givenTenant(app)
    const email = address()
    const answers = await Promise.all(
      [1, 2].map(() => app.call(tenant.admin, api.members.create, { body: { ...person, email } })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([201, 422])
  })

  it('takes the person whom another tenant knows, without touching what is theirs', async () => {
    const [here, there] = [await givenTenant(app), await givenTenant(app)]
    const email = address()
    const first = await app.call(there.admin, api.members.create, {
      body: { ...person, email, password: goodPassword },
    })
    const second = await app.call(here.admin, api.members.create, {
      body: { firstName: 'Eleonora', lastName: 'Newman', email, password: 'Another-lantern-7' },
    })
    expect(second.body.userId).toBe(first.body.userId)
    const browser = givenBrowser(app)
    expect((await browser.signIn({ username: email, password: 'Another-lantern-7', team: here.teamId })).status).toBe(
      422,
    )
    // The one password was chosen by an administrator there: here it opens nothing, until the person sets one by mail.
    const signInHere = async () =>
      (await browser.signIn({ username: email, password: goodPassword, team: here.teamId })).me
    expect((await signInHere())?.tenantId).toBe(there.tenantId)
    expect((await app.call(browser, api.session.teams)).body.teams.map((one) => one.tenantId)).toEqual([there.tenantId])
    await asOwner((client) =>
      client.query('update control.users set is_email_verified = true where email = $1', [email]),
    )
    expect((await signInHere())?.tenantId).toBe(there.tenantId)
    await asOwner((client) =>
      client.query('update control.credentials set set_in_tenant = null where user_id = $1', [second.body.userId]),
    )
    expect(await signInHere()).toMatchObject({ firstName: 'Eleonora', tenantId: here.tenantId })
    // Neither may take the address away from somebody who also belongs elsewhere.
    const moved = address()
    expect(
      (
        await app.call(here.admin, api.members.update, {
          params: { userId: second.body.userId },
          body: { email: moved },
        })
      ).body.email,
    ).toBe(moved)
    expect(
      (await givenBrowser(app).signIn({ username: email, password: goodPassword, team: here.teamId })).status,
    ).toBe(200)
    expect(
      (await givenBrowser(app).signIn({ username: moved, password: goodPassword, team: here.teamId })).status,
    ).toBe(422)
  })

  it('opens no account that is there already, whoever it belongs to', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const ofTeam = await givenPerson(app, { ...tenant, teamId }, { roles: ['admin'] })
    const root = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const invited = { firstName: 'Sue', lastName: 'Root', email: address(), teamId: tenant.teamId }
    const { body } = await app.call(root, api.users.invite, { body: { ...invited, roles: ['superadmin'] } })
    const withKey = await givenSignedIn(app, tenant)
    await givenOwnPasskey(withKey.browser)
    await asOwner((client) =>
      client.query('delete from control.credentials where user_id = $1', [withKey.person.userId]),
    )
    const bare = await givenPerson(app, { ...tenant, teamId })
    for (const [email, userId] of [
      [invited.email, body.userId],
      [withKey.person.email, withKey.person.userId],
      [bare.email, bare.userId],
    ] as const) {
      const taken = await app.call(email === bare.email ? tenant.admin : ofTeam, api.members.create, {
        body: { firstName: 'Taken', lastName: 'Over', email, password: goodPassword },
      })
      expect([taken.status, taken.body.userId]).toEqual([201, userId])
      for (const team of [teamId, tenant.teamId])
        expect((await givenBrowser(app).signIn({ username: email, password: goodPassword, team })).status).toBe(422)
    }
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'members.create' } })
    expect(JSON.stringify(log.body.items)).not.toContain('hasFirstPassword')
    await app.call(tenant.admin, api.members.create, { body: { ...person, email: address(), password: goodPassword } })
    const after = await app.call(tenant.admin, api.audit.list, { query: { action: 'members.create' } })
    expect(after.body.items[0]?.after).toMatchObject({ hasFirstPassword: true })
  })

  it('without an address makes a person who is never mailed', async () => {
    const tenant = await givenTenant(app)
    const { body } = await app.call(tenant.admin, api.members.create, {
      body: { ...person, username: `quiet-${tenant.tenantId}`, password: goodPassword },
    })
    expect(body.email).toBe('')
    expect((await app.call(tenant.admin, api.mails.list)).body.total).toBe(0)
    expect(
      (
        await givenBrowser(app).signIn({
          username: `quiet-${tenant.tenantId}`,
          password: goodPassword,
          team: tenant.teamId,
        })
      ).status,
    ).toBe(200)
  })
})

describe('changing a member', () => {
  it('changes what was sent, keeps the rest, counts the revision', async () => {
    const tenant = await givenTenant(app)
    const other = await givenPerson(app, tenant, { position: ['Cook'] })
    const { body } = await app.call(tenant.admin, api.members.update, {
      params: { userId: other.userId },
      body: { lastName: 'Changed', tags: ['new'], revision: 1 },
    })
    expect(body).toMatchObject({ lastName: 'Changed', tags: ['new'], position: ['Cook'], revision: 2 })
    const entry = (
      await app.call(tenant.admin, api.audit.list, { query: { subjectId: body.id, action: 'members.update' } })
    ).body.items[0]
    expect(entry).toMatchObject({ after: { lastName: 'Changed', tags: ['new'] } })
    expect(Object.keys(entry?.before as object).sort()).toEqual(['lastName', 'tags'])
    expect((await app.call(tenant.admin, api.members.list, { query: { search: 'changed' } })).body.total).toBe(1)
    // Unknown fields, and those that nobody sets, are dropped.
    const dropped = await app.call(tenant.admin, api.members.update, {
      params: { userId: other.userId },
      body: { tags: ['new', 'kept'], rewardPointsCount: 500, shoeSize: 43 } as never,
    })
    expect(dropped).toMatchObject({ status: 200, body: { tags: ['new', 'kept'], rewardPointsCount: 0, revision: 3 } })
    // What is as it was is no change.
    const same = await app.call(tenant.admin, api.members.update, {
      params: { userId: other.userId },
      body: { lastName: 'Changed' },
    })
    expect(same.body.revision).toBe(3)
    const stale = await app.call(tenant.admin, api.members.update, {
      params: { userId: other.userId },
      body: { lastName: 'Later', revision: 1 },
    })
    expect(stale).toMatchObject({
      status: 409,
      problem: { code: 'stale', savedBy: 'Ada Admin', savedAt: app.clock.now().toISOString() },
    })
  })

  it('twice at once from the same revision changes once', async () => {
    const tenant = await givenTenant(app)
    const other = await givenPerson(app, tenant)
    const answers = await Promise.all(
      ['Ann', 'Ben'].map((firstName) =>
        app.call(tenant.admin, api.members.update, {
          params: { userId: other.userId },
          body: { firstName, revision: 1 },
        }),
      ),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
  })

  it('takes five round trips where no rule names the field and nothing else follows it', async () => {
    const tenant = await givenTenant(app)
    const other = await givenPerson(app, tenant)
    const change = (body: object, idempotencyKey = '') =>
      statementsOf(app.services.db, async () => {
        const answer = await app.call(tenant.admin, api.members.update, {
          params: { userId: other.userId },
          body,
          ...(idempotencyKey === '' ? {} : { idempotencyKey }),
        })
        expect(answer.status).toBe(200)
      })
    const trips = (events: Awaited<ReturnType<typeof statementsOf>>) => new Set(events.map(({ flush }) => flush)).size
    expect(trips(await change({ position: ['Cook'] }))).toBe(5)
    // Looking for the key before, keeping the answer behind it; taking the key goes along.
    expect(trips(await change({ position: ['Baker'] }, 'once'))).toBe(7)
    const rule = await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: (await givenPublishedCourse(app, tenant)).courseId,
        title: 'Cooks',
        rule: { rule: { position: ['Cook'] } },
      },
    })
    expect(rule.problem).toBeNull()
    const asked = await change({ position: ['Cook'] })
    expect(asked.some(({ sql }) => sql.includes('into assignments'))).toBe(true)
    expect(trips(await change({ lastName: 'Named by no rule' }))).toBe(5)
  })

  it('answers the same key as the first time, also when much has happened since', async () => {
    const tenant = await givenTenant(app)
    const other = await givenPerson(app, tenant)
    const params = { userId: other.userId }
    const { revision } = (await app.call(tenant.admin, api.members.get, { params })).body
    const change = (idempotencyKey: string) =>
      app.call(tenant.admin, api.members.update, { params, body: { revision, position: ['Cook'] }, idempotencyKey })
    const first = await change('the same')
    expect(first.status).toBe(200)
    const again = await change('the same')
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    // As with another key: somebody else's change is not overwritten.
    expect((await change('another')).problem?.code).toBe('stale')
    const otherBody = { params, body: { position: ['Baker'] }, idempotencyKey: 'the same' }
    expect((await app.call(tenant.admin, api.members.update, otherBody)).problem?.code).toBe('idempotency-key-reused')
    const atOnce = await Promise.all(
      [1, 2, 3].map(() =>
        app.call(tenant.admin, api.members.update, {
          params,
          body: { position: ['Baker'] },
          idempotencyKey: 'at once',
        }),
      ),
    )
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(atOnce.filter(({ headers }) => headers['idempotency-replayed']).length).toBe(2)
    expect(new Set(atOnce.map(({ body }) => body.revision))).toEqual(new Set([revision + 2]))
  })

  it('meets a rule that is made in the same moment', async () => {
    const tenant = await givenTenant(app)
    const people = await Promise.all(Array.from({ length: 6 }, () => givenPerson(app, tenant)))
    const { courseId } = await givenPublishedCourse(app, tenant)
    const [rule] = await Promise.all([
      app.call(tenant.admin, api.permissions.create, {
        body: {
          documentType: 'course',
          documentId: courseId,
          title: 'Cooks',
          rule: { rule: { position: ['Cook'] } },
        },
      }),
      ...people.map((one) =>
        app.call(tenant.admin, api.members.update, {
          params: { userId: one.userId },
          body: { position: ['Cook'] },
        }),
      ),
    ])
    await app.settle()
    const params = { permissionId: rule.body.id }
    expect((await app.call(tenant.admin, api.permissions.get, { params })).body.people).toBe(people.length)
  })

  it('moves the address to sign in with while the person is this tenant’s alone and within reach', async () => {
    const tenant = await givenTenant(app)
    const { body } = await app.call(tenant.admin, api.members.create, {
      body: { ...person, email: address(), password: goodPassword },
    })
    const email = address()
    await app.call(tenant.admin, api.members.update, { params: { userId: body.userId }, body: { email } })
    expect(
      (await givenBrowser(app).signIn({ username: email, password: goodPassword, team: tenant.teamId })).status,
    ).toBe(200)
    const other = await givenPerson(app, await givenTenant(app))
    const taken = await app.call(tenant.admin, api.members.update, {
      params: { userId: body.userId },
      body: { email: other.email },
    })
    expect(taken.problem?.errors?.[0]).toMatchObject({
      path: 'body.email',
      message: 'The email has been already registered.',
    })

    // A team's administrator could else become an administrator of another team by changing the address.
    const team = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, tenant, { teamId: team, roles: ['admin'] })
    await givenPerson(app, tenant, { userId: body.userId, teamId: team, email, firstName: 'Nora' })
    const moved = address()
    expect(
      (await app.call(teamAdmin, api.members.update, { params: { userId: body.userId }, body: { email: moved } })).body
        .email,
    ).toBe(moved)
    expect(
      (await givenBrowser(app).signIn({ username: moved, password: goodPassword, team: tenant.teamId })).status,
    ).toBe(422)
    expect(
      (await givenBrowser(app).signIn({ username: email, password: goodPassword, team: tenant.teamId })).status,
    ).toBe(200)
  })

  it('ends sessions at once when the status is no longer active, in that team only', async () => {
    const tenant = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const other = await givenPerson(app, tenant)
    const inTeam = await givenPerson(app, tenant, { userId: other.userId, teamId: team, email: other.email })
    const before = await app.call(other, api.session.list)
    expect(before.status).toBe(200)
    const { body } = await app.call(tenant.admin, api.members.update, {
      params: { userId: other.userId },
      body: { status: 'sick leave' },
    })
    expect(body.status).toBe('sick leave')
    expect((await app.call(other, api.session.list)).status).toBe(401)
    expect((await app.call(inTeam, api.session.list)).status).toBe(200)
    const rows = await rowOf(tenant, other.userId)
    expect(rows.find((row) => row.teamId === tenant.teamId)?.awaySince).toEqual(app.clock.now())
    const told = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx
          .selectFrom('liveEvents')
          .select('subjectId')
          .where('kind', '=', 'signedOut')
          .where('userId', '=', other.userId)
          .execute(),
      )
    expect(told).toHaveLength(1)
    app.clock.advance(3_600_000)
    await app.call(tenant.admin, api.members.update, {
      params: { userId: other.userId },
      body: { status: 'maternity leave' },
    })
    expect((await rowOf(tenant, other.userId)).find((row) => row.teamId === tenant.teamId)?.awaySince).toEqual(
      new Date(app.clock.now().getTime() - 3_600_000),
    )
    await app.call(tenant.admin, api.members.update, { params: { userId: other.userId }, body: { status: 'active' } })
    expect((await rowOf(tenant, other.userId)).find((row) => row.teamId === tenant.teamId)?.awaySince).toBeNull()
  })

  it('keeps the manager relation equal, and what others added to it', async () => {
    const tenant = await givenTenant(app)
    const [ann, ben] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const other = await givenPerson(app, tenant)
    const tenantDb = app.services.db.tenant(tenant.tenantId)
    await tenantDb.write((tx) =>
      tx
        .insertInto('managerRelations')
        .values({ managerId: ann.userId, userId: other.userId, source: 'feed' })
        .execute(),
    )
    const set = (managers: string[]) =>
      app.call(tenant.admin, api.members.update, { params: { userId: other.userId }, body: { managers } })
    const relations = async () =>
      (
        await tenantDb.read((tx) =>
          tx
            .selectFrom('managerRelations')
            .select(['managerId', 'source'])
            .where('userId', '=', other.userId)
            .execute(),
        )
      )
        .map((row) => `${row.managerId === ann.userId ? 'ann' : 'ben'}:${row.source}`)
        .sort()
    await set([ann.userId, ben.userId])
    expect(await relations()).toEqual(['ann:feed', 'ann:membership', 'ben:membership'])
    await set([ben.userId])
    expect(await relations()).toEqual(['ann:feed', 'ben:membership'])
    await set([])
    expect(await relations()).toEqual(['ann:feed'])
    expect((await set([other.userId])).problem?.errors?.[0]).toMatchObject({
      path: 'body.managers.0',
      code: 'ownManager',
    })
    const foreign = await givenPerson(app, await givenTenant(app))
    expect((await set([foreign.userId])).problem?.errors?.[0]?.code).toBe('unknownPerson')
  })

  it('moves the row that stands for the person to one that is still here', async () => {
    const tenant = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const other = await givenPerson(app, tenant)
    await givenPerson(app, tenant, { userId: other.userId, teamId: team, email: other.email })
    const primary = async () =>
      (await rowOf(tenant, other.userId)).filter((row) => row.isPrimary).map((row) => row.teamId)
    expect(await primary()).toEqual([tenant.teamId])
    const set = (status: (typeof membershipStatuses)[number]) =>
      app.call(tenant.admin, api.members.update, {
        params: { userId: other.userId },
        query: { teamId: tenant.teamId },
        body: { status },
      })
    await set('terminated')
    expect(await primary()).toEqual([team])
    await set('active')
    expect(await primary()).toEqual([tenant.teamId])
  })

  it('refuses roles above one’s own, people above oneself, and taking oneself or the last administrator away', async () => {
    const tenant = await givenTenant(app)
    const { admin } = tenant
    const root = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const other = await givenPerson(app, tenant)
    const ask = (caller: { token: string }, userId: string, body: object) =>
      app.call(caller, api.members.update, { params: { userId }, body })
    const refused = await ask(admin, other.userId, { roles: ['superadmin'] })
    expect(refused).toMatchObject({ status: 403, problem: { errors: [{ path: 'body.roles', code: 'higherRole' }] } })
    expect((await ask(admin, root.userId, { email: address() })).status).toBe(403)
    expect((await app.call(admin, api.members.get, { params: { userId: root.userId } })).body.can.update).toBe(
      'higherRole',
    )
    expect((await ask(root, other.userId, { roles: ['learner', 'superadmin'] })).body.roles).toEqual([
      'learner',
      'superadmin',
    ])
    expect((await ask(root, other.userId, { roles: ['learner'] })).status).toBe(200)

    expect(await ask(admin, admin.userId, { status: 'inactive' })).toMatchObject({
      status: 403,
      problem: { errors: [{ path: 'body.status', code: 'yourself' }] },
    })
    expect(await ask(admin, admin.userId, { roles: ['learner'] })).toMatchObject({
      status: 403,
      problem: { errors: [{ path: 'body.roles', code: 'yourself' }] },
    })
    expect((await ask(admin, admin.userId, { firstName: 'Ida' })).status).toBe(200)
    // Somebody of another team's may not be the last one left, whoever takes them away.
    await ask(root, admin.userId, { roles: ['learner', 'manager'] })
    const session = {
      token: await givenSession(app.services, {
        userId: other.userId,
        tenantId: tenant.tenantId,
        teamId: tenant.teamId,
      }),
    }
    expect((await ask(session, root.userId, { status: 'inactive' })).status).toBe(403)
    const last = await ask(root, root.userId, { roles: ['admin'] })
    expect(last.body.roles).toEqual(['admin'])
  })

  it('leaves one of two administrators who take each other away at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const tenant = await givenTenant(app)
      const second = await givenPerson(app, tenant, { roles: ['admin'] })
      const take = (caller: { token: string }, userId: string) =>
        app.call(caller, api.members.update, { params: { userId }, body: { roles: ['learner'] } })
      const answers = await Promise.all([take(tenant.admin, second.userId), take(second, tenant.admin.userId)])
      // Refused as the last one, or, when the other was quicker still, as no administrator any more.
      expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
      expect(answers.filter((one) => one.status === 409 || one.status === 403)).toHaveLength(1)
      const left = [...(await rowOf(tenant, second.userId)), ...(await rowOf(tenant, tenant.admin.userId))].filter(
        (row) => row.roles.includes('admin'),
      )
      expect(left).toHaveLength(1)
    }
  })

  it('lets one of two administrators demote the other at the same moment, where a third is left', async () => {
    for (let round = 0; round < 5; round++) {
      const tenant = await givenTenant(app)
      const [first, second] = [
        await givenPerson(app, tenant, { roles: ['admin'] }),
        await givenPerson(app, tenant, { roles: ['admin'] }),
      ]
      const take = (caller: { token: string }, userId: string) =>
        app.call(caller, api.members.update, { params: { userId }, body: { roles: ['learner'] } })
      const answers = await Promise.all([take(first, second.userId), take(second, first.userId)])
      expect(answers.map((one) => one.status).sort()).toEqual([200, 403])
    }
  })

  it('does not let the only administrator go', async () => {
    const tenant = await givenTenant(app)
    const second = await givenPerson(app, tenant, { roles: ['admin'] })
    expect(
      (
        await app.call(tenant.admin, api.members.update, {
          params: { userId: second.userId },
          body: { roles: ['learner'] },
        })
      ).status,
    ).toBe(200)
    // The only one left cannot be reached by anybody but themself, and they may not.
    expect(
      (
        await app.call(tenant.admin, api.members.update, {
          params: { userId: tenant.admin.userId },
          body: { status: 'terminated' },
        })
      ).problem?.errors?.[0]?.code,
    ).toBe('yourself')
  })
})

describe('a last day of somebody who administers', () => {
  const day = (caller: { token: string }, userId: string, terminationDate: string | null, more: object = {}) =>
    app.call(caller, api.members.update, { params: { userId }, body: { terminationDate, ...more } })
  const refusal = (status: number, code: string) => ({
    status,
    problem: { errors: [{ path: 'body.terminationDate', code }] },
  })
  const put = (tenant: GivenTenant, userIds: string[], terminationDate: string) =>
    app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => tx.updateTable('memberships').set({ terminationDate }).where('userId', 'in', userIds).execute())
  const statusOf = async (tenant: GivenTenant, userId: string) => (await rowOf(tenant, userId))[0]?.status

  it('is set by another administrator, and put off or taken back by anybody', async () => {
    const tenant = await givenTenant(app)
    const { admin } = tenant
    for (const date of ['2020-01-01', '2026-11-20', '2099-01-01'])
      expect(await day(admin, admin.userId, date)).toMatchObject(refusal(403, 'yourself'))
    await app.settle()
    expect(await statusOf(tenant, admin.userId)).toBe('active')
    await put(tenant, [admin.userId], '2026-12-31')
    expect(await day(admin, admin.userId, '2026-12-30')).toMatchObject(refusal(403, 'yourself'))
    expect((await day(admin, admin.userId, '2026-12-31', { firstName: 'Ida' })).body.firstName).toBe('Ida')
    expect((await day(admin, admin.userId, '2027-01-31')).status).toBe(200)
    expect((await day(admin, admin.userId, null)).status).toBe(200)
    const learner = await givenPerson(app, tenant)
    expect((await day(admin, learner.userId, '2020-01-01')).status).toBe(200)
  })

  it('comes only where another stays longer', async () => {
    const tenant = await givenTenant(app)
    const { admin } = tenant
    const second = await givenPerson(app, tenant, { roles: ['admin'] })
    expect((await day(admin, second.userId, '2026-12-31')).status).toBe(200)
    for (const date of ['2026-12-31', '2027-06-01'])
      expect(await day(second, admin.userId, date)).toMatchObject(refusal(409, 'lastAdministrator'))
    expect((await day(second, admin.userId, '2026-12-30')).status).toBe(200)
    expect((await day(admin, second.userId, '2027-01-31')).status).toBe(200)
    expect((await day(admin, second.userId, '2026-12-30')).status).toBe(409)
    // A day that is past takes away today, and with it whoever waits for the same round.
    await put(tenant, [second.userId], '2026-11-19')
    expect(await day(second, admin.userId, '2026-11-01')).toMatchObject(refusal(409, 'lastAdministrator'))
  })

  it('is given to one of two who give it to each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const tenant = await givenTenant(app)
      const second = await givenPerson(app, tenant, { roles: ['admin'] })
      const answers = await Promise.all([
        day(tenant.admin, second.userId, '2027-01-01'),
        day(second, tenant.admin.userId, '2027-01-01'),
      ])
      expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
    }
  })

  it('passes over the last one, says so once, and comes when there is another', async () => {
    const tenant = await givenTenant(app)
    const { admin } = tenant
    const [second, learner] = [await givenPerson(app, tenant, { roles: ['admin'] }), await givenPerson(app, tenant)]
    await put(tenant, [admin.userId, learner.userId], '2026-11-18')
    await put(tenant, [second.userId], '2026-11-19')
    const said: { membershipId: string }[] = []
    const log = pino({}, { write: (line) => said.push(JSON.parse(line)) })
    const round = () =>
      terminateDue({ ...systemContext(app.services, tenant.tenantId, { requestId: 'round' }), log }, 300)
    expect(await round()).toBe(3)
    const statuses = () => Promise.all([admin, second, learner].map((one) => statusOf(tenant, one.userId)))
    expect(await statuses()).toEqual(['terminated', 'active', 'terminated'])
    expect(await round()).toBe(1)
    expect(said).toMatchObject([{ membershipId: second.membershipId }])
    expect((await app.call(second, api.members.get, { params: { userId: learner.userId } })).status).toBe(200)
    await givenPerson(app, tenant, { roles: ['superadmin'] })
    expect(await round()).toBe(1)
    expect(await statusOf(tenant, second.userId)).toBe('terminated')
    expect(await round()).toBe(0)
    expect(said).toHaveLength(1)
  })
})

describe('who sees whom', () => {
  it('is the team, or the whole tenant for an administrator of its own team; never another tenant', async () => {
    const tenant = await givenTenant(app)
    const [north, south] = [await givenTeam(app, tenant), await givenTeam(app, tenant)]
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const inNorth = await givenPerson(app, tenant, { teamId: north, position: ['Cook'] })
    const inSouth = await givenPerson(app, tenant, { teamId: south, position: ['Baker'] })
    const other = await givenTenant(app)

    const list = async (caller: { token: string }, query = {}) =>
      (await app.call(caller, api.members.list, { query })).body
    expect((await list(northAdmin)).items.map((row) => row.userId).sort()).toEqual(
      [northAdmin.userId, inNorth.userId].sort(),
    )
    expect((await list(northAdmin, { teamId: [south] })).total).toBe(0)
    expect((await list(tenant.admin)).total).toBe(4)
    expect((await list(other.admin)).items.map((row) => row.userId)).toEqual([other.admin.userId])

    const get = (caller: { token: string }, userId: string, query = {}) =>
      app.call(caller, api.members.get, { params: { userId }, query })
    expect((await get(northAdmin, inNorth.userId)).status).toBe(200)
    expect((await get(northAdmin, inSouth.userId)).status).toBe(404)
    expect((await get(northAdmin, inSouth.userId, { teamId: south })).status).toBe(404)
    expect((await get(tenant.admin, inSouth.userId)).body.teamId).toBe(south)
    expect((await get(other.admin, inNorth.userId)).status).toBe(404)
    expect(
      (
        await app.call(northAdmin, api.members.update, {
          params: { userId: inSouth.userId },
          body: { firstName: 'Xx' },
        })
      ).status,
    ).toBe(404)
    expect(
      (
        await app.call(other.admin, api.members.update, {
          params: { userId: inNorth.userId },
          body: { firstName: 'Xx' },
        })
      ).status,
    ).toBe(404)

    const facets = await app.call(northAdmin, api.members.facets)
    expect(facets.body.teamId).toEqual([{ value: north, label: expect.any(String), count: 2 }])
    expect((await app.call(tenant.admin, api.members.facets)).body.teamId.map((one) => one.count).sort()).toEqual([
      1, 1, 2,
    ])
    const csv = await app.send(northAdmin, 'GET', '/api/members.csv')
    expect(csv.body.toString().trim().split('\r\n')).toHaveLength(3)
    for (const caller of [inNorth, stranger])
      expect((await app.send(caller, 'GET', '/api/members.csv')).status).toBe(caller.token ? 403 : 401)
  })

  it('shows the other teams of a person as far as they may be seen', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const both = await givenPerson(app, tenant)
    await givenPerson(app, tenant, { userId: both.userId, teamId: north, email: both.email })
    expect(
      (await app.call(tenant.admin, api.members.get, { params: { userId: both.userId } })).body.otherTeams,
    ).toEqual([{ id: `${both.userId}:${north}`, teamId: north, teamName: expect.stringContaining('Team') }])
    expect((await app.call(northAdmin, api.members.get, { params: { userId: both.userId } })).body.otherTeams).toEqual(
      [],
    )
  })
})

describe('the list', () => {
  it('pages through every sort and direction without losing or repeating anybody', async () => {
    const tenant = await givenTenant(app)
    for (let i = 0; i < 11; i++)
      await givenPerson(app, tenant, {
        firstName: `P${i % 3}`,
        lastName: ['adler', 'Adler', 'Berg', 'Ötzi'][i % 4] ?? '',
      })
    for (const sort of ['name', 'email', 'status', 'createdAt'] as const) {
      const seen = { asc: [] as string[], desc: [] as string[] }
      for (const direction of ['asc', 'desc'] as const) {
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const { body } = await app.call(tenant.admin, api.members.list, {
            query: { sort, direction, limit: 5, ...(cursor ? { cursor } : {}) },
          })
          expect(body.total).toBe(12)
          seen[direction].push(...body.items.map((row) => row.id))
          cursor = body.next
        }
      }
      expect(new Set(seen.asc).size).toBe(12)
      expect(seen.desc).toEqual([...seen.asc].reverse())
    }
    const byName = await app.call(tenant.admin, api.members.list, { query: { limit: 100 } })
    const names = byName.body.items.map((row) => `${row.lastName} ${row.firstName}`.toLowerCase())
    expect(names).toEqual([...names].sort())
  })

  it('refuses cursors that were made up, or belong to another sort', async () => {
    const tenant = await givenTenant(app)
    for (let i = 0; i < 3; i++) await givenPerson(app, tenant)
    const { body } = await app.call(tenant.admin, api.members.list, { query: { limit: 1 } })
    for (const query of [
      { cursor: 'abc' },
      { cursor: body.next ?? '', sort: 'email' as const },
      { cursor: body.next ?? '', direction: 'desc' as const },
    ]) {
      expect((await app.call(tenant.admin, api.members.list, { query })).problem?.errors?.[0]?.path).toBe(
        'query.cursor',
      )
    }
  })

  it('filters and searches, taking wildcards as they are written', async () => {
    const tenant = await givenTenant(app)
    await givenPerson(app, tenant, { firstName: 'Percy', lastName: 'Hundred%', position: ['Cook', 'Baker'] })
    await givenPerson(app, tenant, {
      firstName: 'Uma',
      lastName: 'Under_score',
      roles: ['manager'],
      status: 'sick leave',
    })
    const total = async (query: object) => (await app.call(tenant.admin, api.members.list, { query })).body.total
    expect(await total({ search: '%' })).toBe(1)
    expect(await total({ search: 'r_s' })).toBe(1)
    expect(await total({ search: 'PERCY hundred' })).toBe(1)
    expect(await total({ search: '\\' })).toBe(0)
    expect(await total({ position: ['Baker'] })).toBe(1)
    expect(await total({ role: ['manager', 'admin'] })).toBe(2)
    expect(await total({ status: ['sick leave'] })).toBe(1)
    expect(await total({ status: ['sick leave', 'active'] })).toBe(3)
  })

  it('filters by every field, and finds who is missing something or may be there twice', async () => {
    const [tenant, other] = await Promise.all([givenTenant(app), givenTenant(app)])
    const boss = tenant.admin.userId
    const ann = {
      firstName: 'Ann',
      lastName: 'Twice',
      phone: '+49 30 12345',
      custom3: ['Bonn', 'Köln'],
      managers: [boss],
    }
    const first = await givenPerson(app, tenant, { ...ann, hasLoggedIn: true })
    const second = await givenPerson(app, tenant, {
      firstName: 'ann',
      lastName: 'twice',
      employeeId: 'E-7',
      loc2: ['Bonn'],
    })
    await givenPerson(app, other, { custom3: ['Bonn'], employeeId: 'E-7' })
    const names = async (query: object) => {
      const { body, problem } = await app.call(tenant.admin, api.members.list, { query })
      expect(problem).toBeNull()
      return body.items.map((row) => row.firstName).sort()
    }
    expect(await names({ custom3: ['Bonn', 'Ulm'] })).toEqual(['Ann'])
    expect(await names({ loc2: ['Bonn'], employeeId: ['E-7'] })).toEqual(['ann'])
    expect(await names({ managers: [boss], phone: ['+49 30 12345'] })).toEqual(['Ann'])
    // The same name alone is no sign: two people may be called so.
    expect(await names({ gap: ['duplicate'] })).toEqual([])
    const born = (userId: string, body: object) =>
      app.call(tenant.admin, api.members.update, { params: { userId }, body })
    for (const one of [first, second]) expect((await born(one.userId, { dob: '1990-02-03' })).status).toBe(200)
    expect(await names({ gap: ['duplicate'] })).toEqual(['Ann', 'ann'])
    expect(await names({ gap: ['duplicate', 'noManager'] })).toEqual(['ann'])
    await born(second.userId, { dob: null, firstName: 'Annabel', loc1: ['Bonn'] })
    await born(first.userId, { loc1: ['Bonn'] })
    const alike = await app.call(tenant.admin, api.members.duplicates, { params: { userId: first.userId } })
    expect(alike.body.items).toMatchObject([{ userId: second.userId, name: 'Annabel twice', signs: ['nameAndPlace'] }])
    await born(second.userId, { firstName: 'ann' })
    expect(await names({ gap: ['notSignedIn'], search: 'twice' })).toEqual(['ann'])
    expect(await names({ custom3: ["Bonn'); drop table memberships; --"] })).toEqual([])
    const values = { params: { field: 'custom3' as const }, body: namedField }
    await app.call(tenant.admin, api.customFields.save, values)
    const [row] = (await app.call(tenant.admin, api.members.list, { query: { custom3: ['Bonn'] } })).body.items
    expect(row).toMatchObject({ fields: { custom3: ['Bonn', 'Köln'] }, managerNames: ['Ada Admin'] })
  })

  it('asks the same few questions whatever there is', async () => {
    const tenant = await givenTenant(app)
    const count = async () =>
      (await statementsOf(app.services.db, async () => void (await app.call(tenant.admin, api.members.list)))).length
    const before = await count()
    for (let i = 0; i < 8; i++) await givenPerson(app, tenant)
    expect(await count()).toBe(before)
    // Who asks, the page, how many there are, the tenant's own fields.
    expect(before).toBe(4)
    expect(
      (await app.call(tenant.admin, api.members.list)).body.items.find((row) => row.userId === tenant.admin.userId)
        ?.lastSeenAt,
    ).toBe(app.clock.now().toISOString())
  })

  it('says which values an attribute has, most frequent first, of people and not of rows', async () => {
    const tenant = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const boss = await givenPerson(app, tenant, { firstName: 'Mia', lastName: 'Boss' })
    const cook = await givenPerson(app, tenant, {
      position: ['Cook', 'Baker'],
      managers: [boss.userId],
      employeeId: 'E1',
    })
    await givenPerson(app, tenant, { position: ['Cook'], managers: [boss.userId] })
    await givenPerson(app, tenant, { userId: cook.userId, teamId: team, email: cook.email, position: ['Cook'] })
    await givenPerson(app, tenant, { position: ['Cook'], status: 'inactive' })
    const values = async (field: string, search?: string) =>
      (
        await app.call(tenant.admin, api.members.attributeValues, {
          params: { field: field as never },
          query: search ? { search } : {},
        })
      ).body.values
    expect(await values('position')).toEqual([
      { value: 'Cook', label: 'Cook', count: 2 },
      { value: 'Baker', label: 'Baker', count: 1 },
    ])
    expect(await values('position', 'BAK')).toEqual([{ value: 'Baker', label: 'Baker', count: 1 }])
    expect(await values('managers')).toEqual([{ value: boss.userId, label: 'Mia Boss', count: 2 }])
    expect(await values('managers', 'boss')).toHaveLength(1)
    expect(await values('employeeId')).toEqual([{ value: 'E1', label: 'E1', count: 1 }])
    expect((await values('teamId')).map((one) => one.count)).toEqual([4, 1])
    expect(await values('status')).toEqual([
      { value: 'active', label: 'active', count: 4 },
      { value: 'inactive', label: 'inactive', count: 1 },
    ])
    expect(
      (await app.call(tenant.admin, api.members.attributeValues, { params: { field: 'password' as never } })).status,
    ).toBe(404)
    expect((await app.call(boss, api.members.attributeValues, { params: { field: 'position' } })).status).toBe(403)
    const teamAdmin = await givenPerson(app, tenant, { teamId: team, roles: ['admin'] })
    const ofTeam = async (field: 'position' | 'managers' | 'teamId') =>
      (await app.call(teamAdmin, api.members.attributeValues, { params: { field } })).body.values
    expect(await ofTeam('position')).toEqual([{ value: 'Cook', label: 'Cook', count: 1 }])
    expect(await ofTeam('managers')).toEqual([])
    expect(await ofTeam('teamId')).toMatchObject([{ value: team, count: 2 }])
  })

  it('names managers, also where many are equally frequent, with two looks at each person and no more', async () => {
    const tenant = await givenTenant(app)
    const { people, managers } = { people: 240, managers: 60 }
    // The later an id, the earlier its name. Some name nobody: other people's spelling, other systems' ids.
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      sql`insert into memberships (id, user_id, team_id, first_name, last_name, managers)
        select u || ':' || ${tenant.teamId}, u, ${tenant.teamId}, 'Mia', 'Boss ' || 9000 - n,
          array['00000000-0000-4000-8000-' || lpad((n % ${managers}::int + 1)::text, 12, '0')]
            || case when n <= 9 then array['E-17', '00000000-0000-4000-8000-00000000000A'] else '{}' end
        from generate_series(1, ${people}::int) n,
          lateral (select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as u) it`.execute(tx),
    )
    const values = async (search?: string) =>
      (
        await app.call(tenant.admin, api.members.attributeValues, {
          params: { field: 'managers' },
          query: search ? { search } : {},
        })
      ).body.values
    const named = Array.from({ length: managers }, (_, at) => ({
      value: `00000000-0000-4000-8000-${String(managers - at).padStart(12, '0')}`,
      label: `Mia Boss ${9000 - managers + at}`,
      count: people / managers,
    }))
    const unnamed = ['00000000-0000-4000-8000-00000000000A', 'E-17'].map((value) => ({ value, label: value, count: 9 }))
    expect(await values()).toEqual([...unnamed, ...named].slice(0, 50))
    expect(await values('BOSS 899')).toEqual(named.filter(({ label }) => label.includes('Boss 899')))
    expect(await values('e-1')).toEqual(unnamed.slice(1))

    const rowsRead = (field: 'managers' | 'position', search?: string) =>
      app.services.db.tenant(tenant.tenantId).write(async (tx) => {
        const soFar = async () => {
          const { rows } = await sql<{ read: number }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
            from pg_stat_xact_user_tables where relname = 'memberships'`.execute(tx)
          return Number(rows[0]?.read)
        }
        const before = await soFar()
        await listAttributeValues(tx, { wholeTenant: true, teamId: tenant.teamId }, field, search)
        return (await soFar()) - before
      })
    const once = await rowsRead('position')
    expect(once).toBeGreaterThanOrEqual(people)
    expect(await rowsRead('managers')).toBeLessThanOrEqual(2 * once)
    expect(await rowsRead('managers', 'boss')).toBeLessThanOrEqual(2 * once)
  })
})

it('exports user_list.csv that spreadsheets do not run, and says so in the audit log', async () => {
  const tenant = await givenTenant(app)
  await givenPerson(app, tenant, {
    firstName: '=HYPERLINK("http://x")',
    lastName: '@Sum, "quoted"',
    email: `+plus-${tenant.tenantId}@example.test`,
  })
  const reply = await app.send(tenant.admin, 'GET', '/api/members.csv?sort=createdAt&direction=desc')
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toContain('filename="user_list.csv"')
  expect([...reply.body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, first] = reply.body.subarray(3).toString().split('\r\n')
  expect(head).toBe('firstName,lastName,email,status')
  expect(first).toContain(`"'=HYPERLINK(""http://x"")","'@Sum, ""quoted""",'+plus-`)
  expect(
    (await app.send(tenant.admin, 'GET', '/api/members.csv?status=inactive')).body.toString().trim().split('\r\n'),
  ).toHaveLength(1)
  expect((await app.send(tenant.admin, 'GET', '/api/members.csv?status=busy')).status).toBe(422)
  expect((await app.call(tenant.admin, api.audit.list, { query: { action: 'members.export' } })).body.total).toBe(2)
})

describe('writing to many, and their files', () => {
  it('writes to each once, never to a placeholder, and names who was skipped', async () => {
    const [tenant, other] = await Promise.all([givenTenant(app), givenTenant(app)])
    const team = await givenTeam(app, tenant)
    const [ann, bare, gone, foreign] = await Promise.all([
      givenPerson(app, tenant, { firstName: 'Ann', custom2: ['Ward 3'] }),
      givenPerson(app, tenant, { firstName: 'Bare', email: 'x1@no-mail.invalid', custom2: ['Ward 3'] }),
      givenPerson(app, tenant, { firstName: 'Gone', status: 'terminated', custom2: ['Ward 3'] }),
      givenPerson(app, other, { custom2: ['Ward 3'] }),
    ])
    await givenPerson(app, tenant, { userId: ann.userId, teamId: team, email: ann.email, custom2: ['Ward 3'] })
    const selection = { by: 'filter' as const, filter: { custom2: ['Ward 3'] } }
    const body = { selection, subject: 'Fire drill', text: 'On Monday.\n\nBring <b>shoes</b> $t(mail.welcome.body).' }
    const shown = await app.call(tenant.admin, api.members.previewMail, { body })
    expect(shown.body).toMatchObject({ subject: 'Fire drill', people: 3, skippedCount: 2 })
    expect(shown.body.text).toContain('On Monday.')
    expect(shown.body.skipped.map((one) => one.reason).sort()).toEqual(['leftAlready', 'noAddressOfMember'])
    const sent = await app.call(tenant.admin, api.members.mail, { body })
    expect(sent.status).toBe(202)
    await app.settle()
    const { body: job } = await app.call(tenant.admin, api.jobs.get, { params: { jobId: sent.body.jobId } })
    expect(job.result).toMatchObject({ done: 1, skipped: 3, failed: 0 })
    const mailsOf = (by: GivenPerson) => app.call(by, api.mails.list, { query: { search: 'Fire drill' } })
    const { items } = (await mailsOf(tenant.admin)).body
    expect(items).toMatchObject([{ to: ann.email, kind: 'memberMessage', subject: 'Fire drill' }])
    expect(items[0]?.text).toContain('<b>shoes</b> $t(mail.welcome.body)')
    expect((await mailsOf(other.admin)).body.total).toBe(0)
    const named = { selection: { by: 'ids' as const, ids: [foreign.membershipId] }, subject: 'Fire drill', text: 'x' }
    await app.call(tenant.admin, api.members.mail, { body: named })
    await app.settle()
    expect((await mailsOf(other.admin)).body.total).toBe(0)
    expect((await app.call(ann, api.members.mail, { body })).status).toBe(403)
    const wrong = await app.call(tenant.admin, api.members.mail, { body: { ...body, text: ' ' } })
    expect(wrong.problem?.errors).toMatchObject([{ path: 'body.text', code: 'required' }])

    // A list takes those alone whom every field of the filter means.
    const list = await app.call(tenant.admin, api.audiences.create, { body: { kind: 'people', title: 'Ward' } })
    const params = { audienceId: list.body.id }
    const onList = { params, body: { selection } }
    expect((await app.call(tenant.admin, api.audiences.addPeople, onList)).body).toEqual({ added: 3 })
    const off = { selection: { by: 'filter' as const, filter: { status: ['terminated' as const] } } }
    expect((await app.call(tenant.admin, api.audiences.removePeople, { params, body: off })).body.removed).toBe(1)

    const links = await app.call(tenant.admin, api.users.passwordLinks, { body: { selection } })
    await app.settle()
    const { body: linked } = await app.call(tenant.admin, api.jobs.get, { params: { jobId: links.body.jobId } })
    expect(linked.result).toMatchObject({ done: 2, skipped: 2 })
    const { body: reset } = await app.call(tenant.admin, api.mails.list, { query: { search: ann.email } })
    expect(reset.items.map((one) => one.kind)).toContain('resetPassword')
    expect(gone.userId).not.toBe(bare.userId)
  })

  it('exports what is ticked with the columns that are shown', async () => {
    const [tenant, other] = await Promise.all([givenTenant(app), givenTenant(app)])
    const boss = tenant.admin.userId
    const ann = await givenPerson(app, tenant, { firstName: '=Ann', managers: [boss], custom1: ['A', 'B'] })
    const foreign = await givenPerson(app, other)
    await givenPerson(app, tenant)
    const field = { params: { field: 'custom1' as const }, body: namedField }
    await app.call(tenant.admin, api.customFields.save, field)
    const selection = { by: 'ids', ids: [ann.membershipId, foreign.membershipId] }
    const file = (body: object, by: GivenPerson = tenant.admin) =>
      app.send(by, 'POST', '/api/members/export', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    const plain = await file({ selection })
    const [head, row, end] = plain.body.toString('utf8').replace('\uFEFF', '').split('\r\n')
    expect(head).toBe('firstName,lastName,email,status')
    expect(row).toMatch(/^"'=Ann",.*,active$/)
    expect(end).toBe('')
    const shown = await file({ selection, columns: ['name', 'managers', 'custom1', 'lastSeen'] })
    expect(shown.body.toString('utf8')).toMatch(/^.?Name,Managers,Site,"?Last seen/)
    expect(shown.body.toString('utf8')).toContain('"Ada Admin","A, B"')
    const sheet = await file({ selection, format: 'xlsx', columns: ['name', 'dob', 'hasLoggedIn', 'points'] })
    expect(sheet.body.subarray(0, 2).toString()).toBe('PK')
    expect((await file({ selection, columns: ['passwordHash'] })).status).toBe(422)
    expect((await file({ selection }, ann)).status).toBe(403)
  })
})

describe('changing one field of many', () => {
  const change = (by: { token: string | null }, body: CallInput<typeof api.members.change>['body']) =>
    app.call(by, api.members.change, { body })

  it('is a job that follows the rules and writes down what became of each', async () => {
    const [tenant, other] = await Promise.all([givenTenant(app), givenTenant(app)])
    const [ann, ben] = await Promise.all([
      givenPerson(app, tenant, { tags: ['old'] }),
      givenPerson(app, tenant, { tags: ['old', 'new'] }),
    ])
    const foreign = await givenPerson(app, other, { tags: ['old'] })
    const { courseId } = await givenPublishedCourse(app, tenant)
    await app.call(tenant.admin, api.permissions.create, {
      body: { documentType: 'course', documentId: courseId, title: 'New', rule: { rule: { tags: ['new'] } } },
    })
    const ids = [ann, ben, foreign].map((person) => person.membershipId)
    const tags = { field: 'tags' as const, how: 'add' as const, values: ['new'] }
    const begun = await change(tenant.admin, { selection: { by: 'ids', ids }, change: tags })
    expect(begun.status).toBe(202)
    await app.settle()
    const { body: job } = await app.call(tenant.admin, api.jobs.get, { params: { jobId: begun.body.jobId } })
    expect(job.result).toMatchObject({ done: 1, skipped: 1, failed: 1 })
    const rows = await tagsOf(tenant, [ann, ben])
    expect(rows).toEqual([
      ['old', 'new'],
      ['old', 'new'],
    ])
    expect(await tagsOf(other, [foreign])).toEqual([['old']])
    const given = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx
          .selectFrom('assignments')
          .select('userId')
          .where('documentId', '=', courseId)
          .where('isActive', '=', true)
          .execute(),
      )
    expect(given.map((row) => row.userId).sort()).toEqual([ann.userId, ben.userId].sort())
    const { body: log } = await app.call(tenant.admin, api.audit.list, { query: { subjectId: ann.membershipId } })
    expect(log.items[0]).toMatchObject({ action: 'members.update', actorName: 'Ada Admin' })
    expect((await change(ann, { selection: { by: 'ids', ids }, change: tags })).status).toBe(403)
  })

  it('checks what it sets, gives no role above one’s own, and leaves nobody their own manager', async () => {
    const tenant = await givenTenant(app)
    const boss = await givenPerson(app, tenant)
    const selection = { by: 'filter' as const, filter: {} }
    const choices = { ...namedField, kind: 'choices' as const, choices: ['Bonn'], isRequired: true }
    await app.call(tenant.admin, api.customFields.save, { params: { field: 'loc1' }, body: choices })
    const refused = async (of: CallInput<typeof api.members.change>['body']['change']) =>
      (await change(tenant.admin, { selection, change: of })).problem?.errors?.map((one) => one.code)
    expect(await refused({ field: 'loc1', how: 'set', values: ['Ulm'] })).toEqual(['notAChoice'])
    expect(await refused({ field: 'loc1', how: 'set', values: [] })).toEqual(['required'])
    expect(await refused({ field: 'managers', how: 'add', values: [newId()] })).toEqual(['unknownPerson'])
    const managers = await change(tenant.admin, {
      selection,
      change: { field: 'managers', how: 'add', values: [boss.userId] },
    })
    const roles = await change(tenant.admin, {
      selection,
      change: { field: 'roles', how: 'add', values: ['superadmin'] },
    })
    await app.settle()
    const result = async (jobId: string) =>
      (await app.call(tenant.admin, api.jobs.get, { params: { jobId } })).body.result
    expect(await result(managers.body.jobId)).toMatchObject({ done: 1, failed: 1 })
    expect(await result(roles.body.jobId)).toMatchObject({ done: 0, failed: 2 })
  })

  it('takes batches of 300 operations with a result for each', async () => {
    const [tenant, other] = await Promise.all([givenTenant(app), givenTenant(app)])
    const [ann, foreign] = await Promise.all([givenPerson(app, tenant), givenPerson(app, other)])
    const batch = (operations: object[]) =>
      app.call(tenant.admin, api.members.batch, { body: { operations: operations as never } })
    const { body } = await batch([
      { userId: ann.userId, set: { phone: '12345' } },
      { userId: foreign.userId, set: { phone: '12345' } },
      { userId: ann.userId, set: { phone: '12345' } },
      { userId: ann.userId, set: { managers: [ann.userId] } },
      { userId: tenant.admin.userId, set: { status: 'inactive' } },
      { userId: ann.userId, set: { email: tenant.admin.email } },
    ])
    expect(body.results.map((one) => one.outcome)).toEqual([
      'done',
      'failed',
      'unchanged',
      'failed',
      'failed',
      'failed',
    ])
    expect(body.results[3]?.errors).toEqual([{ path: 'managers.0', message: 'A person cannot be their own manager' }])
    expect(body.results[5]?.errors[0]?.path).toBe('email')
    expect((await batch(Array.from({ length: 301 }, () => ({ userId: ann.userId, set: {} })))).status).toBe(422)
  })
})

function tagsOf(tenant: GivenTenant, people: readonly GivenPerson[]) {
  return Promise.all(
    people.map(async ({ userId }) => {
      const { body } = await app.call(tenant.admin, api.members.get, { params: { userId } })
      return body.tags
    }),
  )
}

describe('setting the status of many', () => {
  const jobOf = async (caller: { token: string }, jobId: string) =>
    (await app.call(caller, api.jobs.get, { params: { jobId } })).body

  it('is a job with what became of each', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const root = await givenPerson(app, tenant, { teamId: north, roles: ['superadmin'] })
    const [ann, ben] = [
      await givenPerson(app, tenant, { teamId: north, firstName: 'Ann' }),
      await givenPerson(app, tenant, { teamId: north, firstName: 'Ben', status: 'inactive' }),
    ]
    const elsewhere = await givenPerson(app, tenant)
    const ids = [ann, ben, northAdmin, root, elsewhere].map((one) => one.membershipId)
    const { status, body } = await app.call(northAdmin, api.members.setStatus, {
      body: { selection: { by: 'ids', ids }, status: 'inactive' },
    })
    expect(status).toBe(202)
    expect(await jobOf(northAdmin, body.jobId)).toMatchObject({
      kind: 'members.setStatus',
      state: 'waiting',
      total: 5,
      subject: 'Set status to inactive (5)',
    })
    await app.settle()
    const job = await jobOf(northAdmin, body.jobId)
    expect(job).toMatchObject({
      state: 'succeeded',
      done: 5,
      result: { status: 'inactive', done: 1, skipped: 1, failed: 3 },
      link: `/api/jobs/${body.jobId}/rows.csv`,
    })
    expect((await app.call(ann, api.session.start)).body.me).toBeNull()
    const csv = (await app.send(northAdmin, 'GET', job.link ?? '')).body.subarray(3).toString().trim().split('\r\n')
    expect(csv[0]).toBe('id,title,outcome,reason')
    const line = (one: { membershipId: string }) => csv.find((row) => row.startsWith(one.membershipId))
    expect(line(ann)).toContain(',done,')
    expect(line(ben)).toContain('skipped,There is nothing to change.')
    expect(line(northAdmin)).toContain('failed,You cannot do this to yourself.')
    expect(line(root)).toContain('failed,This requires a higher role than yours.')
    // Whom the administrator does not see has no name there.
    expect(line(elsewhere)).toBe(
      `${elsewhere.membershipId},,failed,"This does not exist, or you do not have access to it."`,
    )
    expect(
      (await app.call(tenant.admin, api.audit.list, { query: { action: 'members.setStatus' } })).body.items,
    ).toEqual([
      expect.objectContaining({
        subjectId: ann.membershipId,
        before: { status: 'active' },
        after: { status: 'inactive' },
      }),
    ])
    // Another's job does not exist for a learner, nor for another tenant.
    for (const caller of [ben, (await givenTenant(app)).admin])
      expect((await app.send(caller, 'GET', job.link ?? '')).status).toBe(caller.token ? 404 : 401)
  })

  it('goes through everybody whom a filter matches, over several batches, and may be begun again', async () => {
    const tenant = await givenTenant(app)
    await asOwner(async (client) => {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [tenant.tenantId])
      await client.query(
        `insert into control.users (id, first_name, last_name) select ('019b0000-0000-7000-8000-' || lpad(to_hex($1::int * 1000 + i), 12, '0'))::uuid, 'Many', 'Person' from generate_series(1, 650) i`,
        [made],
      )
      await client.query(
        `insert into memberships (id, user_id, team_id, first_name, last_name)
         select u.id || ':' || $1::text, u.id, $1::text, 'Many', 'Person' || right(u.id::text, 4) from control.users u
         where u.first_name = 'Many' and not exists (select from control.directory d where d.user_id = u.id)`,
        [tenant.teamId],
      )
      await client.query(
        `select count(*) from control.put_directory_many((select jsonb_agg(jsonb_build_object('user_id', user_id, 'team_id', team_id, 'status', status, 'roles', roles, 'username', username)) from memberships), now())`,
      )
      await client.query('commit')
    })
    const { body } = await app.call(tenant.admin, api.members.setStatus, {
      body: { selection: { by: 'filter', filter: { search: 'many', status: ['active'] } }, status: 'archived' },
    })
    await app.settle()
    expect(await jobOf(tenant.admin, body.jobId)).toMatchObject({
      state: 'succeeded',
      result: { done: 650, skipped: 0, failed: 0 },
      link: null,
    })
    expect((await app.call(tenant.admin, api.members.list, { query: { status: ['archived'] } })).body.total).toBe(650)
    // Killed before its end it is run again from its row: nobody is done twice.
    const tenantDb = app.services.db.tenant(tenant.tenantId)
    await tenantDb.write((tx) =>
      tx.updateTable('jobs').set({ state: 'running' }).where('id', '=', body.jobId).execute(),
    )
    const { runJob } = await import('../../platform/jobs/run-job.ts')
    const { memberJobs } = await import('./jobs.ts')
    await runJob(app.services, tenant.tenantId, memberJobs, body.jobId)
    expect(await jobOf(tenant.admin, body.jobId)).toMatchObject({ state: 'succeeded', result: { done: 650 } })
    expect((await app.call(tenant.admin, api.audit.list, { query: { action: 'members.setStatus' } })).body.total).toBe(
      650,
    )
  })

  it('needs a key, and does with the same key what it did before', async () => {
    const tenant = await givenTenant(app)
    const other = await givenPerson(app, tenant)
    const body = { selection: { by: 'ids' as const, ids: [other.membershipId] }, status: 'inactive' as const }
    const first = await app.call(tenant.admin, api.members.setStatus, { body, idempotencyKey: 'once' })
    const again = await app.call(tenant.admin, api.members.setStatus, { body, idempotencyKey: 'once' })
    expect(again.body.jobId).toBe(first.body.jobId)
    expect(
      (
        await app.send(tenant.admin, 'POST', '/api/members/status', {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400)
    expect((await app.call(other, api.members.setStatus, { body })).status).toBe(403)
    expect(
      (await app.call(tenant.admin, api.members.setStatus, { body: { ...body, selection: { by: 'ids', ids: [] } } }))
        .status,
    ).toBe(422)
  })
})

it('ends a membership on its last day, in the tenant’s own zone', async () => {
  const [early, late] = [
    await givenTenant(app, { settings: { timeZone: 'Pacific/Auckland' } }),
    await givenTenant(app, { settings: { timeZone: 'America/New_York' } }),
  ]
  app.clock.set('2026-11-24T12:30:00Z')
  const people = await Promise.all(
    [early, late].map((tenant) => givenPerson(app, tenant, { terminationDate: '2026-11-25' })),
  )
  await app.settleDay()
  const statuses = async () =>
    Promise.all(people.map(async (one, i) => (await rowOf([early, late][i] as GivenTenant, one.userId))[0]?.status))
  expect(await statuses()).toEqual(['terminated', 'active'])
  app.clock.set('2026-11-25T04:59:00Z')
  await app.settleDay()
  expect(await statuses()).toEqual(['terminated', 'active'])
  app.clock.set('2026-11-25T05:00:00Z')
  await app.settleDay()
  expect(await statuses()).toEqual(['terminated', 'terminated'])
  const admin = {
    token: await givenSession(app.services, {
      userId: late.admin.userId,
      tenantId: late.tenantId,
      teamId: late.teamId,
    }),
  }
  expect(
    (await app.call(admin, api.audit.list, { query: { action: 'members.setStatus' } })).body.items[0],
  ).toMatchObject({ actorName: 'Learnt itself', subjectId: people[1]?.membershipId })
  // Who comes back is not sent away again.
  const back = await app.call(admin, api.members.update, {
    params: { userId: people[1]?.userId ?? '' },
    body: { status: 'active' },
  })
  expect(back.body).toMatchObject({ status: 'active', terminationDate: null })
  await app.settleDay()
  expect(await statuses()).toEqual(['terminated', 'active'])
})

it('gives user names back, and never one to two people of a tenant', async () => {
  const tenant = await givenTenant(app)
  const team = await givenTeam(app, tenant)
  const name = `sam-${tenant.tenantId}`
  const [sam, kim] = [
    await givenPerson(app, tenant, { username: name }),
    await givenPerson(app, tenant, { teamId: team }),
  ]
  const set = (userId: string, teamId: string, username: string) =>
    app.call(tenant.admin, api.members.update, { params: { userId }, query: { teamId }, body: { username } })
  expect((await set(kim.userId, team, name.toUpperCase())).problem?.errors?.[0]).toMatchObject({
    path: 'body.username',
    code: 'usernameTaken',
  })
  // The same person may have it in two teams.
  await givenPerson(app, tenant, { userId: sam.userId, teamId: team, email: sam.email })
  expect((await set(sam.userId, team, name)).status).toBe(200)
  expect((await set(sam.userId, tenant.teamId, '')).status).toBe(200)
  expect((await set(kim.userId, team, name)).status).toBe(422)
  expect((await set(sam.userId, team, '')).status).toBe(200)
  expect((await set(kim.userId, team, name)).status).toBe(200)
  const { rows } = await app.services.db.control((tx) =>
    sql<{ userId: string }>`select user_id from control.find_account(${name}, ${tenant.tenantId})`.execute(tx),
  )
  expect(rows).toEqual([{ userId: kim.userId }])
})
