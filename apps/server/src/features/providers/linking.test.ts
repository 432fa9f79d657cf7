import { api } from '@learnt/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenPassword } from '../../../test/given/browsers.ts'
import { mailsTo } from '../../../test/given/mails.ts'
import { givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { givenProvider, givenStoredProvider, givenWanderer } from '../../../test/given/providers.ts'
import { type OidcPeer, oidcPeer } from '../../../test/peers/oidc-peer.ts'
import { type SamlPeer, samlPeer } from '../../../test/peers/saml-peer.ts'
import { newId } from '../../platform/ids.ts'

// Accounts at providers that somebody links in their profile, and takes off again.

let app: TestApp
let oidc: OidcPeer
let saml: SamlPeer
beforeAll(async () => {
  app = await testApp()
  app.services.settings.privateProviders = true
  ;[oidc, saml] = await Promise.all([
    oidcPeer({ redirectUris: [`${app.services.settings.publicUrl}/callback/`] }),
    samlPeer(),
  ])
})
afterAll(async () => {
  app.services.settings.privateProviders = false
  await Promise.all([oidc.close(), saml.close()])
})

const subject = () => `sub-${newId().slice(-12)}`

/** Somebody with a password who has just signed in, and a provider of their team. */
async function givenOwner() {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  await givenPassword(app, person)
  const config = { baseUrl: oidc.origin, clientId: oidc.clientId }
  const providerId = await givenProvider(app, tenant, { kind: 'oidc', name: 'Acme ID', config })
  return { tenant, person, providerId, browser: await signedIn(tenant, person.email) }
}

async function signedIn(tenant: { teamId: string }, username: string) {
  const browser = givenWanderer(app)
  const body = { username, password: 'Correct-horse-42', team: tenant.teamId }
  const answer = await browser.send(api.session.signIn, { body })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return browser
}

type Browser = ReturnType<typeof givenWanderer>

async function goAndComeBack(browser: Browser, providerId: string) {
  const started = await browser.send(api.providers.startLinking, { params: { providerId } })
  expect(started.status, JSON.stringify(started.problem)).toBe(200)
  return browser.wander(started.body.url)
}

async function link(browser: Browser, providerId: string) {
  return browser.finish(await goAndComeBack(browser, providerId))
}

describe('linking an account in the profile', () => {
  it('goes to the provider and comes back to the same session; from then on it opens the account', async () => {
    const { tenant, person, providerId, browser } = await givenOwner()
    // Another address than the account's: who is signed in says whose it is.
    oidc.person = { sub: subject(), email: 'robin@elsewhere.example', email_verified: true }
    const { token } = browser
    expect((await link(browser, providerId)).body).toMatchObject({
      outcome: 'linked',
      provider: { id: providerId, name: 'Acme ID' },
      me: null,
    })
    expect(browser.token).toBe(token)
    const { items } = (await browser.send(api.providers.identities)).body
    expect(items).toMatchObject([
      { provider: { name: 'Acme ID' }, email: 'robin@elsewhere.example', lastUsedAt: null, can: { unlink: null } },
    ])
    const next = await givenWanderer(app).signInBy(providerId, { team: tenant.teamId })
    expect(next.body.me?.userId).toBe(person.userId)
    expect((await mailsTo(app, tenant.tenantId, person.email)).map((mail) => mail.kind)).toContain('identityLinked')
    // Once more changes nothing.
    expect((await link(browser, providerId)).body.outcome).toBe('linked')
    expect((await browser.send(api.providers.identities)).body.items).toHaveLength(1)
  })

  it('works with a SAML provider as well, whose answer comes past the page', async () => {
    const { tenant, person, browser } = await givenOwner()
    const id = await givenProvider(app, tenant, {
      kind: 'saml',
      name: 'Acme SSO',
      metadata: saml.metadata,
      config: {},
      secret: '',
    })
    const reply = await app.server.inject({ url: `/api/saml/${id}/metadata` })
    saml.serviceMetadata = async () => reply.body
    saml.person = { nameId: subject(), email: 'robin@elsewhere.example', firstName: 'Robin', lastName: 'Given' }
    const done = await link(browser, id)
    expect(done.body?.outcome, JSON.stringify(done.problem)).toBe('linked')
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).body.me?.userId).toBe(person.userId)
  })

  it('wants a fresh proof, and a provider that the team offers', async () => {
    const { tenant, providerId, browser } = await givenOwner()
    const elsewhere = await givenTenant(app)
    const { providerId: foreign } = await givenStoredProvider(app, elsewhere, elsewhere.admin, 'Foreign')
    const start = (id: string) => browser.send(api.providers.startLinking, { params: { providerId: id } })
    expect((await start(foreign)).status).toBe(404)
    expect((await app.call(stranger, api.providers.startLinking, { params: { providerId } })).status).toBe(401)
    app.clock.advance(10 * 60_000 + 1)
    expect((await start(providerId)).problem?.code).toBe('proof-required')
    const [found] = (await browser.send(api.providers.identities)).body.items
    expect(found).toBeUndefined()
    await browser.send(api.factors.prove, { body: { password: 'Correct-horse-42' } })
    expect((await start(providerId)).status).toBe(200)
    const methods = { body: { teamId: tenant.teamId, authMethods: ['password' as const] } }
    await app.call(tenant.admin, api.providers.acceptMethods, methods)
    expect((await start(providerId)).problem?.code).toBe('wrong-state')
  })

  it('is over for everybody but the session that set out: no sign-in, no other session, nobody signed out', async () => {
    const { tenant, person, providerId, browser } = await givenOwner()
    oidc.person = { sub: subject(), email: person.email, email_verified: true }
    const first = await goAndComeBack(browser, providerId)
    const { token } = browser
    browser.token = null
    expect((await browser.finish(first)).problem?.code).toBe('wrong-state')
    expect(browser.token).toBeNull()
    const second = await (async () => {
      browser.token = token
      return goAndComeBack(browser, providerId)
    })()
    // Another session of the very same person, in the same browser.
    browser.token = (await signedIn(tenant, person.email)).token
    expect((await browser.finish(second)).problem?.code).toBe('wrong-state')
    // And another browser that has got hold of the address.
    browser.token = token
    const third = await goAndComeBack(browser, providerId)
    expect((await (await signedIn(tenant, person.email)).finish(third)).problem?.code).toBe('wrong-state')
    expect((await browser.send(api.providers.identities)).body.items).toEqual([])
    expect((await browser.finish(third)).body.outcome).toBe('linked')
    expect((await browser.finish(third)).problem?.code).toBe('wrong-state')
  })

  it('leaves an identity with its owner', async () => {
    const { tenant, providerId, browser } = await givenOwner()
    oidc.person = { sub: subject(), email: 'robin@elsewhere.example', email_verified: true }
    expect((await link(browser, providerId)).body.outcome).toBe('linked')
    const other = await givenPerson(app, tenant)
    await givenPassword(app, other)
    const theirs = await signedIn(tenant, other.email)
    const refused = await link(theirs, providerId)
    expect(refused.problem).toMatchObject({ code: 'conflict' })
    expect((await theirs.send(api.providers.identities)).body.items).toEqual([])
  })
})

describe('unlinking', () => {
  it('wants a fresh proof, is mailed, and leaves the last way in', async () => {
    const { tenant, person, providerId, browser } = await givenOwner()
    oidc.person = { sub: subject(), email: person.email, email_verified: true }
    await link(browser, providerId)
    const one = async () => (await browser.send(api.providers.identities)).body.items[0]
    const unlink = async () =>
      browser.send(api.providers.unlink, { params: { identityId: (await one())?.id ?? newId() } })
    app.clock.advance(10 * 60_000 + 1)
    expect((await unlink()).problem?.code).toBe('proof-required')
    await browser.send(api.factors.prove, { body: { password: 'Correct-horse-42' } })

    // The team no longer takes passwords: the provider is the only way.
    const accept = (authMethods: ('password' | 'sso')[]) =>
      app.call(tenant.admin, api.providers.acceptMethods, { body: { teamId: tenant.teamId, authMethods } })
    await accept(['sso'])
    expect((await one())?.can.unlink).toBe('providers.onlyWay')
    const kept = await unlink()
    expect(kept.problem).toMatchObject({ code: 'wrong-state' })
    expect(kept.problem?.detail).toContain('only way to sign in')
    expect(await one()).toBeDefined()

    await accept(['password', 'sso'])
    expect((await one())?.can.unlink).toBeNull()
    expect((await unlink()).status).toBe(204)
    expect(await one()).toBeUndefined()
    expect((await mailsTo(app, tenant.tenantId, person.email)).map((mail) => mail.kind)).toContain('identityUnlinked')
  })

  it('of two identities at once leaves one', async () => {
    const { tenant, person, browser } = await givenOwner()
    const [a, b] = [
      await givenStoredProvider(app, tenant, person, 'One'),
      await givenStoredProvider(app, tenant, person, 'Two'),
    ]
    const body = { teamId: tenant.teamId, authMethods: ['sso' as const] }
    await app.call(tenant.admin, api.providers.acceptMethods, { body })
    const done = await Promise.all(
      [a, b].map(({ identityId }) => browser.send(api.providers.unlink, { params: { identityId } })),
    )
    expect(done.map((one) => one.status).sort()).toEqual([204, 409])
  })
})
