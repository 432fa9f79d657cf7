import { api } from '@learnt/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenPassword } from '../../../test/given/browsers.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'
import { givenDomain, givenProvider, givenWanderer } from '../../../test/given/providers.ts'
import { type ForgingPeer, forgingPeer } from '../../../test/peers/forging-peer.ts'
import { type SamlPeer, samlPeer } from '../../../test/peers/saml-peer.ts'
import { newId } from '../../platform/ids.ts'

// Signing out at the provider as well, and being signed out by it.

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

/** Somebody who has signed in through the peer, in a session that it calls `sid`. */
async function givenArrived(of: { signsOutThere?: boolean; sid?: string } = {}) {
  const tenant = await givenTenant(app)
  const domain = `${tenant.tenantId}.example`
  await givenDomain(app, tenant.tenantId, domain)
  const person = await givenPerson(app, tenant, { email: `pat@${domain}` })
  const { sid = newId(), signsOutThere = true } = of
  const config = { baseUrl: peer.origin, clientId: peer.clientId, signsOutThere }
  const providerId = await givenProvider(app, tenant, { kind: 'oidc', name: 'Acme ID', config })
  const sub = `sub-${newId()}`
  const come = async (as: string) => {
    peer.person = { sub, email: person.email, email_verified: true, sid: as }
    const browser = givenWanderer(app)
    const back = await browser.signInBy(providerId, { team: tenant.teamId })
    expect(back.body?.outcome, JSON.stringify(back.problem)).toBe('signedIn')
    return browser
  }
  return { tenant, person, providerId, sub, sid, come, browser: await come(sid) }
}

type Browser = ReturnType<typeof givenWanderer>
const isIn = async (browser: Browser) => (await browser.send(api.session.start)).body.me !== null
const leave = async (browser: Browser) => (await browser.send(api.providers.beginSignOut)).body.url

async function tell(providerId: string, token: string) {
  const reply = await app.server.inject({
    method: 'POST',
    url: `/api/providers/${providerId}/backchannel-logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })
  expect(reply.headers['cache-control']).toContain('no-store')
  return reply.statusCode
}

describe('signing out at the provider too', () => {
  it('leads there with the ID token that opened the session, where the provider is set so', async () => {
    const { browser, sub } = await givenArrived()
    const url = new URL((await leave(browser)) ?? '')
    expect(url.origin + url.pathname).toBe(`${peer.origin}/logout`)
    expect(url.searchParams.get('client_id')).toBe(peer.clientId)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${app.services.settings.publicUrl}/login`)
    const [, claims = ''] = (url.searchParams.get('id_token_hint') ?? '').split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub })
    // Nothing has ended by asking.
    expect(await isIn(browser)).toBe(true)
    await browser.send(api.session.signOut)
    expect((await browser.send(api.providers.beginSignOut)).status).toBe(401)
  })

  it('leads nowhere where it is off, without a provider, or when the provider is gone', async () => {
    const off = await givenArrived({ signsOutThere: false })
    expect(await leave(off.browser)).toBeNull()
    const byPassword = await givenPerson(app, off.tenant)
    expect((await app.call(byPassword, api.providers.beginSignOut)).body.url).toBeNull()
    const { browser, tenant, providerId } = await givenArrived()
    await app.call(tenant.admin, api.providers.remove, { params: { providerId } })
    expect(await leave(browser)).toBeNull()
  })

  it('sends a signed request with name and session to a SAML provider', async () => {
    const tenant = await givenTenant(app)
    const domain = `${tenant.tenantId}.example`
    await givenDomain(app, tenant.tenantId, domain)
    const person = await givenPerson(app, tenant, { email: `pat@${domain}` })
    const id = await givenProvider(app, tenant, {
      kind: 'saml',
      metadata: saml.metadata,
      config: { trustsEmail: true, signsOutThere: true, logoutUrl: `${saml.origin}/slo` },
      secret: '',
    })
    const reply = await app.server.inject({ url: `/api/saml/${id}/metadata` })
    expect(reply.body).toContain(`/api/saml/${id}/slo`)
    saml.serviceMetadata = async () => reply.body
    saml.person = { nameId: newId(), email: person.email, firstName: 'Pat', lastName: 'Person' }
    const browser = givenWanderer(app)
    expect((await browser.signInBy(id, { team: tenant.teamId })).body?.outcome).toBe('signedIn')
    const address = (await leave(browser)) ?? ''
    const asked = await saml.readSignOut(address)
    expect(asked).toMatchObject({
      nameId: saml.person.nameId,
      issuer: expect.stringContaining(`/api/saml/${id}/metadata`),
    })
    await expect(saml.readSignOut(address.replace(/SAMLRequest=../, 'SAMLRequest=AA'))).rejects.toThrow()
    const back = await app.server.inject({ url: `/api/saml/${id}/slo` })
    expect([back.statusCode, back.headers.location]).toEqual([303, `${app.services.settings.publicUrl}/login`])
  })
})

describe('being signed out by the provider', () => {
  it('ends the session that it names, and no other; by name alone all of the person’s in the tenant', async () => {
    const { providerId, sub, sid, browser, come, person, tenant } = await givenArrived()
    const second = await come('another')
    const byPassword = givenWanderer(app)
    await givenPassword(app, person)
    const body = { username: person.email, password: 'Correct-horse-42', team: tenant.teamId }
    expect((await byPassword.send(api.session.signIn, { body })).status).toBe(200)
    const colleague = await givenPerson(app, tenant)
    expect(await tell(providerId, await peer.logoutToken({ sid }, { typ: 'logout+jwt' }))).toBe(200)
    expect([await isIn(browser), await isIn(second), await isIn(byPassword)]).toEqual([false, true, true])
    expect(await tell(providerId, await peer.logoutToken({ sub }))).toBe(200)
    expect([await isIn(second), await isIn(byPassword)]).toEqual([false, false])
    expect((await app.call(colleague, api.session.start)).body.me?.userId).toBe(colleague.userId)
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'session.end' } })
    expect(log.body.items.length).toBeGreaterThanOrEqual(3)
  })

  it('leaves what the person has in other tenants, whose providers are others', async () => {
    const { providerId, sub, person } = await givenArrived()
    const elsewhere = await givenTenant(app)
    const { providerId: foreign } = await givenArrived()
    const member = await givenPerson(app, elsewhere, { userId: person.userId, email: person.email })
    expect(await tell(providerId, await peer.logoutToken({ sub }))).toBe(200)
    expect((await app.call(member, api.session.start)).body.me).not.toBeNull()
    const again = await givenArrived()
    // Another tenant's provider with the same issuer and client knows nobody of this one.
    expect(await tell(foreign, await peer.logoutToken({ sub: again.sub }))).toBe(200)
    expect(await tell(foreign, await peer.logoutToken({ sid: again.sid }))).toBe(200)
    expect(await isIn(again.browser)).toBe(true)
  })

  it('refuses what is forged, replayed, too old, or meant for somebody or something else', async () => {
    const { providerId, sub, sid, browser } = await givenArrived()
    const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60
    const event = 'http://schemas.openid.net/event/backchannel-logout'
    const refused: Record<string, Promise<string>> = {
      tampered: peer.logoutToken({ sub, sid }, { tampered: true }),
      'another key': peer.logoutToken({ sub, sid }, { withOtherKey: true }),
      unsigned: peer.logoutToken({ sub, sid }, { unsigned: true }),
      expired: peer.logoutToken({ sub, sid }, { issuedAt: minutesAgo(4), expiresIn: '-1 minutes' }),
      old: peer.logoutToken({ sub, sid }, { issuedAt: minutesAgo(60) }),
      'another audience': peer.logoutToken({ sub, sid, aud: 'somebody-else' }),
      'another issuer': peer.logoutToken({ sub, sid, iss: 'https://elsewhere.example' }),
      'a nonce': peer.logoutToken({ sub, sid, nonce: 'n' }),
      'no event': peer.logoutToken({ sub, sid, events: {} }),
      'no events': peer.logoutToken({ sub, sid, events: undefined }),
      'another event': peer.logoutToken({ sub, sid, events: { 'http://elsewhere.example': {} } }),
      'an event that is no object': peer.logoutToken({ sub, sid, events: { [event]: true } }),
      'nobody named': peer.logoutToken({}),
      'an empty jti': peer.logoutToken({ sub, sid, jti: '' }),
      'another kind of token': peer.logoutToken({ sub, sid }, { typ: 'at+jwt' }),
      'an ID token': peer.widgetToken({ claims: { sub, sid } }),
      nothing: Promise.resolve(''),
      nonsense: Promise.resolve('a.b.c'),
    }
    for (const [what, token] of Object.entries(refused))
      expect([what, await tell(providerId, await token)]).toEqual([what, 400])
    expect(await isIn(browser)).toBe(true)
    expect(await tell(newId(), await peer.logoutToken({ sub }))).toBe(400)

    const once = await peer.logoutToken({ sid: 'of-nobody' })
    expect(await tell(providerId, once)).toBe(200)
    expect(await tell(providerId, once)).toBe(400)
    expect(await isIn(browser)).toBe(true)
    const both = await peer.logoutToken({ sub, sid })
    expect((await Promise.all([tell(providerId, both), tell(providerId, both)])).sort()).toEqual([200, 400])
    expect(await isIn(browser)).toBe(false)
  })

  it('ends nothing where subject and session do not belong together', async () => {
    const { providerId, sid, browser } = await givenArrived()
    expect(await tell(providerId, await peer.logoutToken({ sid, sub: 'somebody-else' }))).toBe(200)
    expect(await isIn(browser)).toBe(true)
  })
})
