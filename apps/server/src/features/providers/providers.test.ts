import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, statementsOf } from '../../../test/db.ts'
import { givenPassword } from '../../../test/given/browsers.ts'
import { givenPerson, givenTeam, givenTenant, prove, stranger } from '../../../test/given/people.ts'
import { givenDomain, givenProvider, givenWanderer } from '../../../test/given/providers.ts'
import { type Forgery, type ForgingPeer, forgingPeer } from '../../../test/peers/forging-peer.ts'
import { directory, type OidcPeer, oidcPeer } from '../../../test/peers/oidc-peer.ts'
import { newId } from '../../platform/ids.ts'

let app: TestApp
let real: OidcPeer
let microsoft: OidcPeer
let forging: ForgingPeer
beforeAll(async () => {
  app = await testApp()
  app.services.settings.privateProviders = true
  const redirectUris = [`${app.services.settings.publicUrl}/callback/`]
  ;[real, microsoft, forging] = await Promise.all([
    oidcPeer({ redirectUris }),
    oidcPeer({ redirectUris, quirk: 'microsoft' }),
    forgingPeer(),
  ])
})
afterAll(async () => {
  app.services.settings.privateProviders = false
  await Promise.all([real.close(), microsoft.close(), forging.close()])
})

const oidc = (at: { origin: string; clientId: string }) => ({ baseUrl: at.origin, clientId: at.clientId })
const unique = () => newId().slice(-12)

/** A tenant with a verified domain, a person of it, and a provider that says that they are that person. */
async function givenLinkable(of: { settings?: Record<string, unknown> } = {}) {
  const tenant = await givenTenant(app, of)
  const domain = `${tenant.tenantId}.example`
  await givenDomain(app, tenant.tenantId, domain)
  const person = await givenPerson(app, tenant, { email: `pat@${domain}` })
  const claims = {
    sub: `sub-${unique()}`,
    email: person.email,
    email_verified: true,
    given_name: 'Pat',
    family_name: 'Person',
  }
  return { tenant, domain, person, claims }
}

describe('signing in through a provider', () => {
  it('enters by OpenID Connect with an address of a verified domain, and knows the person again by their subject', async () => {
    const { tenant, person, claims } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', name: 'Acme ID', config: oidc(real) })
    real.person = claims
    const browser = givenWanderer(app)
    const back = await browser.signInBy(id, { team: tenant.teamId, returnUrl: '/apps/courses/mycourses' })
    expect(back.body, JSON.stringify(back.problem)).toMatchObject({
      outcome: 'signedIn',
      provider: { id, name: 'Acme ID', kind: 'oidc' },
      me: { userId: person.userId, tenantId: tenant.tenantId },
      returnUrl: '/apps/courses/mycourses',
    })
    expect((await browser.send(api.session.start)).body.me?.userId).toBe(person.userId)
    // Another address there, the same subject: the same person.
    real.person = { ...claims, email: 'somebody@elsewhere.example' }
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).body.me?.userId).toBe(person.userId)
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'providers.link' } })
    expect(log.body.items).toHaveLength(1)
    expect((await app.call(browser, api.providers.identities)).body.items).toMatchObject([
      { provider: { id, name: 'Acme ID', kind: 'oidc' }, email: person.email },
    ])
  })

  it.each(['google', 'okta', 'auth0'] as const)('speaks with %s', async (kind) => {
    const { tenant, person, claims } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind, config: oidc(real) })
    real.person = claims
    const back = await givenWanderer(app).signInBy(id, { team: tenant.teamId })
    expect(back.body?.me?.userId, JSON.stringify(back.problem)).toBe(person.userId)
  })

  it('keeps language and preferred name at a hosted sign-in too, where the tenant says so, and nothing else', async () => {
    for (const syncsUserMetadata of [false, true]) {
      const { tenant, person, claims } = await givenLinkable({ settings: { syncsUserMetadata } })
      const id = await givenProvider(app, tenant, { kind: 'auth0', config: oidc(real) })
      real.person = claims
      real.metadataCalls.length = 0
      real.userMetadata = { language: 'de', preferredName: 'Pepper', isAdmin: true, roles: ['admin'] }
      const enter = () => givenWanderer(app).signInBy(id, { team: tenant.teamId })
      expect((await enter()).body.me?.userId).toBe(person.userId)
      const start = async () => (await app.call(person, api.session.start)).body.me
      if (!syncsUserMetadata) {
        expect(real.metadataCalls).toEqual([])
        expect(await start()).toMatchObject({ firstName: 'Pat', preferences: { locale: null } })
        continue
      }
      const path = `/api/v2/users/${claims.sub}`
      expect(real.metadataCalls).toEqual([{ method: 'GET', path, hasToken: true, body: '' }])
      expect(await start()).toMatchObject({ firstName: 'Pepper', roles: ['learner'], preferences: { locale: 'de' } })
      // What is set here counts; of the rest there nothing is said.
      await app.call(person, api.members.saveOwnProfile, { body: { preferredName: 'Chili' } })
      await enter()
      expect(real.metadataCalls.at(-1)).toMatchObject({
        method: 'PATCH',
        path,
        body: JSON.stringify({ user_metadata: { preferredName: 'Chili' } }),
      })
      // Nonsense there, or nothing, keeps nobody out.
      real.userMetadata = { language: { a: 1 }, preferredName: '<\u0000>' }
      expect((await enter()).body.me?.userId).toBe(person.userId)
    }
  })

  it.each(['organizations', 'contoso.onmicrosoft.com'])(
    'speaks with Microsoft’s directory %s, asking for consent',
    async (tenantId) => {
      const { tenant, person, claims } = await givenLinkable()
      const id = await givenProvider(app, tenant, { kind: 'microsoft', config: { ...oidc(microsoft), tenantId } })
      microsoft.person = { ...claims, tid: directory, xms_edov: true, email_verified: undefined } as never
      const browser = givenWanderer(app)
      const started = await browser.send(api.providers.start, {
        params: { providerId: id },
        body: { team: tenant.teamId },
      })
      expect(new URL(started.body.url).searchParams.get('prompt')).toBe('consent')
      const back = await browser.wander(started.body.url)
      const done = await browser.finish(back)
      expect(done.body?.me?.userId, JSON.stringify(done.problem)).toBe(person.userId)
    },
  )

  it('does not believe addresses of a directory that anybody may have', async () => {
    const { tenant, claims } = await givenLinkable()
    const id = await givenProvider(app, tenant, {
      kind: 'microsoft',
      config: { ...oidc(microsoft), tenantId: 'common' },
    })
    microsoft.person = { ...claims, tid: directory }
    const back = await givenWanderer(app).signInBy(id, { team: tenant.teamId })
    expect(back.body, JSON.stringify(back.problem)).toMatchObject({ outcome: 'linkOrRegister', me: null })
  })

  it('refuses a token whose directory is not the one that it says', async () => {
    const { tenant, claims } = await givenLinkable()
    const id = await givenProvider(app, tenant, {
      kind: 'microsoft',
      config: { ...oidc(microsoft), tenantId: 'common' },
    })
    microsoft.person = { ...claims, tid: '00000000-0000-4000-8000-000000000000' }
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).status).toBe(409)
  })

  it('takes four statements to set out and few to come back, however many others are there', async () => {
    const { tenant, claims } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    real.person = claims
    await givenWanderer(app).signInBy(id, { team: tenant.teamId })
    const count = async () => {
      const browser = givenWanderer(app)
      let back = new URL('http://x')
      const out = await statementsOf(app.services.db, async () => {
        back = await browser.goThrough(id, { team: tenant.teamId })
      })
      const home = await statementsOf(app.services.db, () => browser.finish(back))
      return [out.length, home.length]
    }
    const before = await count()
    expect(before[0]).toBeLessThanOrEqual(4)
    for (let more = 0; more < 3; more++) {
      await givenPerson(app, tenant)
      await givenProvider(app, tenant, { kind: 'oidc', config: oidc(forging) })
    }
    expect(await count()).toEqual(before)
    expect(before[1]).toBeLessThanOrEqual(22)
  })
})

describe('an answer that does not hold', () => {
  const forgeries: [string, Forgery][] = [
    ['changed after it was signed', { tampered: true }],
    ['signed with another key', { withOtherKey: true }],
    ['not signed', { unsigned: true }],
    ['expired', { expiresIn: '-10 minutes' }],
    ['made for another client', { claims: { aud: 'somebody-else' } }],
    ['made for several, and used by another', { claims: { aud: ['learnt', 'other'], azp: 'other' } }],
    ['belongs to another issuer', { claims: { iss: 'https://accounts.example' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a subject', { claims: { sub: '' } }],
  ]
  it.each(forgeries)('is refused: %s', async (_what, forgery) => {
    const { tenant, person, claims } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(forging) })
    forging.person = claims
    forging.forgery = forgery
    const browser = givenWanderer(app)
    const refused = await browser.signInBy(id, { team: tenant.teamId })
    expect(refused.status, JSON.stringify(refused.body)).toBe(409)
    expect(refused.problem?.detail).toBe('Something has gone wrong, please try again later')
    expect(browser.token).toBeNull()
    // The same without it gets in.
    forging.forgery = {}
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).body?.me?.userId).toBe(person.userId)
  })

  it('is taken once, by the browser that set out, within ten minutes', async () => {
    const { tenant, person, claims } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    real.person = claims
    const [mine, other] = [givenWanderer(app), givenWanderer(app)]
    const back = await mine.goThrough(id, { team: tenant.teamId })
    // Another browser, with a mark of its own and without.
    expect((await other.finish(back)).status).toBe(409)
    await other.goThrough(id, { team: tenant.teamId })
    expect((await other.finish(back)).status).toBe(409)
    // It is not used up by them.
    expect((await mine.finish(back)).body.me?.userId).toBe(person.userId)
    expect((await mine.finish(back)).status).toBe(409)
    // Two at once: one.
    const again = await mine.goThrough(id, { team: tenant.teamId })
    const both = await Promise.all([mine.finish(again), mine.finish(again)])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    const late = await mine.goThrough(id, { team: tenant.teamId })
    app.clock.advance(10 * 60_000 + 1)
    expect((await mine.finish(late)).status).toBe(409)
    for (const query of ['', '?state=x', `?state=${'x'.repeat(43)}`, '?result=x', `?result=${'y'.repeat(43)}`])
      expect((await mine.finish(new URL(query, back))).status).toBe(409)
  })

  it('of one provider does not do for another', async () => {
    const { tenant, claims } = await givenLinkable()
    const config = oidc(forging)
    const [a, b] = [
      await givenProvider(app, tenant, { kind: 'oidc', config }),
      await givenProvider(app, tenant, { kind: 'oidc', config }),
    ]
    forging.person = claims
    const browser = givenWanderer(app)
    const [backA, backB] = [
      await browser.goThrough(a, { team: tenant.teamId }),
      await browser.goThrough(b, { team: tenant.teamId }),
    ]
    // The code of the one with the state of the other: PKCE and nonce belong to the state.
    const mixed = new URL(backB)
    mixed.searchParams.set('code', backA.searchParams.get('code') ?? '')
    expect((await browser.finish(mixed)).status).toBe(409)
  })

  it('is taken at the address of its provider alone: one that leads on to another is not handed the other’s code', async () => {
    const { tenant, claims } = await givenLinkable()
    // One administrator's honest provider, which does not say who it is in its answers; and another's, set up to deceive.
    const honest = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(forging) })
    const rival = await givenTenant(app)
    const deceiver = await forgingPeer()
    onTestFinished(() => deceiver.close())
    const theirs = await givenProvider(app, rival, { kind: 'oidc', config: oidc(deceiver) })
    forging.person = claims

    // The attacker's browser sets out for the honest one, and waits with what its address says.
    const attacker = givenWanderer(app)
    const waiting = await attacker.send(api.providers.start, {
      params: { providerId: honest },
      body: { team: tenant.teamId },
    })
    const ofAttacker = new URL(waiting.body.url)
    // The victim's sets out for the deceiver, which leads on to the honest one in its own name.
    const victim = givenWanderer(app)
    const started = await victim.send(api.providers.start, {
      params: { providerId: theirs },
      body: { team: rival.teamId },
    })
    const lured = new URL(ofAttacker)
    lured.searchParams.set('state', new URL(started.body.url).searchParams.get('state') ?? '')
    const back = await victim.wander(lured.href)
    expect(back.searchParams.get('code')).not.toBeNull()
    expect((await victim.finish(back)).problem?.code).toBe('wrong-state')
    expect(deceiver.codesBrought).toEqual([])
  })

  it('says what the provider said, and nothing that somebody else put into the address', async () => {
    const { tenant } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(forging) })
    const browser = givenWanderer(app)
    const back = await browser.goThrough(id, { team: tenant.teamId })
    const state = back.searchParams.get('state')
    const said = new URL(`?error=temporarily_unavailable&error_description=Closed+for+today&state=${state}`, back)
    const stolen = await givenWanderer(app).finish(said)
    expect(JSON.stringify(stolen.problem)).not.toContain('Closed')
    const answer = await browser.finish(said)
    expect(answer.problem?.errors).toEqual([
      { path: 'body.username', message: 'Closed for today', code: 'temporarily_unavailable' },
    ])
    const denied = await browser.goThrough(id, { team: tenant.teamId })
    const cancelled = new URL(`?error=access_denied&state=${denied.searchParams.get('state')}`, denied)
    expect((await browser.finish(cancelled)).problem?.errors?.[0]?.message).toContain(
      'You did not sign in at the provider',
    )
  })
})

describe('who somebody is', () => {
  it('is linked by address for a verified domain and a proved address only; else the password is asked for once', async () => {
    const { tenant, person, claims } = await givenLinkable()
    await givenPassword(app, person)
    const other = await givenPerson(app, tenant, { email: `olga-${unique()}@free-mail.example` })
    await givenPassword(app, other)
    const id = await givenProvider(app, tenant, { kind: 'oidc', name: 'Acme', config: oidc(real) })
    const asks = async (about: object) => {
      real.person = { ...claims, sub: `sub-${unique()}`, ...about }
      return (await givenWanderer(app).signInBy(id, { team: tenant.teamId })).body?.outcome
    }
    expect(await asks({ email_verified: false })).toBe('linkOrRegister')
    expect(await asks({ email_verified: undefined })).toBe('linkOrRegister')
    expect(await asks({ email: other.email })).toBe('linkFirst')
    expect(await asks({})).toBe('signedIn')

    // The password in the same browser links it.
    real.person = { ...claims, email: other.email, sub: 'sub-of-other' }
    const browser = givenWanderer(app)
    const waiting = await browser.signInBy(id, { team: tenant.teamId })
    expect(waiting.body).toMatchObject({ outcome: 'linkFirst', me: null, known: { email: other.email } })
    const body = { username: other.email, password: 'Correct-horse-42', team: tenant.teamId }
    expect((await browser.send(api.session.signIn, { body })).status).toBe(200)
    expect((await browser.send(api.providers.linkWaiting)).body.linked).toEqual({ id, name: 'Acme', kind: 'oidc' })
    expect((await browser.send(api.providers.linkWaiting)).body.linked).toBeNull()
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).body.me?.userId).toBe(other.userId)

    // Off again: the identity no longer opens anything.
    const [mine] = (await browser.send(api.providers.identities)).body.items
    expect((await app.call(person, api.providers.unlink, { params: { identityId: mine?.id ?? '' } })).status).toBe(404)
    expect((await browser.send(api.providers.unlink, { params: { identityId: mine?.id ?? '' } })).status).toBe(204)
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).body.outcome).toBe('linkFirst')
  })

  it.each([true, false])(
    'is not told by an address that nobody proved, where the wording is not explicit (registration: %s)',
    async (showSelfRegistration) => {
      const { tenant, person } = await givenLinkable({ settings: { showSelfRegistration } })
      const id = await givenProvider(app, tenant, { kind: 'oidc', name: 'Acme', config: oidc(real) })
      const asks = async (email: string, team = tenant.teamId, providerId = id) => {
        real.person = { sub: `sub-${unique()}`, email, email_verified: false, name: 'Nina New' }
        const browser = givenWanderer(app)
        const back = await browser.goThrough(providerId, { team })
        let answer: Awaited<ReturnType<typeof browser.finish>> | undefined
        const statements = await statementsOf(app.services.db, async () => {
          answer = await browser.finish(back)
        })
        const { requestId: _, ...problem } = { requestId: '', ...answer?.problem }
        const told = JSON.stringify([answer?.status, answer?.body, problem]).replaceAll(email, 'THE ADDRESS')
        return { told, sql: statements.map((one) => one.sql) }
      }
      const ofSomebody = await asks(person.email)
      expect(ofSomebody.told).toContain('"linkOrRegister"')
      expect(await asks(`nobody-${unique()}@free-mail.example`)).toEqual(ofSomebody)

      // Where it is explicit, people read what is the case.
      const open = await givenLinkable({ settings: { showSelfRegistration: true, explicitWording: true } })
      const there = await givenProvider(app, open.tenant, { kind: 'oidc', config: oidc(real) })
      expect((await asks(open.person.email, open.tenant.teamId, there)).told).toContain('"linkFirst"')
      expect((await asks(`${unique()}@free-mail.example`, open.tenant.teamId, there)).told).toContain('"register"')
    },
  )

  it('is not linked to the next person who signs in at a shared machine, nor after half an hour', async () => {
    const { tenant, person, claims } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    real.person = { ...claims, email_verified: false }
    const browser = givenWanderer(app)
    expect((await browser.signInBy(id, { team: tenant.teamId })).body.outcome).toBe('linkOrRegister')
    const neighbour = await givenPerson(app, tenant)
    browser.token = neighbour.token
    expect((await browser.send(api.providers.linkWaiting)).body.linked).toBeNull()
    app.clock.advance(30 * 60_000 + 1)
    browser.token = person.token
    expect((await browser.send(api.providers.linkWaiting)).body.linked).toBeNull()
  })

  it('is not found by an address that somebody registered with and nobody proved', async () => {
    const { tenant, domain } = await givenLinkable({ settings: { explicitWording: true, showSelfRegistration: true } })
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    const email = `victim@${domain}`
    const thief = givenWanderer(app)
    const body = {
      firstName: 'Not',
      lastName: 'Theirs',
      email,
      phone: '12345',
      password: 'Another-horse-43',
      team: tenant.teamId,
    }
    expect((await thief.send(api.accounts.register, { body })).status).toBe(200)
    real.person = { sub: `sub-${unique()}`, email, email_verified: true }
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).body.outcome).toBe('linkFirst')
  })

  it('leads nobody to registration with what is known, where there is any', async () => {
    const open = await givenLinkable({ settings: { explicitWording: true, showSelfRegistration: true } })
    const closed = await givenLinkable()
    const person = {
      sub: `sub-${unique()}`,
      email: `new-${unique()}@free-mail.example`,
      email_verified: true,
      name: 'Nina New Comer',
    }
    real.person = person
    const there = await givenProvider(app, open.tenant, { kind: 'oidc', name: 'Acme', config: oidc(real) })
    const browser = givenWanderer(app)
    const back = await browser.signInBy(there, { team: open.tenant.teamId })
    expect(back.body).toMatchObject({
      outcome: 'register',
      known: { firstName: 'Nina', lastName: 'New Comer', email: person.email },
    })
    const body = {
      firstName: 'Nina',
      lastName: 'New',
      email: person.email,
      phone: '12345',
      password: 'Another-horse-43',
      team: open.tenant.teamId,
    }
    expect((await browser.send(api.accounts.register, { body })).body.outcome).toBe('signedIn')
    expect((await browser.send(api.providers.linkWaiting)).body.linked?.name).toBe('Acme')
    expect((await givenWanderer(app).signInBy(there, { team: open.tenant.teamId })).body.outcome).toBe('signedIn')

    const shut = await givenProvider(app, closed.tenant, { kind: 'oidc', config: oidc(real) })
    const refused = await givenWanderer(app).signInBy(shut, { team: closed.tenant.teamId })
    expect(refused.problem?.errors).toEqual([
      { path: 'body.username', message: 'Your account is disabled or deleted.', code: 'user-not-found' },
    ])
  })

  it('is disabled when the membership is', async () => {
    const { tenant, person, claims } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    real.person = claims
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).status).toBe(200)
    await app.call(tenant.admin, api.members.setStatus, {
      body: { selection: { by: 'ids', ids: [person.membershipId] }, status: 'inactive' },
    })
    await app.settle()
    const refused = await givenWanderer(app).signInBy(id, { team: tenant.teamId })
    expect(refused.problem?.errors?.[0]).toMatchObject({
      path: 'body.username',
      message: 'Your account is disabled or deleted.',
    })
  })

  it('never makes a superadministrator of a person through what a tenant’s own administrator has set up', async () => {
    const { tenant, claims, domain } = await givenLinkable()
    const root = await givenPerson(app, tenant, { email: `root@${domain}`, roles: ['superadmin'] })
    const own = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    const vouched = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) }, root)
    real.person = { ...claims, email: root.email }
    const refused = await givenWanderer(app).signInBy(own, { team: tenant.teamId })
    expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.username', code: 'otherMethod' })
    expect((await givenWanderer(app).signInBy(vouched, { team: tenant.teamId })).body.me?.userId).toBe(root.userId)
  })

  it('becomes no superadministrator while that word alone lets them in', async () => {
    const { tenant, claims, person } = await givenLinkable()
    const root = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const own = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    real.person = claims
    expect((await givenWanderer(app).signInBy(own, { team: tenant.teamId })).status).toBe(200)
    const params = { userId: person.userId }
    const give = () => app.call(root, api.members.update, { params, body: { roles: ['superadmin'] } })
    const refused = await give()
    expect(refused.status).toBe(409)
    expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.roles', code: 'noOwnMeans' })
    await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) }, root)
    expect((await give()).status, 'by a provider that does not know them').toBe(409)
    await givenPassword(app, person)
    const taking = (methods: string[]) =>
      asOwner((client) =>
        client.query('update control.teams set auth_methods = $2 where id = $1', [tenant.teamId, methods]),
      )
    await taking(['sso'])
    expect((await give()).status, 'by a password that no team takes').toBe(409)
    await taking(['sso', 'password'])
    expect((await give()).status).toBe(200)
  })
})

describe('setting out', () => {
  it('is for the team’s own providers that are switched on and taken', async () => {
    const { tenant } = await givenLinkable()
    const other = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    const start = (of: { team: string }) =>
      givenWanderer(app).send(api.providers.start, { params: { providerId: id }, body: of })
    expect((await start({ team: tenant.teamId })).status).toBe(200)
    expect((await start({ team: other.teamId })).status).toBe(404)
    expect((await start({ team })).status).toBe(404)
    await app.call(tenant.admin, api.providers.acceptMethods, {
      body: { teamId: tenant.teamId, authMethods: ['password'] },
    })
    expect((await start({ team: tenant.teamId })).problem?.errors?.[0]).toMatchObject({
      path: 'body.username',
      code: 'operation-not-allowed',
    })
  })

  it('leads back to pages of ours only', async () => {
    const { tenant } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    const start = async (returnUrl: string) =>
      (
        await givenWanderer(app).send(api.providers.start, {
          params: { providerId: id },
          body: { team: tenant.teamId, returnUrl },
        })
      ).status
    const own = app.services.settings.publicUrl
    for (const good of ['/apps/courses/mycourses?search=a#top', `${own}/teams`, ''])
      expect(await start(good), good).toBe(200)
    const bad = [
      'https://evil.example/',
      '//evil.example',
      '/.//evil.example',
      `${own}//evil.example`,
      '/\\evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      `${own}@evil.example/`,
      `${own}.evil.example/`,
      'http://localhost:1/',
    ]
    for (const address of bad) expect(await start(address), address).toBe(422)
  })

  it('asks for the terms where the tenant does', async () => {
    const { tenant } = await givenLinkable({ settings: { showPersonalTermsConditions: true } })
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    const start = (personalTermsAndCondition: boolean) =>
      givenWanderer(app).send(api.providers.start, {
        params: { providerId: id },
        body: { team: tenant.teamId, personalTermsAndCondition },
      })
    expect((await start(false)).problem?.errors?.[0]?.path).toBe('body.personalTermsAndCondition')
    expect((await start(true)).status).toBe(200)
  })

  it('shows a team’s page the names and colours of its providers and nothing else', async () => {
    const { tenant } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', name: 'Acme', color: '#123456', config: oidc(real) })
    const { team } = (await app.call(stranger, api.session.start, { query: { team: tenant.teamId } })).body
    expect(team.authProviders).toEqual([{ id, name: 'Acme', color: '#123456', kind: 'oidc' }])
    expect(team.authMethods).toEqual(['password', 'sso'])
    expect(JSON.stringify(team)).not.toContain(real.origin)
  })
})

describe('a tenant’s provider', () => {
  it('opens that tenant and no other: each against each', async () => {
    const domain = `shared-${unique()}.example`
    const tenants = await Promise.all([1, 2, 3, 4].map(() => givenTenant(app)))
    const [first, ...others] = tenants
    if (!first) throw new Error('none')
    // One person in all of them, with one address; each tenant's provider says that it is them, under one subject.
    const person = await givenPerson(app, first, { email: `pat@${domain}` })
    for (const tenant of others) await givenPerson(app, tenant, { email: person.email, userId: person.userId })
    await prove(person)
    real.person = { sub: `sub-${unique()}`, email: person.email, email_verified: true }
    // The domain can be one tenant's only; everywhere else the identity is linked by hand.
    await givenDomain(app, first.tenantId, domain)
    const providers = []
    for (const tenant of tenants) {
      const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
      providers.push(id)
      if (tenant !== first)
        await app.services.db.control((tx) =>
          sql`select control.link_identity(${newId()}, ${id}, ${real.person.sub}, ${person.userId}, ${person.email}, now())`.execute(
            tx,
          ),
        )
    }
    for (const [index, id] of providers.entries()) {
      for (const [page, tenant] of tenants.entries()) {
        const browser = givenWanderer(app)
        const started = await browser.send(api.providers.start, {
          params: { providerId: id },
          body: { team: tenant.teamId },
        })
        if (index !== page) {
          expect(started.status).toBe(404)
          continue
        }
        const back = await browser.wander(started.body.url)
        const done = await browser.finish(back)
        expect(done.body?.me, JSON.stringify(done.problem)).toMatchObject({
          tenantId: tenant.tenantId,
          userId: person.userId,
        })
        // Nor does the session go on in another tenant, where it takes the very same method.
        for (const elsewhere of tenants.filter((one) => one !== tenant)) {
          const membershipId = `${person.userId}:${elsewhere.teamId}`
          const switched = await browser.send(api.session.switchTeam, { body: { membershipId } })
          expect(switched.status).toBe(403)
          expect(switched.problem?.detail).toContain('another sign-in method')
          expect((await browser.send(api.session.start)).body.me?.tenantId).toBe(tenant.tenantId)
        }
      }
    }
  })

  it('finds nobody of another tenant by their address, verified domain or not', async () => {
    const { person } = await givenLinkable()
    const elsewhere = await givenTenant(app)
    const id = await givenProvider(app, elsewhere, { kind: 'oidc', config: oidc(real) })
    real.person = { sub: `sub-${unique()}`, email: person.email, email_verified: true }
    const refused = await givenWanderer(app).signInBy(id, { team: elsewhere.teamId })
    expect(refused.problem?.errors?.[0]?.code).toBe('user-not-found')
  })

  it('that becomes another forgets the people its former one vouched for', async () => {
    const { tenant, claims, person } = await givenLinkable()
    const id = await givenProvider(app, tenant, { kind: 'oidc', config: oidc(real) })
    real.person = claims
    expect((await givenWanderer(app).signInBy(id, { team: tenant.teamId })).status).toBe(200)
    const change = async (config: object, revision?: number) => {
      const [now] = (await app.call(tenant.admin, api.providers.list)).body.items
      return app.call(tenant.admin, api.providers.change, {
        params: { providerId: id },
        body: {
          name: 'Other',
          isEnabled: true,
          revision: revision ?? now?.revision ?? 0,
          config: { ...now?.config, ...config },
        },
      })
    }
    // More than the database counts.
    expect((await change({}, 2 ** 31)).problem?.errors?.map((one) => one.path)).toEqual(['body.revision'])
    expect((await change({ trustsEmail: true })).body).toMatchObject({ people: 1 })
    expect((await change({ baseUrl: forging.origin })).body).toMatchObject({ people: 0 })
    forging.person = { ...claims, email: '' }
    const back = await givenWanderer(app).signInBy(id, { team: tenant.teamId })
    expect(back.body?.me?.userId ?? null).not.toBe(person.userId)
  })
})
