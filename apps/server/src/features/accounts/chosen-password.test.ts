import { api } from '@learnt/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, testDatabase } from '../../../test/db.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { codeOf } from '../../../test/given/factors.ts'
import { mailsTo } from '../../../test/given/mails.ts'
import { type GivenTenant, givenPerson, givenTenant, prove } from '../../../test/given/people.ts'
import { givenDomain, givenProvider, givenWanderer } from '../../../test/given/providers.ts'
import { type ForgingPeer, forgingPeer } from '../../../test/peers/forging-peer.ts'
import { newId } from '../../platform/ids.ts'
import { dangerouslyRemoveTenant } from '../../platform/tenant/remove-tenant.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'

// An administrator creates a person with a first password, and another tenant adds the same address. That password
// opens the first tenant and nothing in the second.

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

const chosen = 'Chosen-by-somebody-1'
const own = 'Owned-by-the-person-2'

/** A person of two tenants. `first` created them with a password; a provider of `second` knows them. */
async function givenChosen() {
  const [first, second] = await Promise.all([givenTenant(app), givenTenant(app)])
  const domain = `${second.tenantId}.example`
  const email = `vic@${domain}`
  const made = await app.call(first.admin, api.members.create, {
    body: { firstName: 'Vic', lastName: 'Tim', email, password: chosen },
  })
  expect(made.status, JSON.stringify(made.problem)).toBe(201)
  const { userId } = made.body
  const there = await givenPerson(app, second, { userId, email, roles: ['admin'] })
  await givenDomain(app, second.tenantId, domain)
  const providerId = await givenProvider(app, second, {
    kind: 'oidc',
    name: 'Second ID',
    config: { baseUrl: peer.origin, clientId: peer.clientId },
  })
  await app.call(second.admin, api.providers.acceptMethods, {
    body: { teamId: second.teamId, authMethods: ['sso', 'password', 'passkey'] },
  })
  peer.person = { sub: `sub-${newId()}`, email, email_verified: true }
  const person = givenWanderer(app)
  expect((await person.signInBy(providerId, { team: second.teamId })).body?.outcome).toBe('signedIn')
  return { first, second, email, there, person }
}

const enter = async (team: Pick<GivenTenant, 'teamId'>, username: string, password: string) => {
  const browser = givenBrowser(app)
  const { status, me } = await browser.signIn({ username, password, team: team.teamId })
  return { browser, status, tenantId: me?.tenantId }
}
const lastCode = async (tenant: Pick<GivenTenant, 'tenantId'>, email: string, kind: string) => {
  await app.settle()
  return (await mailsTo(app, tenant.tenantId, email)).find((one) => one.kind === kind)?.code ?? ''
}

describe('a password that an administrator has chosen', () => {
  it('is not proved along with the address by a person who came in through another tenant’s provider', async () => {
    const { first, second, email, person } = await givenChosen()
    const attacker = await enter(first, email, chosen)
    expect(attacker.tenantId).toBe(first.tenantId)
    await attacker.browser.send(api.accounts.sendVerification)
    const code = await lastCode(first, email, 'verifyEmail')
    expect((await person.send(api.accounts.link, { params: { code } })).body.asksPassword).toBe(true)
    const confirmed = await person.send(api.accounts.confirm, { params: { code }, body: { password: '' } })
    expect(confirmed.problem?.errors?.[0]).toMatchObject({ code: 'wrongPassword' })
    expect((await enter(second, email, chosen)).tenantId).toBe(first.tenantId)
  })

  it('opens its tenant alone even when its person has proved the address with it', async () => {
    const { first, second, email } = await givenChosen()
    const { browser } = await enter(first, email, chosen)
    await browser.send(api.accounts.sendVerification)
    const code = await lastCode(first, email, 'verifyEmail')
    const confirmed = await browser.send(api.accounts.confirm, { params: { code }, body: { password: '' } })
    expect(confirmed.status, JSON.stringify(confirmed.problem)).toBe(200)
    expect((await enter(second, email, chosen)).tenantId).toBe(first.tenantId)
    expect((await browser.send(api.session.teams)).body.teams.map((one) => one.tenantId)).toEqual([first.tenantId])
    expect((await browser.send(api.accounts.mine)).body).toMatchObject({
      isEmailVerified: true,
      isChosen: true,
      canSetByMail: true,
    })
    // Another one, set by a mail that only the owner of the address reads, opens all.
    await givenBrowser(app).send(api.accounts.sendPasswordResetLink, { body: { email, team: first.teamId } })
    const reset = await lastCode(first, email, 'resetPassword')
    expect(
      (await givenBrowser(app).send(api.accounts.resetPassword, { params: { code: reset }, body: { password: own } }))
        .status,
    ).toBe(200)
    expect((await enter(second, email, own)).tenantId).toBe(second.tenantId)
  })

  it('neither shows nor ends what is open in another tenant, nor adds what that one would ask for', async () => {
    const { first, email, there, person } = await givenChosen()
    const { browser } = await enter(first, email, chosen)
    expect((await browser.send(api.session.list)).body.items).toHaveLength(1)
    expect((await browser.send(api.session.revokeOthers)).body.ended).toBe(0)
    expect((await app.call(there, api.session.teams)).status).toBe(200)
    for (const wanted of [api.factors.beginAuthenticator, api.factors.newPasskey] as const)
      expect((await browser.send(wanted)).problem?.code).toBe('proof-required')
    const shown = await browser.send(api.factors.prove, { body: { password: chosen } })
    expect(shown.status).toBe(409)
    expect(shown.problem?.errors?.[0]).toMatchObject({
      path: 'body.password',
      message: expect.stringContaining('several organisations'),
    })
    const changed = await browser.send(api.accounts.changePassword, {
      body: { currentPassword: chosen, newPassword: 'Chosen-once-more-3' },
    })
    // The one that says of itself that a password opened it; none that the provider did.
    expect(changed.body).toMatchObject({ ended: 1 })
    expect((await person.send(api.session.teams)).status).toBe(200)
  })

  it('sets up, where a second factor is asked for, a passkey of its tenant alone', async () => {
    const { first, email } = await givenChosen()
    const superadmin = await givenPerson(app, first, { roles: ['superadmin'] })
    await app.call(superadmin, api.tenants.changeAccess, {
      params: { tenantId: first.tenantId },
      body: { settings: { secondFactor: { requiredFor: ['learner'], afterProvider: false } } },
    })
    const browser = givenBrowser(app)
    await browser.signIn({ username: email, password: chosen, team: first.teamId })
    expect((await browser.send(api.factors.step)).body).toMatchObject({ mustSetUp: true, setUpBy: ['passkey'] })
    expect((await browser.send(api.factors.stepAuthenticator)).status).toBe(409)
    const body = { code: codeOf('JBSWY3DPEHPK3PXP', app.clock.now()) }
    expect((await browser.send(api.factors.setUpStep, { body })).status).toBe(409)
  })

  it.each([true, false])(
    'mails a person who registers elsewhere with it a link to choose their own (explicit: %s)',
    async (explicitWording) => {
      const { first, email } = await givenChosen()
      const third = await givenTenant(app, { settings: { showSelfRegistration: true, explicitWording } })
      const form = { firstName: 'Vic', lastName: 'Tim', email, phone: '12345', password: chosen, team: third.teamId }
      const browser = givenBrowser(app)
      const { body } = await browser.send(api.accounts.register, { body: form })
      // The administrator who chose it knows it, too: it lets nobody in.
      expect(body.outcome).toBe('mailed')
      expect((await browser.send(api.session.teams)).status).toBe(401)
      const join = await lastCode(third, email, 'joinTeam')
      const confirmed = await browser.send(api.accounts.confirm, {
        params: { code: join },
        body: { password: chosen },
      })
      expect(confirmed.body).toMatchObject({ kind: 'register', passwordOpens: false })
      expect((await enter(third, email, chosen)).tenantId).toBe(first.tenantId)
      const code = await lastCode(third, email, 'ownPassword')
      const changed = await givenBrowser(app).send(api.accounts.resetPassword, {
        params: { code },
        body: { password: own },
      })
      expect(changed.status, JSON.stringify(changed.problem)).toBe(200)
      expect((await enter(third, email, own)).tenantId).toBe(third.tenantId)
    },
  )

  it('makes nobody superadministrator until it is another one', async () => {
    const tenant = await givenTenant(app)
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const email = `${newId()}@example.test`
    const made = await app.call(tenant.admin, api.members.create, {
      body: { firstName: 'Vic', lastName: 'Tim', email, password: chosen },
    })
    const params = { userId: made.body.userId }
    const give = () => app.call(superadmin, api.members.update, { params, body: { roles: ['superadmin'] } })
    const refused = await give()
    expect(refused.status).toBe(409)
    expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.roles', code: 'chosenPassword' })
    await givenBrowser(app).send(api.accounts.sendPasswordResetLink, { body: { email, team: tenant.teamId } })
    const code = await lastCode(tenant, email, 'resetPassword')
    await givenBrowser(app).send(api.accounts.resetPassword, { params: { code }, body: { password: own } })
    expect((await give()).status).toBe(200)
    // A superadministrator who creates another one chooses their first password.
    const body = { firstName: 'Su', lastName: 'Per', email: `${newId()}@example.test`, password: chosen }
    const second = await app.call(superadmin, api.members.create, { body: { ...body, roles: ['superadmin'] } })
    expect(second.status).toBe(201)
  })

  it('is said not to open another organisation, where nothing else is open to it', async () => {
    const { first, second, email } = await givenChosen()
    const superadmin = await givenPerson(app, second, { roles: ['superadmin'] })
    const params = { tenantId: first.tenantId }
    expect((await app.call(superadmin, api.tenants.suspend, { params, body: { reason: 'Unpaid' } })).status).toBe(200)
    const refused = await givenBrowser(app).signIn({ username: email, password: chosen, team: second.teamId })
    expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.username', code: 'setByMail' })
    const unknown = await givenTenant(app)
    const elsewhere = await givenBrowser(app).signIn({ username: email, password: chosen, team: unknown.teamId })
    // The administrator who chose it reads the same, whether the person belongs there or not.
    expect(elsewhere.problem?.errors).toEqual(refused.problem?.errors)
  })

  it('mails a new tenant’s administrator a link to choose their own', async () => {
    const { second, email } = await givenChosen()
    const superadmin = await givenPerson(app, second, { roles: ['superadmin'] })
    const id = `org-${newId().slice(-12)}`
    const administrator = { firstName: 'Vic', lastName: 'Tim', email, password: 'Typed-for-nothing-9' }
    const made = await app.call(superadmin, api.tenants.create, { body: { id, name: 'Third', administrator } })
    expect(made.status, JSON.stringify(made.problem)).toBe(201)
    const third = { tenantId: mintTenantId(id), teamId: id }
    const code = await lastCode(third, email, 'invitation')
    expect((await mailsTo(app, third.tenantId, email)).map((one) => one.kind).sort()).toEqual([
      'administrator',
      'invitation',
    ])
    const set = await givenBrowser(app).send(api.accounts.resetPassword, { params: { code }, body: { password: own } })
    expect(set.status, JSON.stringify(set.problem)).toBe(200)
    expect((await enter(third, email, own)).tenantId).toBe(id)
  })

  it('is what somebody’s own becomes when their address is moved: the new one may be anybody’s', async () => {
    const [first, second] = await Promise.all([givenTenant(app), givenTenant(app)])
    const person = await givenPerson(app, first)
    await Promise.all([givenPassword(app, person), prove(person)])
    const email = `victim@${second.tenantId}.example`
    const params = { userId: person.userId }
    expect((await app.call(first.admin, api.members.update, { params, body: { email } })).status).toBe(200)
    expect((await enter(first, email, goodPassword)).tenantId).toBe(first.tenantId)
    // What another tenant gives to that address belongs to the person who reads its mails.
    const root = await givenPerson(app, second, { roles: ['superadmin'] })
    const body = { firstName: 'Vic', lastName: 'Tim', email }
    const asRoot = await app.call(root, api.members.create, { body: { ...body, roles: ['superadmin'] } })
    expect(asRoot.problem?.errors?.[0]).toMatchObject({ path: 'body.roles', code: 'chosenPassword' })
    expect((await app.call(second.admin, api.members.create, { body })).status).toBe(201)
    expect((await enter(second, email, goodPassword)).tenantId).toBe(first.tenantId)
    const code = await lastCode(second, email, 'invitation')
    const set = await givenBrowser(app).send(api.accounts.resetPassword, { params: { code }, body: { password: own } })
    expect(set.status, JSON.stringify(set.problem)).toBe(200)
    expect((await enter(second, email, own)).tenantId).toBe(second.tenantId)
  })

  it('goes with that tenant', async () => {
    const { first, second, email, there, person } = await givenChosen()
    await dangerouslyRemoveTenant((await testDatabase()).adminUrl, first.tenantId)
    expect((await enter(second, email, chosen)).status).toBe(422)
    // What says that a password opened it cannot have meant another one; what the provider said stands.
    expect((await app.call(there, api.accounts.mine)).status).toBe(401)
    expect((await person.send(api.accounts.mine)).body.hasPassword).toBe(false)
  })

  it('does not stop a link to a person, added by another tenant without a password', async () => {
    const { first, email } = await givenChosen()
    const third = await givenTenant(app)
    const body = { firstName: 'Vic', lastName: 'Tim', email }
    expect((await app.call(third.admin, api.members.create, { body })).status).toBe(201)
    const code = await lastCode(third, email, 'invitation')
    expect(
      (await givenBrowser(app).send(api.accounts.resetPassword, { params: { code }, body: { password: own } })).status,
    ).toBe(200)
    expect((await enter(third, email, own)).tenantId).toBe(third.tenantId)
    expect((await enter(first, email, own)).tenantId).toBe(first.tenantId)
  })
})

it('a password that is changed ends what the former one has opened, whosever the account is', async () => {
  const [first, second] = await Promise.all([givenTenant(app), givenTenant(app)])
  const person = await givenPerson(app, first)
  await givenPerson(app, second, { userId: person.userId, email: person.email })
  await givenPassword(app, person)
  await asOwner((client) =>
    client.query('update control.directory set self_registered = true where user_id = $1', [person.userId]),
  )
  const one = await enter(first, person.email, goodPassword)
  const two = await enter(second, person.email, goodPassword)
  expect([one.tenantId, two.tenantId]).toEqual([first.tenantId, second.tenantId])
  const body = { currentPassword: goodPassword, newPassword: own }
  expect((await one.browser.send(api.accounts.changePassword, { body })).status).toBe(200)
  expect((await two.browser.send(api.session.teams)).status).toBe(401)
})
