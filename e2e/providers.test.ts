import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ForgingPeer, forgingPeer } from '../apps/server/test/peers/forging-peer.ts'
import { type OidcPeer, oidcPeer } from '../apps/server/test/peers/oidc-peer.ts'
import { type SamlPeer, samlPeer } from '../apps/server/test/peers/saml-peer.ts'
import { callerOf, password, signInByApi } from './given/calls.ts'
import { accounts, asSuperadmin, newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

// Signing in through services that speak their protocols, run here from packages: a browser goes there and comes back.

const inside = /\/(teams|apps\/homepage\/myhomepage)$/
let oidc: OidcPeer
let saml: SamlPeer
let social: ForgingPeer
/** A tenant under a host name of its own, with a domain that it has shown to be its own. */
let tenant: { id: string; url: string; domain: string; admin: string }

beforeAll(async () => {
  const id = unique('providers').toLowerCase()
  const url = learntUrl().replace('localhost', `${id}.localhost`)
  tenant = { id, url, domain: `${id}.example`, admin: `admin@${id}.example` }
  ;[oidc, saml, social] = await Promise.all([
    oidcPeer({ redirectUris: [`${url}/callback/`] }),
    samlPeer(),
    forgingPeer(),
  ])
  const root = await callerOf(learntUrl(), accounts.superadmin)
  await root.call(api.tenants.create, {
    body: { id, name: 'Acme', administrator: { firstName: 'Olive', lastName: 'Owner', email: tenant.admin, password } },
  })
  await root.call(api.tenants.addDomain, { params: { tenantId: id }, body: { domain: tenant.domain } })
  await root.call(api.tenants.vouchForDomain, { params: { tenantId: id, domain: tenant.domain } })
})
afterAll(() => Promise.all([oidc?.close(), saml?.close(), social?.close()]))

async function givenColleague(email?: string) {
  const admin = await signInByApi(learntUrl(), tenant.admin)
  return givenPerson({ teamId: tenant.id, email: email ?? `${unique('pat').toLowerCase()}@${tenant.domain}` }, admin)
}

async function whoIs(page: Page): Promise<string | null> {
  return page.evaluate(async () => (await (await fetch('/api/start')).json()).me?.userId ?? null)
}

test('a provider is set up in the administration, tried out, and signs people in; nobody else', async () => {
  const { page: office } = await asSuperadmin()
  await office.goto(`/apps/superadmin/tenant/${tenant.id}?tab=providers`)
  await office.getByText('No providers yet').waitFor()
  await office.getByRole('button', { name: 'Add a provider' }).click()
  const dialog = office.getByRole('dialog', { name: 'New provider' })
  await dialog.getByRole('combobox', { name: 'Service' }).click()
  await office.getByRole('option', { name: 'Another OpenID Connect provider' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Acme ID')
  await dialog.getByRole('textbox', { name: 'Colour' }).fill('#0b57d0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Please fill this in').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(oidc.origin)
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill(oidc.clientId)
  await dialog.getByRole('textbox', { name: 'Client secret' }).fill(oidc.clientSecret)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await office.getByText('The provider was saved').waitFor()
  await office.getByRole('button', { name: 'Test Acme ID' }).click()
  await office.getByText('Found. The provider describes itself as expected.').waitFor()
  expect(await office.getByRole('checkbox', { name: 'Hosted sign-in and OpenID Connect' }).isChecked()).toBe(true)

  const person = await givenColleague()
  oidc.person = { sub: unique('sub'), email: person.account, email_verified: true, given_name: 'Robin' }
  const { page, troubles } = await newDevice({ url: tenant.url })
  await page.goto('/apps/courses/mycourses')
  await page.getByRole('button', { name: 'Log in with Acme ID' }).click()
  // Back at the page that was asked for in the first place.
  await page.waitForURL(`${tenant.url}/apps/courses/mycourses`)
  await page.getByText('Successfully logged-in with Acme ID.').waitFor()
  expect(await whoIs(page)).toBe(person.userId)
  expect(troubles).toEqual([])

  // Somebody whom nobody knows here: told at the field, signed in nowhere.
  oidc.person = { sub: unique('sub'), email: `${unique('stranger')}@elsewhere.example`, email_verified: true }
  const { page: other } = await newDevice({ url: tenant.url })
  await other.goto('/login')
  await other.getByRole('button', { name: 'Log in with Acme ID' }).click()
  await other.getByText('Your account is disabled or deleted.').waitFor()
  expect(new URL(other.url()).pathname).toBe('/login')
  expect(await whoIs(other)).toBeNull()
  // What came back is good for no other browser, and not twice.
  await other.goto(`/callback/${crypto.randomUUID()}?state=${'x'.repeat(43)}&code=stolen`)
  await other.getByText('This sign-in took too long, or was begun in another browser.', { exact: false }).waitFor()
  expect(other.url()).toMatch(/\/callback\/[0-9a-f-]{36}#redirecting$/)
  await other.getByRole('link', { name: 'Back to the login' }).click()
  await other.getByRole('textbox', { name: 'Email' }).waitFor()
})

test('by SAML, signed and encrypted; a changed answer gets nobody in', async () => {
  const root = await callerOf(learntUrl(), accounts.superadmin)
  const made = await root.call(api.providers.create, {
    body: {
      tenantId: tenant.id,
      teamId: tenant.id,
      kind: 'saml',
      name: 'Acme SSO',
      metadata: saml.metadata,
      config: { trustsEmail: true },
    },
  })
  saml.serviceMetadata = async () => (await fetch(`${learntUrl()}/api/saml/${made.id}/metadata`)).text()
  saml.encrypts = true
  const person = await givenColleague()
  saml.person = { nameId: unique('name'), email: person.account, firstName: 'Robin', lastName: 'Given' }
  const { page, troubles } = await newDevice({ url: tenant.url })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with Acme SSO' }).click()
  await page.waitForURL(inside, { waitUntil: 'commit' })
  await page.getByText('Successfully logged-in with Acme SSO.').waitFor()
  expect(await whoIs(page)).toBe(person.userId)
  expect(troubles).toEqual([])

  saml.encrypts = false
  saml.tamper = (xml) => xml.replaceAll(saml.person.nameId, 'somebody-else')
  const { page: other } = await newDevice({ url: tenant.url })
  await other.goto('/login')
  await other.getByRole('button', { name: 'Log in with Acme SSO' }).click()
  await other.getByText('Something has gone wrong, please try again later').waitFor()
  expect(await whoIs(other)).toBeNull()
})

test('Facebook starts at once, asks for the password the first time, and links; Okta’s form stays in the page', async () => {
  const root = await callerOf(learntUrl(), accounts.superadmin)
  for (const [kind, name] of [
    ['facebook', 'Facebook'],
    ['okta', 'Okta'],
  ] as const) {
    await root.call(api.providers.create, {
      body: {
        tenantId: tenant.id,
        teamId: tenant.id,
        kind,
        name,
        secret: social.clientSecret,
        config: { baseUrl: social.origin, clientId: social.clientId },
      },
    })
  }
  await root.call(api.providers.acceptMethods, {
    body: { tenantId: tenant.id, teamId: tenant.id, authMethods: ['password', 'facebook', 'widget', 'sso', 'saml'] },
  })
  const person = await givenColleague()
  social.person = { sub: '424242', email: person.account, given_name: 'Robin', family_name: 'Given' }
  const { page } = await newDevice({ url: tenant.url })
  await page.goto('/login?provider=facebook')
  await page.getByText('please log in once with your email and password to link Facebook.', { exact: false }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(person.account)
  await signIn(page, person.account)
  await page.waitForURL(inside, { waitUntil: 'commit' })
  await page.getByText('Your facebook account is successfully linked.').waitFor()

  const { page: next } = await newDevice({ url: tenant.url })
  await next.goto('/login?provider=facebook')
  await next.waitForURL(inside, { waitUntil: 'commit' })
  await next.getByText('Successfully logged-in with Facebook.').waitFor()
  expect(await whoIs(next)).toBe(person.userId)

  const colleague = await givenColleague()
  social.person = { sub: unique('okta'), email: colleague.account, email_verified: true }
  const { page: third } = await newDevice({ url: tenant.url })
  await third.goto('/login')
  await third.getByRole('button', { name: 'Log in with Okta' }).click()
  const send = third.getByRole('button', { name: 'Log in with Okta' })
  expect(await send.isDisabled()).toBe(true)
  await third.getByRole('textbox', { name: 'User name at Okta' }).fill(colleague.account)
  await third.getByRole('textbox', { name: 'Password at Okta' }).fill('Wrong-at-okta-1')
  await send.click()
  await third.getByText('username or password is incorrect').waitFor()
  await third.getByRole('button', { name: 'Log in with email' }).click()
  await third.getByRole('textbox', { name: 'Email' }).waitFor()
  await third.getByRole('button', { name: 'Log in with Okta' }).click()
  await third.getByRole('textbox', { name: 'User name at Okta' }).fill(colleague.account)
  await third.getByRole('textbox', { name: 'Password at Okta' }).fill('Right-at-okta-1')
  await send.click()
  await third.waitForURL(inside, { waitUntil: 'commit' })
  await third.getByText('Successfully logged-in with Okta.').waitFor()
  expect(await whoIs(third)).toBe(colleague.userId)
})

test('an account is linked in the profile after a fresh proof, opens it, and is taken off again; never the last way in', async () => {
  // The page of the tenant's own administrators, in place of the superadministrator's.
  const { page: office, troubles: ofOffice } = await newDevice({ url: tenant.url })
  await office.goto('/login')
  await signIn(office, tenant.admin)
  await office.waitForURL(inside, { waitUntil: 'commit' })
  await office.goto('/apps/admin/settings/providers')
  await office.getByRole('heading', { level: 1, name: 'Sign-in providers' }).waitFor()
  await office.getByRole('button', { name: 'Edit Acme ID' }).click()
  const dialog = office.getByRole('dialog', { name: 'Edit provider' })
  await dialog.getByRole('switch', { name: 'Sign out there too' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await office.getByText('The provider was saved').waitFor()
  expect(ofOffice).toEqual([])

  const person = await givenColleague()
  const sub = unique('linked')
  oidc.person = { sub, email: `${sub}@elsewhere.example`, email_verified: true }
  const { page, troubles } = await newDevice({ url: tenant.url })
  await page.goto('/login')
  await signIn(page, person.account)
  await page.waitForURL(inside, { waitUntil: 'commit' })
  await page.goto('/pages/profile')
  const section = page.getByRole('region', { name: 'Linked accounts' })
  await section.getByText('None yet.', { exact: false }).waitFor()
  await section.getByRole('button', { name: 'Log in with Acme ID to link it' }).click()
  await page.waitForURL(`${tenant.url}/pages/profile`)
  await page.getByText('Your Acme ID account is successfully linked.').waitFor()
  await section.getByText(`${sub}@elsewhere.example`).waitFor()

  const { page: other } = await newDevice({ url: tenant.url })
  await other.goto('/login')
  await other.getByRole('button', { name: 'Log in with Acme ID' }).click()
  await other.getByText('Successfully logged-in with Acme ID.').waitFor()
  expect(await whoIs(other)).toBe(person.userId)
  // Signing out goes on at the provider, which knows this sign-in and where to send the browser back to.
  const left = other.waitForRequest((request) => request.url().startsWith(`${oidc.origin}/session/end`))
  await other.goto('/logout')
  const asked = new URL((await left).url()).searchParams
  expect(asked.get('post_logout_redirect_uri')).toBe(`${tenant.url}/login`)
  expect(asked.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)

  await section.getByRole('button', { name: 'Unlink Acme ID' }).click()
  const sure = page.getByRole('dialog', { name: 'Unlink Acme ID?' })
  await sure.getByRole('button', { name: 'Unlink' }).click()
  await page.getByText('Acme ID is unlinked').waitFor()
  await section.getByText('None yet.', { exact: false }).waitFor()
  expect(troubles).toEqual([])
})
