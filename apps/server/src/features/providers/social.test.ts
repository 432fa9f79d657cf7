import { api } from '@learnt/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenPassword } from '../../../test/given/browsers.ts'
import { givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { givenDomain, givenProvider, givenWanderer } from '../../../test/given/providers.ts'
import { type Forgery, type ForgingPeer, forgingPeer } from '../../../test/peers/forging-peer.ts'
import { runCli } from '../../operating/cli.ts'
import { newId } from '../../platform/ids.ts'

let app: TestApp
let peer: ForgingPeer
beforeAll(async () => {
  app = await testApp()
  app.services.settings.privateProviders = true
  peer = await forgingPeer()
})
afterAll(async () => {
  app.services.settings.privateProviders = false
  await peer.close()
})

const config = () => ({ baseUrl: peer.origin, clientId: peer.clientId })

async function givenOne(kind: 'facebook' | 'okta', methods: string[]) {
  const tenant = await givenTenant(app)
  const domain = `${tenant.tenantId}.example`
  await givenDomain(app, tenant.tenantId, domain)
  const person = await givenPerson(app, tenant, { email: `pat@${domain}` })
  const id = await givenProvider(app, tenant, { kind, name: kind, config: config() })
  await app.call(tenant.admin, api.providers.acceptMethods, {
    body: { teamId: tenant.teamId, authMethods: methods as never },
  })
  peer.forgery = {}
  return { tenant, person, id }
}

describe('Facebook', () => {
  it('asks for the password once, whatever address the profile says, and is linked then', async () => {
    const { tenant, person, id } = await givenOne('facebook', ['password', 'facebook'])
    await givenPassword(app, person)
    peer.person = { sub: '10158372', email: person.email, given_name: 'Pat', family_name: 'Person' }
    const browser = givenWanderer(app)
    const first = await browser.signInBy(id, { team: tenant.teamId })
    expect(first.body, JSON.stringify(first.problem)).toMatchObject({
      outcome: 'linkOrRegister',
      provider: { kind: 'facebook' },
      known: { firstName: 'Pat', lastName: 'Person', email: person.email },
    })
    expect(peer.lastVisit()?.get('scope')).toBe('public_profile,email')
    const body = { username: person.email, password: 'Correct-horse-42', team: tenant.teamId }
    await browser.send(api.session.signIn, { body })
    expect((await browser.send(api.providers.linkWaiting)).body.linked).toMatchObject({ kind: 'facebook' })
    const again = await givenWanderer(app).signInBy(id, { team: tenant.teamId })
    expect(again.body.me?.userId).toBe(person.userId)
    // Without an address, which a person may keep to themself, they are known by the profile's id.
    peer.person = { sub: '10158372' }
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).body.me?.userId).toBe(person.userId)
  })
})

describe('Okta’s embedded form', () => {
  it('signs in by name and password there, and says what is wrong at the field', async () => {
    const { tenant, person, id } = await givenOne('okta', ['password', 'widget'])
    peer.person = { sub: `okta-${newId()}`, email: person.email, email_verified: true }
    const ask = (password: string, team = tenant.teamId) => {
      const browser = givenWanderer(app)
      return browser.send(api.providers.embedded, {
        params: { providerId: id },
        body: { username: person.email, password, team },
      })
    }
    const fine = await ask('Right-at-okta-1')
    expect(fine.body, JSON.stringify(fine.problem)).toMatchObject({
      outcome: 'signedIn',
      me: { userId: person.userId },
    })
    expect((await ask('Wrong-at-okta-1')).problem?.errors).toEqual([
      { path: 'body.password', message: 'username or password is incorrect', code: 'wrong-password' },
    ])
    expect((await ask('Further-step-1')).problem?.errors?.[0]).toMatchObject({
      path: 'body.username',
      code: 'further-step',
    })
    expect((await ask('Right-at-okta-1', await givenTeam(app, tenant))).status).toBe(404)
    // The redirect is another way, which this team does not take.
    const redirect = await givenWanderer(app).send(api.providers.start, {
      params: { providerId: id },
      body: { team: tenant.teamId },
    })
    expect(redirect.problem?.errors?.[0]?.code).toBe('operation-not-allowed')
  })

  it('is blocked after too many wrong passwords', async () => {
    const { tenant, id } = await givenOne('okta', ['widget'])
    const browser = givenWanderer(app)
    const body = { username: 'guess@example.test', password: 'Wrong-at-okta-1', team: tenant.teamId }
    const statuses = []
    for (let round = 0; round < 7; round++)
      statuses.push((await browser.send(api.providers.embedded, { params: { providerId: id }, body })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
  })
})

describe('the token of Okta’s own widget', () => {
  async function exchange(
    of: { forgery?: Forgery; orgUrl?: string; tenantId?: string; teamId?: string; bearer?: string } = {},
  ) {
    const given = await givenOne('okta', ['password', 'widget'])
    const { tenant, person } = given
    peer.person = { sub: `okta-${newId()}`, email: person.email, email_verified: true }
    const token = of.bearer ?? (await peer.widgetToken(of.forgery))
    const browser = givenWanderer(app)
    const send = () =>
      browser.send(
        api.providers.oktaToken,
        { body: { oktaOrgUrl: of.orgUrl ?? peer.origin, claims: { sub: 'somebody-else', email: 'other@x.example' } } },
        {
          authorization: `Bearer ${token}`,
          tenantid: of.tenantId ?? tenant.tenantId,
          teamid: of.teamId ?? tenant.teamId,
        },
      )
    return { ...given, browser, send, answer: await send() }
  }

  it('is exchanged once for a code that this browser finishes with', async () => {
    const { browser, send, answer, person } = await exchange()
    const code = answer.body.data.token
    expect((await givenWanderer(app).send(api.providers.finish, { body: { query: `?result=${code}` } })).status).toBe(
      409,
    )
    const done = await browser.send(api.providers.finish, { body: { query: `?result=${code}` } })
    expect(done.body, JSON.stringify(done.problem)).toMatchObject({
      outcome: 'signedIn',
      me: { userId: person.userId },
    })
    expect((await send()).status).toBe(422)
  })

  const bad: [string, Parameters<typeof exchange>[0]][] = [
    ['changed', { forgery: { tampered: true } }],
    ['of another key', { forgery: { withOtherKey: true } }],
    ['not signed', { forgery: { unsigned: true } }],
    ['expired', { forgery: { expiresIn: '-5 minutes' } }],
    ['of long ago', { forgery: { issuedAt: Math.floor(Date.now() / 1000) - 3600, expiresIn: '2 hours' } }],
    ['for another client', { forgery: { claims: { aud: 'other' } } }],
    ['belongs to another issuer', { forgery: { claims: { iss: 'https://evil.example' } } }],
    ['of another organisation', { orgUrl: 'https://evil.okta.com' }],
    ['for another tenant', { tenantId: 'learnt' }],
    ['for another team', { teamId: 'learnt' }],
    ['that is none', { bearer: 'nonsense' }],
  ]
  it.each(bad)('is refused: %s', async (_what, of) => {
    const { answer } = await exchange(of)
    expect(answer.status).toBe(422)
    expect(answer.problem?.detail).toBe('The token you provided is not valid.')
  })
})

describe('providers', () => {
  it('are looked after by the administrators of the tenant’s own team, and by superadministrators', async () => {
    const { tenant, id } = await givenOne('facebook', ['password', 'facebook'])
    const other = await givenTenant(app)
    const teamAdmin = await givenPerson(app, tenant, { roles: ['admin'], teamId: await givenTeam(app, tenant) })
    const learner = await givenPerson(app, tenant)
    const root = await givenPerson(app, other, { roles: ['superadmin'] })
    const statuses = async (by: { token: string }) => [
      (await app.call(by, api.providers.list, { query: { tenantId: tenant.tenantId } })).status,
      (await app.call(by, api.providers.test, { params: { providerId: id } })).status,
      (
        await app.call(by, api.providers.acceptMethods, {
          body: { tenantId: tenant.tenantId, teamId: tenant.teamId, authMethods: ['password', 'facebook'] },
        })
      ).status,
    ]
    expect(await statuses(tenant.admin)).toEqual([200, 200, 200])
    expect(await statuses(root)).toEqual([200, 200, 200])
    expect(await statuses(teamAdmin)).toEqual([403, 403, 403])
    expect(await statuses(learner)).toEqual([403, 403, 403])
    expect(await statuses(other.admin)).toEqual([404, 404, 404])
    expect((await app.call(other.admin, api.providers.remove, { params: { providerId: id } })).status).toBe(404)
    expect((await app.call(tenant.admin, api.providers.remove, { params: { providerId: id } })).status).toBe(204)
    expect((await app.call(tenant.admin, api.providers.list)).body.items).toEqual([])
  })

  it('never show their secret again, keep it when none is sent, and lie sealed', async () => {
    const { tenant, id } = await givenOne('facebook', ['password', 'facebook'])
    const test = () => app.call(tenant.admin, api.providers.test, { params: { providerId: id } })
    expect((await test()).body.isFine).toBe(true)
    const listed = await app.call(tenant.admin, api.providers.list)
    expect(JSON.stringify(listed.body)).not.toContain(peer.clientSecret)
    const [one] = listed.body.items
    const body = { name: 'Face', isEnabled: true, config: { ...config() } }
    const changed = await app.call(tenant.admin, api.providers.change, {
      params: { providerId: id },
      body: { ...body, revision: one?.revision ?? 0 },
    })
    expect(changed.body).toMatchObject({ name: 'Face', hasSecret: true, revision: 2 })
    expect((await test()).body.isFine).toBe(true)
    const late = await app.call(tenant.admin, api.providers.change, {
      params: { providerId: id },
      body: { ...body, revision: 1 },
    })
    expect(late.status).toBe(409)
    await app.call(tenant.admin, api.providers.change, {
      params: { providerId: id },
      body: { ...body, revision: 2, secret: 'a-wrong-secret' },
    })
    expect((await test()).body).toMatchObject({
      isFine: false,
      message: 'The provider does not accept this application and secret.',
    })
    const log = await app.call(tenant.admin, api.audit.list, { query: { subjectId: id } })
    expect(log.body.items.map((entry) => entry.action)).toEqual([
      'providers.change',
      'providers.change',
      'providers.create',
    ])
    expect(JSON.stringify(log.body)).not.toContain('a-wrong-secret')
  })

  it('cannot be taken away when nobody could sign in without it', async () => {
    const { tenant, id } = await givenOne('facebook', ['facebook'])
    expect(
      (await app.call(tenant.admin, api.providers.remove, { params: { providerId: id } })).problem?.errors?.[0]?.code,
    ).toBe('noWayIn')
    const accept = (authMethods: string[]) =>
      app.call(tenant.admin, api.providers.acceptMethods, {
        body: { teamId: tenant.teamId, authMethods: authMethods as never },
      })
    expect((await accept(['saml'])).problem?.errors?.[0]).toMatchObject({ path: 'body.authMethods', code: 'noWayIn' })
    expect((await accept(['passkey'])).status).toBe(200)
    expect((await app.call(tenant.admin, api.providers.remove, { params: { providerId: id } })).status).toBe(204)
  })

  it('are not both taken away by two at once, and both stay accepted when two are made', async () => {
    for (let round = 0; round < 4; round++) {
      const { tenant, id } = await givenOne('facebook', ['password'])
      const make = (kind: 'facebook' | 'okta') =>
        app.call(tenant.admin, api.providers.create, {
          body: {
            teamId: tenant.teamId,
            kind,
            name: kind,
            secret: 'secret',
            isEnabled: true,
            config: config(),
          } as never,
        })
      const made = await Promise.all([make('facebook'), make('okta')])
      expect(made.map((one) => one.status)).toEqual([201, 201])
      const accepts = async () =>
        (await app.call(tenant.admin, api.providers.list)).body.teams.find((one) => one.teamId === tenant.teamId)
          ?.authMethods
      expect(await accepts()).toEqual(expect.arrayContaining(['password', 'facebook', 'okta']))
      await app.call(tenant.admin, api.providers.acceptMethods, {
        body: { teamId: tenant.teamId, authMethods: ['facebook', 'okta'] },
      })
      const remove = (providerId: string) => app.call(tenant.admin, api.providers.remove, { params: { providerId } })
      expect((await remove(id)).status).toBe(204)
      const ids = made.map((one) => String(one.body.id))
      const gone = await Promise.all(ids.map(remove))
      expect(gone.map((one) => one.status).sort()).toEqual([204, 422])
    }
  })

  it('are not asked for at private addresses or without https unless the operator lets them', async () => {
    app.services.settings.privateProviders = false
    try {
      const tenant = await givenTenant(app)
      const create = (baseUrl: string) =>
        app.call(tenant.admin, api.providers.create, {
          body: { teamId: tenant.teamId, kind: 'oidc', name: 'Inner', config: { baseUrl, clientId: 'x' } },
        })
      expect((await create('http://idp.example')).problem?.errors?.[0]).toMatchObject({
        path: 'body.config.baseUrl',
        code: 'httpsOnly',
      })
      for (const address of [
        'https://127.0.0.1',
        'https://localhost',
        'https://[::1]',
        'https://169.254.169.254',
        'https://10.0.0.1:8443',
      ]) {
        const made = await create(address)
        const tested = await app.call(tenant.admin, api.providers.test, { params: { providerId: made.body.id } })
        expect(tested.body, address).toMatchObject({
          isFine: false,
          message: expect.stringContaining('private network'),
        })
        const started = await givenWanderer(app).send(api.providers.start, {
          params: { providerId: made.body.id },
          body: { team: tenant.teamId },
        })
        expect(started.problem?.detail).toContain('The provider is not responding')
      }
    } finally {
      app.services.settings.privateProviders = true
    }
  })

  it('are described well or badly, which the test says', async () => {
    const tenant = await givenTenant(app)
    const test = async (baseUrl: string) => {
      const id = await givenProvider(app, tenant, { kind: 'oidc', config: { baseUrl, clientId: 'learnt' } })
      return (await app.call(tenant.admin, api.providers.test, { params: { providerId: id } })).body
    }
    expect(await test(peer.origin)).toEqual({
      isFine: true,
      message: 'The provider was found, and its description is valid.',
      issuer: peer.origin,
    })
    expect((await test(`${peer.origin}/elsewhere`)).message).toContain('no OpenID description')
    expect((await test(peer.origin.replace('127.0.0.1', 'localhost'))).message).toContain('another issuer')
    expect((await test('http://127.0.0.1:1')).message).toContain('No server responds')
  })

  it('are added by the command line', async () => {
    const tenant = await givenTenant(app)
    const lines: string[] = []
    const cli = (args: string[], input: string | null = null) =>
      runCli(args, app.services, {
        out: (text) => void lines.push(text),
        error: (text) => void lines.push(text),
        input: async () => input,
      })
    const of = ['--tenant', tenant.tenantId, '--kind', 'okta', '--name', 'Acme', '--base-url', peer.origin]
    expect(await cli(['provider', 'add', ...of])).toBe(2)
    expect(lines.at(-1)).toContain('--client-id')
    expect(await cli(['provider', 'add', ...of, '--client-id', 'learnt'], 'the-secret\n')).toBe(0)
    expect(lines.join('\n')).toContain('/callback/')
    expect((await app.call(tenant.admin, api.providers.list)).body.items).toMatchObject([
      { kind: 'okta', name: 'Acme', teamId: tenant.teamId, hasSecret: true },
    ])
    expect(await cli(['provider', 'add', ...of, '--client-id', 'learnt', '--team', 'nowhere'], 'x\n')).toBe(1)
    expect(await cli(['provider', 'list', '--tenant', tenant.tenantId])).toBe(0)
    expect(lines.at(-1)).toContain('Acme')
  })
})
