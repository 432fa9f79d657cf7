import { api } from '@learnt/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenPassword } from '../../../test/given/browsers.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'
import { givenDomain, givenProvider, givenWanderer } from '../../../test/given/providers.ts'
import { type SamlPeer, type SignOut, samlPeer } from '../../../test/peers/saml-peer.ts'
import { newId } from '../../platform/ids.ts'

// Signing out that begins at a SAML identity provider: its request comes by the browser, from another site.

let app: TestApp
let saml: SamlPeer
beforeAll(async () => {
  app = await testApp()
  app.services.settings.privateProviders = true
  saml = await samlPeer()
})
afterAll(async () => {
  app.services.settings.privateProviders = false
  await saml.close()
})

type Browser = ReturnType<typeof givenWanderer>
const isIn = async (browser: Browser) => (await browser.send(api.session.start)).body.me !== null
const login = () => `${app.services.settings.publicUrl}/login`

/** Somebody who has come from the peer, and comes again, in sessions that it names. */
async function givenArrived(config: Record<string, unknown> = { logoutUrl: `${saml.origin}/slo` }) {
  const tenant = await givenTenant(app)
  const domain = `${tenant.tenantId}.example`
  await givenDomain(app, tenant.tenantId, domain)
  const person = await givenPerson(app, tenant, { email: `pat@${domain}` })
  const providerId = await givenProvider(app, tenant, {
    kind: 'saml',
    name: 'Acme SSO',
    metadata: saml.metadata,
    config: { trustsEmail: true, ...config },
    secret: '',
  })
  const known = { nameId: `name-${newId()}`, email: person.email, firstName: 'Pat', lastName: 'Person' }
  const aim = () => {
    saml.serviceMetadata = async () => (await app.server.inject({ url: `/api/saml/${providerId}/metadata` })).body
    saml.person = known
  }
  const come = async (session: string) => {
    aim()
    saml.forgery = { sessionIndex: session }
    const browser = givenWanderer(app)
    const back = await browser.signInBy(providerId, { team: tenant.teamId })
    expect(back.body?.outcome, JSON.stringify(back.problem)).toBe('signedIn')
    return browser
  }
  return { tenant, person, providerId, known, come, aim, browser: await come('the-first') }
}

/** As the page of the provider sends the browser, without our cookies. Answers where it leads. */
async function bring({ address, form }: { address: string; form: Record<string, string> }, to = ''): Promise<string> {
  const isPosted = address === ''
  const target = isPosted ? to : new URL(address).pathname + new URL(address).search
  const reply = await app.server.inject({
    url: target,
    method: isPosted ? 'POST' : 'GET',
    headers: {
      origin: saml.origin,
      'sec-fetch-site': 'cross-site',
      ...(isPosted ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(isPosted ? { payload: new URLSearchParams(form).toString() } : {}),
  })
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([303, 'no-store'])
  return String(reply.headers.location)
}

describe('signing out that a SAML identity provider begins', () => {
  it.each(['redirect', 'post'] as const)('ends the session that it names, and answers: %s', async (binding) => {
    const { browser, come, providerId, person, tenant } = await givenArrived()
    const second = await come('the-second')
    const byPassword = givenWanderer(app)
    await givenPassword(app, person)
    const body = { username: person.email, password: 'Correct-horse-42', team: tenant.teamId }
    expect((await byPassword.send(api.session.signIn, { body })).status).toBe(200)
    const colleague = await givenPerson(app, tenant)
    const slo = `/api/saml/${providerId}/slo`
    const relayState = 'of theirs & nobody else’s'
    const ask = async (of: SignOut) => bring(await saml.signOutRequest({ binding, ...of }), slo)

    const answer = await ask({ sessions: ['the-first'], relayState })
    expect(answer.startsWith(`${saml.origin}/slo?SAMLResponse=`)).toBe(true)
    expect(new URL(answer).searchParams.get('RelayState')).toBe(relayState)
    expect(await saml.readSignedOut(answer)).toMatchObject({ inResponseTo: expect.stringMatching(/^_/) })
    await expect(saml.readSignedOut(answer.replace(/SAMLResponse=../, 'SAMLResponse=AA'))).rejects.toThrow()
    expect([await isIn(browser), await isIn(second), await isIn(byPassword)]).toEqual([false, true, true])

    // Names that nobody has, or that are another's: done as well, and nothing has ended.
    expect(await ask({ sessions: ['unknown'] })).toContain('SAMLResponse=')
    expect(await ask({ nameId: 'somebody-else', sessions: ['the-second'] })).toContain('SAMLResponse=')
    expect(await isIn(second)).toBe(true)

    // No session named: all of the person's, with any proof.
    expect(await ask({})).toContain('SAMLResponse=')
    expect([await isIn(second), await isIn(byPassword)]).toEqual([false, false])
    expect((await app.call(colleague, api.session.start)).body.me?.userId).toBe(colleague.userId)
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'session.end' } })
    // One more was made with the person.
    expect(log.body.items.length).toBe(4)
  })

  it('ends several at once, and those whose name was never told', async () => {
    const { browser, come } = await givenArrived()
    const second = await come('the-second')
    const third = await come('the-third')
    await bring(await saml.signOutRequest({ sessions: ['the-first', 'the-third'] }))
    expect([await isIn(browser), await isIn(second), await isIn(third)]).toEqual([false, true, false])
  })

  it.each(['redirect', 'post'] as const)('takes SHA-1 where the provider’s setting allows it: %s', async (binding) => {
    const { browser, providerId, aim } = await givenArrived({ logoutUrl: `${saml.origin}/slo`, allowsSha1: true })
    aim()
    const algorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
    await bring(await saml.signOutRequest({ binding, algorithm }), `/api/saml/${providerId}/slo`)
    expect(await isIn(browser)).toBe(false)
  })

  it.each(['redirect', 'post'] as const)(
    'refuses what is forged, too old, or meant for others: %s',
    async (binding) => {
      const { browser, providerId, aim, known } = await givenArrived()
      const foreign = await givenArrived()
      aim()
      const slo = `/api/saml/${providerId}/slo`
      const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      const wrong: Record<string, SignOut> = {
        unsigned: { isUnsigned: true },
        'another key': { withOtherKey: true },
        'an old algorithm': { algorithm: sha1 },
        'another issuer': { issuer: 'https://elsewhere.example' },
        'another address': { destination: `${app.services.settings.publicUrl}/api/saml/${foreign.providerId}/slo` },
        old: { issued: -12 },
        'of tomorrow': { issued: 24 * 60 },
        'over already': { notOnOrAfter: -2 },
        'nobody named': { nameId: ' ' },
      }
      for (const [what, of] of Object.entries(wrong))
        expect([what, await bring(await saml.signOutRequest({ binding, ...of }), slo)]).toEqual([what, login()])

      const good = await saml.signOutRequest({ binding, nameId: 'somebody' })
      const tampered: { address: string; form: Record<string, string> }[] =
        binding === 'redirect'
          ? [
              { ...good, address: good.address.replace(/SigAlg=[^&]*/, '') },
              { ...good, address: `${good.address}&SAMLRequest=AA` },
              { ...good, address: good.address.replace('&SigAlg', '&RelayState=x&SigAlg') },
              { ...good, address: good.address.replace(/SAMLRequest=..../, 'SAMLRequest=AAAA') },
            ]
          : wrapped(good.form.SAMLRequest ?? '', known.nameId).map((text) => ({
              address: '',
              form: { SAMLRequest: Buffer.from(text).toString('base64') },
            }))
      for (const [at, one] of tampered.entries()) expect([at, await bring(one, slo)]).toEqual([at, login()])
      for (const text of ['', 'nonsense', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'])
        expect(await bring({ address: '', form: { SAMLRequest: Buffer.from(text).toString('base64') } }, slo)).toBe(
          login(),
        )
      expect(await isIn(browser)).toBe(true)

      // The same request at another tenant's provider, which has the same identity provider.
      const elsewhere = await bring(await saml.signOutRequest({ binding }), `/api/saml/${foreign.providerId}/slo`)
      if (binding === 'post') expect(elsewhere).toBe(login())
      expect(await isIn(foreign.browser)).toBe(true)
    },
  )

  it('reads a name whole, with a comment slipped into it too', async () => {
    const { browser, providerId, known } = await givenArrived()
    const longer = `${known.nameId}.evil`
    const { form } = await saml.signOutRequest({ binding: 'post', nameId: longer })
    const xml = Buffer.from(form.SAMLRequest ?? '', 'base64').toString()
    // No signature covers comments.
    const slipped = xml.replace(`>${longer}<`, `>${known.nameId}<!---->.evil<`)
    expect(slipped).not.toBe(xml)
    const request = { address: '', form: { SAMLRequest: Buffer.from(slipped).toString('base64') } }
    expect(await bring(request, `/api/saml/${providerId}/slo`)).toContain('SAMLResponse=')
    expect(await isIn(browser)).toBe(true)
  })

  it('takes each request once, also when it comes twice at once', async () => {
    const { browser, come } = await givenArrived()
    const request = await saml.signOutRequest({ sessions: ['the-first'] })
    const answers = await Promise.all([bring(request), bring(request)])
    expect(answers.filter((one) => one.includes('SAMLResponse='))).toHaveLength(1)
    expect(await isIn(browser)).toBe(false)
    const again = await come('the-first')
    expect(await bring(request)).toBe(login())
    expect(await isIn(again)).toBe(true)
  })

  it('leads to the sign-in page where the provider takes no answer, and stays in its tenant', async () => {
    const { browser, person } = await givenArrived({})
    const elsewhere = await givenTenant(app)
    const member = await givenPerson(app, elsewhere, { userId: person.userId, email: person.email })
    expect(await bring(await saml.signOutRequest())).toBe(login())
    expect(await isIn(browser)).toBe(false)
    expect((await app.call(member, api.session.start)).body.me).not.toBeNull()
  })

  it('is named in the metadata, for both bindings', async () => {
    const { providerId } = await givenArrived({})
    const metadata = await saml.serviceMetadata()
    const address = `${app.services.settings.publicUrl}/api/saml/${providerId}/slo`
    for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
      expect(metadata).toContain(
        `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${address}"/>`,
      )
  })
})

/** A signed request of somebody, made to say something else without breaking its signature where it stands. */
function wrapped(signed: string, victim: string): string[] {
  const xml = Buffer.from(signed, 'base64').toString()
  const body = xml.replace(/<\?xml[^>]*\?>/, '')
  const forged = body
    .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
    .replace(/ID="[^"]*"/, 'ID="_forged"')
    .replace('>somebody<', `>${victim}<`)
  const signature = /<ds:Signature.*<\/ds:Signature>/s.exec(body)?.[0] ?? ''
  return [
    xml.replace('>somebody<', `>${victim}<`),
    // The signed one beside, inside, and under what is read.
    forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}<samlp:Extensions>${body}</samlp:Extensions>`),
    forged.replace('</samlp:LogoutRequest>', `${body}</samlp:LogoutRequest>`),
    forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
    body.replace('</samlp:LogoutRequest>', `<saml:NameID>${victim}</saml:NameID></samlp:LogoutRequest>`),
  ]
}
