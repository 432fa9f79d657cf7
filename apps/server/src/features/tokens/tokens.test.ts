import { api, listOperations } from '@learnt/contract'
import { accessTokenSeconds } from '@learnt/contract/tokens'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { codeOf, givenAuthenticator, givenSignedIn } from '../../../test/given/factors.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenTenant,
  prove,
  stranger,
} from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

let address = 0
/** A program at an address of its own. */
async function legacy(
  method: 'GET' | 'POST',
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: Record<string, never> & { error?: never } }> {
  address++
  const reply = await app.server.inject({
    method,
    url,
    remoteAddress: `10.9.${address >> 8}.${address & 255}`,
    headers: {
      host: new URL(app.services.settings.publicUrl).host,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: reply.statusCode, json: reply.body === '' ? ({} as never) : reply.json() }
}

async function givenProgram(of: { settings?: Record<string, unknown> } = {}) {
  const tenant = await givenTenant(app, of)
  const person = await givenPerson(app, tenant, { firstName: 'Lena', lastName: 'Learner' })
  await givenPassword(app, person)
  return { tenant, person, entry: { email: person.email, password: goodPassword, team: tenant.teamId } }
}

async function tokenOf(person: { email: string }, tenant: GivenTenant): Promise<string> {
  const { json } = await legacy('POST', '/api/auth', {
    email: person.email,
    password: goodPassword,
    team: tenant.teamId,
  })
  return String((json as { access_token?: string }).access_token)
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('what a token may become', () => {
  it('moves nobody’s own address to sign in with, exchanged or not, once it is ten minutes old', async () => {
    const tenant = await givenTenant(app)
    const admin = await givenPerson(app, tenant, { roles: ['admin'] })
    await givenPassword(app, admin)
    const token = await tokenOf(admin, tenant)
    app.clock.advance(10 * 60_000 + 1)
    const fresh = await app.call(stranger, api.tokens.exchange, { headers: bearer(token) })
    const moved = { params: { userId: admin.userId }, body: { email: `evil-${admin.userId.slice(-8)}@example.test` } }
    const headers = bearer(fresh.body.data.access_token)
    expect((await app.call(stranger, api.members.update, { ...moved, headers })).problem?.code).toBe('proof-required')
    const other = { params: moved.params, body: { lastName: 'Renamed' } }
    expect((await app.call(stranger, api.members.update, { ...other, headers })).status).toBe(200)
  })

  it('says by an exchange nothing fresher of an account that is proved to be its person’s only then', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const admin = await givenPerson(app, tenant, { roles: ['admin'] })
    await givenPassword(app, admin)
    const token = await tokenOf(admin, tenant)
    await givenPerson(app, other, { userId: admin.userId, email: admin.email })
    app.clock.advance(10 * 60_000 + 1)
    const fresh = await app.call(stranger, api.tokens.exchange, { headers: bearer(token) })
    await prove(admin)
    const moved = { params: { userId: admin.userId }, body: { email: `evil-${admin.userId.slice(-8)}@example.test` } }
    const headers = bearer(fresh.body.data.access_token)
    expect((await app.call(stranger, api.members.update, { ...moved, headers })).problem?.code).toBe('proof-required')
  })
})

describe('signing a program in', () => {
  it('takes the body of GET and of POST alike, and never the query', async () => {
    const { entry, person } = await givenProgram()
    for (const method of ['GET', 'POST'] as const) {
      const { status, json } = await legacy(method, '/api/auth', entry)
      expect(status).toBe(200)
      expect(json).toMatchObject({
        user: { uid: person.userId, role: 'learner', displayName: 'Lena Learner', email: person.email },
        access_token: expect.stringMatching(/^lat_[\w-]{43}$/),
      })
    }
    const asked = await legacy('GET', `/api/auth?${new URLSearchParams(entry)}`)
    expect(asked.json).toMatchObject({ error: { email: expect.any(String), password: expect.any(String) } })
  })

  it('answers refusals with the field, the same for a name that nobody has', async () => {
    const { entry, tenant } = await givenProgram()
    const wrong = await legacy('POST', '/api/auth', { ...entry, password: 'not-this-one' })
    const nobody = await legacy('POST', '/api/auth', { ...entry, email: 'nobody@example.test' })
    expect(wrong).toEqual({ status: 200, json: { error: { password: 'username or password is incorrect' } } })
    expect(nobody).toEqual(wrong)
    const away = await givenPerson(app, tenant, { status: 'inactive' })
    await givenPassword(app, away)
    const refused = await legacy('POST', '/api/auth', { ...entry, email: away.email })
    expect(refused.json).toEqual({ error: { email: 'Your account is disabled or deleted.' } })
    expect((await legacy('POST', '/api/auth', { ...entry, admin: true })).json).toHaveProperty('error')
  })

  it('counts attempts like the page: the sixth from one address is not looked at', async () => {
    const { entry } = await givenProgram()
    const from = (password: string) =>
      app.server.inject({
        method: 'POST',
        url: '/api/auth',
        remoteAddress: '10.77.1.1',
        headers: { 'content-type': 'application/json', host: 'localhost:3000' },
        payload: JSON.stringify({ ...entry, password }),
      })
    for (let i = 0; i < 5; i++) expect((await from('not-this-one')).json().error).toHaveProperty('password')
    const blocked = await from(goodPassword)
    expect(blocked.json().error.email).toContain('too many login attempts')
    expect(blocked.headers['retry-after']).toBeDefined()
  })

  it('asks for the second factor that the account has or the organisation wants, and takes each code once', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const { key, recoveryCodes } = await givenAuthenticator(app, browser)
    const entry = { email: person.email, password: goodPassword, team: tenant.teamId }
    const enter = async (code?: string) =>
      (await legacy('POST', '/api/auth', { ...entry, ...(code ? { code } : {}) })).json
    expect(await enter()).toEqual({ error: { code: expect.stringContaining('second factor') } })
    expect(await enter('000000')).toEqual({ error: { code: 'This code is wrong or has already been used.' } })
    const code = codeOf(key, app.clock.now())
    expect(await enter(code)).toHaveProperty('access_token')
    expect(await enter(code)).toEqual({ error: { code: 'This code is wrong or has already been used.' } })
    expect(await enter(recoveryCodes[0])).toHaveProperty('access_token')
    expect(await enter(recoveryCodes[0])).toHaveProperty('error')

    const strict = await givenProgram({ settings: { secondFactor: { requiredFor: ['learner'] } } })
    const refused = await legacy('POST', '/api/auth', strict.entry)
    expect(refused.json).toEqual({ error: { code: expect.stringContaining('Sign in with a browser') } })
  })

  it('refuses what is no JSON, too much, and of the wrong shape', async () => {
    const send = (payload: string) =>
      app.server.inject({ method: 'POST', url: '/api/auth', headers: { host: 'localhost:3000' }, payload })
    expect((await send('{')).statusCode).toBe(400)
    expect((await send(JSON.stringify({ email: 'x'.repeat(20_000) }))).statusCode).toBe(413)
    expect((await send('[]')).json()).toHaveProperty('error')
    expect((await send('{"email":{"a":1}}')).json()).toEqual({ error: { email: expect.any(String) } })
  })
})

describe('an access token', () => {
  it('is a principal of the API, without a cookie and without an Origin', async () => {
    const { person, tenant } = await givenProgram()
    const token = await tokenOf(person, tenant)
    const me = await app.call(stranger, api.session.start, { headers: bearer(token) })
    expect(me.body.me?.userId).toBe(person.userId)
    const kept = await app.call(stranger, api.session.preferences, {
      headers: { ...bearer(token), origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
      body: me.body.me?.preferences as never,
    })
    expect(kept.status).toBe(200)
    expect((await app.call(stranger, api.members.list, { headers: bearer(token) })).status).toBe(403)
    expect((await app.call(stranger, api.session.teams)).status).toBe(401)
  })

  it('wins over the cookie, so that nobody acts as two; a wrong one is nobody', async () => {
    const { person, tenant } = await givenProgram()
    const token = await tokenOf(person, tenant)
    const both = await app.call(tenant.admin, api.session.start, { headers: bearer(token) })
    expect(both.body.me?.userId).toBe(person.userId)
    const wrong = await app.call(tenant.admin, api.session.teams, { headers: bearer(`lat_${'x'.repeat(43)}`) })
    expect(wrong.status).toBe(401)
  })

  it('is not a cookie, and a cookie is not a token', async () => {
    const { person, tenant } = await givenProgram()
    const token = await tokenOf(person, tenant)
    for (const half of [token, token.slice(4)])
      expect((await app.call({ token: half }, api.session.teams)).status).toBe(401)
    expect((await app.call(stranger, api.session.teams, { headers: bearer(`lat_${person.token}`) })).status).toBe(401)
    const { rows } = await app.services.db.control((tx) =>
      sql<{ id: string }>`select id from control.list_sessions(${person.userId}, ${app.clock.now()})`.execute(tx),
    )
    expect(rows).toHaveLength(2)
  })

  it('opens no credentials, no other team, no acting', async () => {
    const { tenant } = await givenProgram()
    await givenPassword(app, tenant.admin)
    const person = await givenPerson(app, tenant)
    const token = await tokenOf(tenant.admin, tenant)
    const headers = bearer(token)
    expect((await app.call(stranger, api.members.list, { headers })).status).toBe(200)
    for (const attempt of [
      app.call(stranger, api.impersonation.start, {
        headers,
        body: { userId: person.userId, reason: 'To have a look' },
      }),
      app.call(stranger, api.accounts.changePassword, {
        headers,
        body: { currentPassword: goodPassword, newPassword: 'Another-horse-43' },
      }),
      app.call(stranger, api.session.switchTeam, { headers, body: { membershipId: tenant.admin.membershipId } }),
      app.call(stranger, api.session.revokeOthers, { headers }),
    ])
      expect((await attempt).problem?.code).toBe('not-allowed')
    for (const { id, access, callers } of listOperations())
      if (/^(factors|providers)\./.test(id) && access !== 'public') expect(callers, id).not.toContain('token')
  })

  type Ending = (of: { tenant: GivenTenant; person: GivenPerson; token: string }) => Promise<unknown>
  const endings: [string, Ending][] = [
    ['its two days', async () => app.clock.advance(accessTokenSeconds * 1000)],
    [
      'the status',
      ({ tenant, person }) =>
        app.call(tenant.admin, api.members.update, {
          params: { userId: person.userId },
          body: { status: 'sick leave' },
        }),
    ],
    [
      'a new password',
      ({ person }) =>
        app.call(person, api.accounts.changePassword, {
          body: { currentPassword: goodPassword, newPassword: 'Another-horse-43' },
        }),
    ],
    ['the person, among their sessions', ({ person }) => app.call(person, api.session.revokeOthers)],
    ['itself, signing out', ({ token }) => app.call(stranger, api.session.signOut, { headers: bearer(token) })],
  ]
  it.each(endings)('ends at once by %s', async (_, end) => {
    const { person, tenant } = await givenProgram()
    const token = await tokenOf(person, tenant)
    const asked = () => app.call(stranger, api.session.teams, { headers: bearer(token) })
    expect((await asked()).status).toBe(200)
    await end({ tenant, person, token })
    expect((await asked()).status).toBe(401)
    expect((await legacy('GET', '/api/auth/access-token', { access_token: token })).status).toBe(401)
  })

  it('loses a role in the moment in which the person does', async () => {
    const { tenant } = await givenProgram()
    const second = await givenPerson(app, tenant, { roles: ['admin'] })
    await givenPassword(app, second)
    const headers = bearer(await tokenOf(second, tenant))
    expect((await app.call(stranger, api.members.list, { headers })).status).toBe(200)
    await app.call(tenant.admin, api.members.update, {
      params: { userId: second.userId },
      body: { roles: ['learner'] },
    })
    expect((await app.call(stranger, api.members.list, { headers })).status).toBe(403)
  })
})

describe('the legacy calls', () => {
  it('tell who a token belongs to, by body and by header; else 401 {error}', async () => {
    const { person, tenant } = await givenProgram()
    const token = await tokenOf(person, tenant)
    for (const reply of [
      await legacy('GET', '/api/auth/access-token', { access_token: token }),
      await legacy('POST', '/api/auth/access-token', { access_token: token }),
      await legacy('GET', '/api/auth/access-token', undefined, bearer(token)),
      await legacy('GET', '/api/auth', undefined, bearer(token)),
    ])
      expect(reply).toMatchObject({ status: 200, json: { user: { uid: person.userId }, access_token: token } })
    for (const wrong of [
      await legacy('GET', '/api/auth/access-token'),
      await legacy('GET', `/api/auth/access-token?access_token=${token}`),
      await legacy('POST', '/api/auth/access-token', { access_token: person.token }),
    ])
      expect(wrong).toEqual({ status: 401, json: { error: 'Invalid access token detected' } })
  })

  it('keep settings and shortcuts, and nothing of name, role or anybody else', async () => {
    const { person, tenant } = await givenProgram()
    const token = await tokenOf(person, tenant)
    const user = {
      uid: tenant.admin.userId,
      role: 'admin',
      displayName: 'Root',
      data: { shortcuts: ['/apps/calendar'], settings: { colorScheme: 'dark', navbarFolded: 'no' } },
    }
    const kept = await legacy('POST', '/api/auth/user/update', { user }, bearer(token))
    expect(kept.json).toMatchObject({
      uid: person.userId,
      role: 'learner',
      displayName: 'Lena Learner',
      data: { shortcuts: ['/apps/calendar'] },
    })
    const dark = await legacy(
      'POST',
      '/api/auth/user/update',
      { user: { data: { settings: { colorScheme: 'dark' } } } },
      bearer(token),
    )
    expect(dark.json).toMatchObject({ data: { settings: { colorScheme: 'dark' }, shortcuts: ['/apps/calendar'] } })
    expect((await legacy('POST', '/api/auth/user/update', { user })).status).toBe(401)
  })

  it('register where the tenant offers it, at once or by mail as the wording says', async () => {
    const open = { showSelfRegistration: true, explicitWording: true }
    const tenant = await givenTenant(app, { settings: open })
    const body = {
      displayName: 'Nora New Comer',
      email: `nora-${tenant.tenantId}@example.test`,
      password: goodPassword,
      team: tenant.teamId,
    }
    const made = await legacy('POST', '/api/auth/register', body)
    expect(made.json).toMatchObject({
      user: { displayName: 'Nora New Comer', role: 'learner' },
      access_token: expect.any(String),
    })
    const taken = await legacy('POST', '/api/auth/register', { ...body, password: 'Wrong-horse-99' })
    expect(taken.json).toEqual({ error: { email: 'The email has been already registered.' } })
    const weak = await legacy('POST', '/api/auth/register', { ...body, email: 'x@example.test', password: 'abc' })
    expect(weak.json).toEqual({ error: { password: expect.any(String) } })
    const empty = await legacy('POST', '/api/auth/register', { team: tenant.teamId })
    expect(Object.keys((empty.json as { error: object }).error).sort()).toEqual(['displayName', 'email', 'password'])
    for (const displayName of ['N', 'Nora\u202eNew', '\u200b\u200b']) {
      const hidden = await legacy('POST', '/api/auth/register', { ...body, email: 'h@example.test', displayName })
      expect(hidden.json, displayName).toEqual({ error: { displayName: expect.any(String) } })
    }

    const silent = await givenTenant(app, { settings: { ...open, explicitWording: false } })
    const mailed = await legacy('POST', '/api/auth/register', { ...body, team: silent.teamId, email: 'a@example.test' })
    expect(mailed.json).toEqual({ error: { email: expect.stringContaining('mail') } })
    const closed = await givenTenant(app)
    expect((await legacy('POST', '/api/auth/register', { ...body, team: closed.teamId })).status).toBe(409)
  })

  it('are kept nowhere in words, whatever key an exchange came with', async () => {
    const { person, tenant } = await givenProgram()
    const headers = bearer(await tokenOf(person, tenant))
    const fresh = await app.call(stranger, api.tokens.exchange, { headers, idempotencyKey: 'once' })
    expect(fresh.status).toBe(200)
    const kept = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('idempotencyKeys').select('response').execute())
    expect(JSON.stringify(kept)).not.toContain(fresh.body.data.access_token)
  })

  it('exchange a token once: the old one ends, and the new one lasts no longer', async () => {
    const { person, tenant } = await givenProgram()
    const token = await tokenOf(person, tenant)
    app.clock.advance(3_600_000)
    const exchange = () =>
      app.call(stranger, api.tokens.exchange, { headers: bearer(token), body: { tenantId: tenant.tenantId } })
    const both = await Promise.all([exchange(), exchange()])
    expect(both.map((one) => one.status).sort()).toEqual([200, 401])
    const fresh = both.find((one) => one.status === 200)?.body.data
    expect(fresh).toMatchObject({
      token_type: 'Bearer',
      user: { uid: person.userId },
      expires_at: new Date(app.clock.now().getTime() + accessTokenSeconds * 1000 - 3_600_000).toISOString(),
    })
    expect((await app.call(stranger, api.session.teams, { headers: bearer(token) })).status).toBe(401)
    const headers = bearer(String(fresh?.access_token))
    expect((await app.call(stranger, api.session.teams, { headers })).status).toBe(200)
    expect((await app.call(stranger, api.tokens.exchange, { headers, body: { tenantId: 'learnt' } })).status).toBe(403)
    expect((await app.call(person, api.tokens.exchange)).status).toBe(403)
  })
})
