import { api } from '@learnt/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/db.ts'
import { givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { codeOf } from '../../../test/given/factors.ts'
import { givenPasskey } from '../../../test/given/passkeys.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant, prove } from '../../../test/given/people.ts'
import { givenDomain, givenProvider, givenWanderer } from '../../../test/given/providers.ts'
import { type ForgingPeer, forgingPeer } from '../../../test/peers/forging-peer.ts'
import { type SamlPeer, samlPeer } from '../../../test/peers/saml-peer.ts'
import { newId } from '../../platform/ids.ts'
import { listOwnMemberships } from '../sessions/queries.ts'

// A person who owes a second factor and has none proves themselves by password or provider, and sets one up.

let app: TestApp
let peer: ForgingPeer
let saml: SamlPeer
beforeAll(async () => {
  app = await testApp()
  app.services.settings.privateProviders = true
  ;[peer, saml] = await Promise.all([forgingPeer(), samlPeer()])
})
afterAll(async () => {
  app.services.settings.privateProviders = false
  await Promise.all([peer.close(), saml.close()])
})

type Browser = ReturnType<typeof givenWanderer>
const seconds = () => Math.floor(Date.now() / 1000)

/** A person who came by a provider and now owes a second factor. */
async function givenOwing(of: { kind?: 'oidc' | 'saml'; hasPassword?: boolean } = {}) {
  const { kind = 'oidc', hasPassword = false } = of
  const tenant = await givenTenant(app)
  const domain = `${tenant.tenantId}.example`
  await givenDomain(app, tenant.tenantId, domain)
  const person = await givenPerson(app, tenant, { email: `pat@${domain}` })
  if (hasPassword) await givenPassword(app, person)
  const providerId = await givenProvider(app, tenant, {
    kind,
    name: 'Acme ID',
    ...(kind === 'saml'
      ? { metadata: saml.metadata, config: { trustsEmail: true }, secret: '' }
      : { config: { baseUrl: peer.origin, clientId: peer.clientId } }),
  })
  const sub = `sub-${newId()}`
  peer.person = { sub, email: person.email, email_verified: true }
  saml.serviceMetadata = async () => (await app.server.inject({ url: `/api/saml/${providerId}/metadata` })).body
  saml.person = { nameId: sub, email: person.email, firstName: 'Pat', lastName: 'Person' }
  saml.forgery = {}
  const browser = givenWanderer(app)
  const back = await browser.signInBy(providerId, { team: tenant.teamId })
  expect(back.body?.outcome, JSON.stringify(back.problem)).toBe('signedIn')
  const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
  app.clock.advance(11 * 60_000)
  await app.call(superadmin, api.tenants.changeAccess, {
    params: { tenantId: tenant.tenantId },
    body: { settings: { secondFactor: { requiredFor: ['learner'], afterProvider: true } } },
  })
  return { tenant, person, providerId, sub, browser }
}

async function goToProve(browser: Browser, providerId: string): Promise<URL> {
  const started = await browser.send(api.providers.startProof, { params: { providerId } })
  expect(started.problem).toBeNull()
  return browser.wander(started.body.url)
}

const begin = (browser: Browser) => browser.send(api.factors.beginOwedStep)

async function setUp(browser: Browser): Promise<void> {
  expect((await begin(browser)).status).toBe(204)
  const { body: begun } = await browser.send(api.factors.stepAuthenticator)
  const done = await browser.send(api.factors.setUpStep, { body: { code: codeOf(begun.key, app.clock.now()) } })
  expect(done.status, JSON.stringify(done.problem)).toBe(200)
  expect((await browser.send(api.session.teams)).status).toBe(200)
}

describe('a fresh proof in a session that owes a second factor', () => {
  it('is the password of a person who has one, and opens nothing but the step', async () => {
    const { browser, providerId } = await givenOwing({ hasPassword: true })
    expect((await begin(browser)).problem?.code).toBe('proof-required')
    expect((await browser.send(api.providers.waysToProve)).body).toEqual({ hasPassword: true, providers: [] })
    // The provider's word is not asked where there is something of the person's own.
    expect((await browser.send(api.providers.startProof, { params: { providerId } })).status).toBe(409)
    const prove = (password: string) => browser.send(api.factors.prove, { body: { password } })
    expect((await prove('Something-else-1')).problem?.errors?.[0]).toMatchObject({
      path: 'body.password',
      code: 'wrongPassword',
    })
    expect((await begin(browser)).problem?.code).toBe('proof-required')
    expect((await prove('Correct-horse-42')).status).toBe(200)
    for (const closed of [api.factors.mine, api.factors.beginAuthenticator, api.session.teams] as const)
      expect((await browser.send(closed)).problem?.code).toBe('second-factor-required')
    await setUp(browser)
  })

  it.each(['oidc', 'saml'] as const)('is the provider’s word for a person who has no password: %s', async (kind) => {
    const { browser, providerId } = await givenOwing({ kind })
    expect((await begin(browser)).problem?.code).toBe('proof-required')
    const ways = await browser.send(api.providers.waysToProve)
    expect(ways.body).toEqual({ hasPassword: false, providers: [expect.objectContaining({ id: providerId })] })
    saml.forgery = { sessionIndex: 'again' }
    const back = await goToProve(browser, providerId)
    if (kind === 'oidc')
      expect(Object.fromEntries(peer.lastVisit() ?? [])).toMatchObject({ prompt: 'login', max_age: '0' })
    const before = browser.token
    expect((await givenWanderer(app).finish(back)).status).toBe(409)
    const again = kind === 'saml' ? back : await goToProve(browser, providerId)
    const done = await browser.finish(again)
    expect(done.body, JSON.stringify(done.problem)).toMatchObject({ outcome: 'proved', me: null })
    expect(browser.token).toBe(before)
    expect((await browser.send(api.session.teams)).problem?.code).toBe('second-factor-required')
    await setUp(browser)
  })

  it('is not the word about somebody else, nor an old one, nor that of another team’s provider', async () => {
    const { browser, providerId, sub, person, tenant } = await givenOwing()
    const colleague = await givenPerson(app, tenant, { email: `kim@${tenant.tenantId}.example` })
    const comeBack = async (as: Record<string, unknown>) => {
      peer.person = { email_verified: true, ...as }
      return browser.finish(await goToProve(browser, providerId))
    }
    expect((await comeBack({ sub: 'somebody', email: colleague.email })).status).toBe(409)
    // The person's address under another name there is not the person, and links nobody.
    expect((await comeBack({ sub: 'another', email: person.email })).status).toBe(409)
    expect((await comeBack({ sub, email: person.email, auth_time: seconds() - 3600 })).status).toBe(409)
    expect((await begin(browser)).problem?.code).toBe('proof-required')
    const foreign = await givenOwing()
    expect((await browser.send(api.providers.startProof, { params: { providerId: foreign.providerId } })).status).toBe(
      404,
    )
    peer.person = { sub, email: person.email, email_verified: true, auth_time: seconds() }
    expect((await browser.finish(await goToProve(browser, providerId))).body.outcome).toBe('proved')
    expect((await begin(browser)).status).toBe(204)
  })
})

describe('a tenant’s provider as a proof', () => {
  /** A person known to a tenant's provider, with a browser that it has let in. */
  async function givenVouched(
    of: { settings?: Record<string, unknown>; beside?: (person: GivenPerson) => Promise<unknown> } = {},
  ) {
    const tenant = await givenTenant(app, { settings: of.settings ?? {} })
    const domain = `${tenant.tenantId}.example`
    await givenDomain(app, tenant.tenantId, domain)
    const person = await givenPerson(app, tenant, { email: `pat@${domain}` })
    await of.beside?.(person)
    const providerId = await givenProvider(app, tenant, {
      kind: 'oidc',
      name: 'Acme ID',
      config: { baseUrl: peer.origin, clientId: peer.clientId },
    })
    const authMethods = ['sso', 'passkey'] as const
    await app.call(tenant.admin, api.providers.acceptMethods, {
      body: { teamId: tenant.teamId, authMethods: [...authMethods] },
    })
    peer.person = { sub: `sub-${newId()}`, email: person.email, email_verified: true }
    const browser = givenWanderer(app)
    return { tenant, person, providerId, browser, enter: () => browser.signInBy(providerId, { team: tenant.teamId }) }
  }
  const inHome = (home: GivenTenant) => (person: GivenPerson) =>
    givenPerson(app, home, { userId: person.userId, email: person.email })

  it.each([
    ['has a password', () => (person: GivenPerson) => givenPassword(app, person)],
    ['is in another tenant too', inHome],
  ])('changes nothing that opens the account of somebody who %s', async (_, beside) => {
    const home = await givenTenant(app)
    const { browser, enter } = await givenVouched({ beside: beside(home) })
    expect((await enter()).body.outcome).toBe('signedIn')
    for (const wanted of [api.factors.newPasskey, api.factors.beginAuthenticator, api.dataExports.make] as const)
      expect((await browser.send(wanted)).problem?.code).toBe('proof-required')
    expect((await browser.send(api.providers.waysToProve)).body.providers).toEqual([])
  })

  it('neither shows nor ends what the person has open in another tenant, until they show whose the account is', async () => {
    const home = await givenTenant(app)
    const theirs: GivenPerson[] = []
    const { browser, enter } = await givenVouched({
      beside: async (person) => {
        theirs.push(await inHome(home)(person))
        await givenPassword(app, person)
      },
    })
    await enter()
    const [there] = theirs as [GivenPerson]
    const shown = async () => (await browser.send(api.session.list)).body.items.length
    // The one of the tenant in which they were given, and this one.
    expect(await shown()).toBe(2)
    expect((await browser.send(api.session.revokeOthers)).body.ended).toBe(1)
    expect((await app.call(there, api.session.teams)).status).toBe(200)
    const show = () => browser.send(api.factors.prove, { body: { password: goodPassword } })
    expect((await show()).problem?.code).toBe('wrong-state')
    expect(await shown()).toBe(1)
    await prove(there)
    expect((await show()).status).toBe(200)
    expect(await shown()).toBe(2)
    expect((await browser.send(api.session.revokeOthers)).body.ended).toBe(1)
    expect((await app.call(there, api.session.teams)).status).toBe(401)
  })

  const demanding = { secondFactor: { requiredFor: ['learner'], afterProvider: true } }

  it('sets up any second factor for a person who is nowhere else, with a password or without', async () => {
    for (const beside of [async () => {}, (person: GivenPerson) => givenPassword(app, person)]) {
      const { browser, enter } = await givenVouched({ settings: demanding, beside })
      expect((await enter()).problem?.code).toBe('second-factor-required')
      const step = await browser.send(api.factors.step)
      expect(step.body).toMatchObject({ mustSetUp: true, setUpBy: ['authenticator', 'passkey'] })
      const { body: begun } = await browser.send(api.factors.stepAuthenticator)
      const done = await browser.send(api.factors.setUpStep, { body: { code: codeOf(begun.key, app.clock.now()) } })
      expect(done.status).toBe(200)
    }
  })

  it('sets up a passkey of that tenant alone for a person who is in another one too', async () => {
    const home = await givenTenant(app, { settings: demanding })
    const { browser, enter, person } = await givenVouched({ settings: demanding, beside: inHome(home) })
    await prove(person)
    expect((await enter()).problem?.code).toBe('second-factor-required')
    expect((await browser.send(api.factors.step)).body).toMatchObject({ mustSetUp: true, setUpBy: ['passkey'] })
    expect((await browser.send(api.factors.stepAuthenticator)).problem?.code).toBe('wrong-state')
    expect((await browser.send(api.factors.setUpStep, { body: { code: '123456' } })).problem?.code).toBe('wrong-state')
    const key = givenPasskey()
    const { body: options } = await browser.send(api.factors.stepNewPasskey)
    const done = await browser.send(api.factors.setUpStep, { body: { name: 'Key', passkey: key.make(options) } })
    expect(done.status, JSON.stringify(done.problem)).toBe(200)
    // Codes would count in the other tenant too.
    expect(done.body.recoveryCodes).toBeNull()
    expect((await browser.send(api.session.teams)).status).toBe(200)

    // In the other tenant it neither counts as a factor nor answers for one.
    await givenPassword(app, person)
    const there = givenWanderer(app)
    const signIn = { username: person.email, password: goodPassword, team: home.teamId }
    expect((await there.send(api.session.signIn, { body: signIn })).problem?.code).toBe('second-factor-required')
    expect((await there.send(api.factors.step)).body).toMatchObject({
      mustSetUp: true,
      setUpBy: ['authenticator', 'passkey'],
    })
  })

  it('is no proof of a step begun before the person was taken up elsewhere', async () => {
    const { browser, enter, person } = await givenVouched({ settings: demanding })
    await enter()
    const step = await browser.send(api.factors.stepAuthenticator)
    await inHome(await givenTenant(app))(person)
    const code = codeOf(step.body.key, app.clock.now())
    expect((await browser.send(api.factors.setUpStep, { body: { code } })).status).toBe(409)
  })

  it('is no longer a proof once another tenant has added the person', async () => {
    const { browser, enter, person, providerId } = await givenVouched()
    await enter()
    expect((await browser.finish(await goToProve(browser, providerId))).body.outcome).toBe('proved')
    expect((await browser.send(api.factors.newPasskey)).status).toBe(200)
    const elsewhere = await inHome(await givenTenant(app))(person)
    await prove(person)
    expect((await browser.send(api.factors.newPasskey)).problem?.code).toBe('proof-required')
    expect((await browser.send(api.session.revokeOthers)).body.ended).toBe(1)
    expect((await app.call(elsewhere, api.session.teams)).status).toBe(200)
  })

  it('gives a passkey that opens its tenant alone, even if another tenant adds the person later', async () => {
    const home = await givenTenant(app)
    await app.call(home.admin, api.providers.acceptMethods, {
      body: { teamId: home.teamId, authMethods: ['password', 'passkey'] },
    })
    const { tenant, person, browser, enter } = await givenVouched()
    await prove(person)
    await enter()
    const key = givenPasskey()
    const { body: options } = await browser.send(api.factors.newPasskey)
    expect(
      (await browser.send(api.factors.addPasskey, { body: { name: 'Key', passkey: key.make(options) } })).status,
    ).toBe(200)
    app.clock.advance(1000)
    const there = await inHome(home)(person)
    const other = givenWanderer(app)
    const { body: asked } = await other.send(api.factors.signInPasskey)
    await other.send(api.factors.signIn, { body: { passkey: key.answer(asked), team: home.teamId } })
    expect((await other.send(api.session.start)).body.me?.tenantId).toBe(tenant.tenantId)
    // Nor does a session that it has opened go on there, or end what is open there.
    const move = await other.send(api.session.switchTeam, { body: { membershipId: there.membershipId } })
    expect(move.status).toBeGreaterThanOrEqual(400)
    expect((await other.send(api.factors.newPasskey)).problem?.code).toBe('proof-required')
    await other.send(api.session.revokeOthers)
    expect((await app.call(there, api.session.teams)).status).toBe(200)
  })

  describe('a passkey that it has given to somebody of several tenants', () => {
    /** With a password of their own besides, and no other factor. */
    async function givenBoundKey() {
      const home = await givenTenant(app, { settings: demanding })
      const made = await givenVouched({ settings: demanding, beside: inHome(home) })
      const { browser, enter, person, tenant } = made
      await prove(person)
      await app.call(tenant.admin, api.providers.acceptMethods, {
        body: { teamId: tenant.teamId, authMethods: ['sso', 'passkey', 'password'] },
      })
      await enter()
      const key = givenPasskey()
      const { body: options } = await browser.send(api.factors.stepNewPasskey)
      const done = await browser.send(api.factors.setUpStep, { body: { name: 'Key', passkey: key.make(options) } })
      expect(done.status, JSON.stringify(done.problem)).toBe(200)
      await givenPassword(app, person)
      const at = async (place: GivenTenant) => {
        const other = givenWanderer(app)
        const body = { username: person.email, password: goodPassword, team: place.teamId }
        const { problem } = await other.send(api.session.signIn, { body })
        return { browser: other, asks: problem?.code ?? null }
      }
      const answer = async (of: Browser, rememberDevice = false) => {
        const { body: asked } = await of.send(api.factors.stepPasskey)
        const done = await of.send(api.factors.finishStep, { body: { passkey: key.answer(asked), rememberDevice } })
        expect(done.status, JSON.stringify(done.problem)).toBe(200)
      }
      const setUpApp = async (of: Browser) => {
        const { body: begun } = await of.send(api.factors.stepAuthenticator)
        const code = codeOf(begun.key, app.clock.now())
        expect((await of.send(api.factors.setUpStep, { body: { code } })).status).toBe(200)
      }
      const move = (of: Browser, place: GivenTenant) =>
        of.send(api.session.switchTeam, { body: { membershipId: `${person.userId}:${place.teamId}` } })
      return { ...made, home, key, options, at, answer, setUpApp, move }
    }

    it('is a factor in no other tenant, by going on there', async () => {
      const { home, tenant, at, answer, move } = await givenBoundKey()
      const { browser, asks } = await at(tenant)
      expect(asks).toBe('second-factor-required')
      await answer(browser)
      expect((await move(browser, home)).status).toBeGreaterThanOrEqual(400)
      expect((await browser.send(api.session.start)).body.me?.tenantId).toBe(tenant.tenantId)
      // The password that was shown with it is the person's own all the same.
      expect((await browser.send(api.factors.newPasskey)).status).toBe(200)
    })

    it('has no device remembered in its place', async () => {
      const { home, tenant, at, answer, setUpApp } = await givenBoundKey()
      await setUpApp((await at(home)).browser)
      const { browser } = await at(tenant)
      await answer(browser, true)
      await browser.send(api.session.signOut)
      const { problem } = await browser.send(api.session.signIn, {
        body: { username: peer.person?.email as string, password: goodPassword, team: home.teamId },
      })
      expect(problem?.code).toBe('second-factor-required')
    })

    it('is asked for where it counts, also of a person who comes from another tenant', async () => {
      const { home, tenant, at, move } = await givenBoundKey()
      for (const place of [home, tenant]) {
        const superadmin = await givenPerson(app, place, { roles: ['superadmin'] })
        await app.call(superadmin, api.tenants.changeAccess, {
          params: { tenantId: place.tenantId },
          body: { settings: { secondFactor: { requiredFor: [], afterProvider: false } } },
        })
      }
      expect((await at(tenant)).asks).toBe('second-factor-required')
      const { browser, asks } = await at(home)
      expect(asks).toBeNull()
      expect((await move(browser, tenant)).status).toBe(403)
    })

    it('is no proof in a session of another tenant, nor a fresher one in its own', async () => {
      const { home, key, at, setUpApp } = await givenBoundKey()
      const { browser } = await at(home)
      await setUpApp(browser)
      app.clock.advance(11 * 60_000)
      const { body: asked } = await browser.send(api.factors.proofPasskey)
      expect(asked.allowCredentials).toEqual([])
      const shown = await browser.send(api.factors.prove, { body: { passkey: key.answer(asked) } })
      expect(shown.problem?.errors?.[0]).toMatchObject({ code: 'wrongPasskey' })
      expect((await browser.send(api.factors.removeAuthenticator)).problem?.code).toBe('proof-required')
    })

    it('stays on the device beside the person’s own', async () => {
      const { home, options, at } = await givenBoundKey()
      const { browser } = await at(home)
      const { body } = await browser.send(api.factors.stepNewPasskey)
      expect(body.rp.id).toBe(options.rp.id)
      expect(body.user.id).not.toBe(options.user.id)
    })

    it('is no other way into another tenant, so that the last one there stays', async () => {
      const { home, person } = await givenBoundKey()
      await asOwner((client) => client.query('delete from control.credentials where user_id = $1', [person.userId]))
      await asOwner((client) =>
        client.query(`update control.teams set auth_methods = '{sso,passkey}' where id = $1`, [home.teamId]),
      )
      const { rows } = await asOwner(async (client) => {
        await client.query(`select set_config('app.tenant_id', $1, false)`, [home.tenantId])
        return client.query('select control.has_other_way($1, $2) as has', [person.userId, newId()])
      })
      expect(rows).toEqual([{ has: false }])
    })
  })

  it('leaves a person who has only a passkey of their own in, when their address is moved', async () => {
    const { person, tenant } = await givenVouched()
    await asOwner((client) =>
      client.query('update control.users set is_email_verified = false, was_proved = true where id = $1', [
        person.userId,
      ]),
    )
    const opened = async () => (await listOwnMemberships(app.services.db, person.userId)).map((one) => one.tenantId)
    expect(await opened()).toEqual([tenant.tenantId])
    await inHome(await givenTenant(app))(person)
    expect(await opened()).toEqual([])
  })
})
