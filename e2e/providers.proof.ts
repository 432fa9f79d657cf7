import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ForgingPeer, forgingPeer } from '../apps/server/test/peers/forging-peer.ts'
import { type OidcPeer, oidcPeer } from '../apps/server/test/peers/oidc-peer.ts'
import { type SamlPeer, samlPeer } from '../apps/server/test/peers/saml-peer.ts'
import { callerOf } from './given/calls.ts'
import { accounts, deviceOf, newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'
import { givenColleague, givenTenantWithDomain, giveProvider } from './given/tenants.ts'

const inside = /\/(teams|apps\/homepage\/myhomepage)$/

let oidc: OidcPeer
let saml: SamlPeer
let social: ForgingPeer
let tenant: Awaited<ReturnType<typeof givenTenantWithDomain>>

beforeAll(async () => {
  tenant = await givenTenantWithDomain('providers')
  ;[oidc, saml, social] = await Promise.all([
    oidcPeer({ redirectUris: [`${tenant.url}/callback/`] }),
    samlPeer(),
    forgingPeer(),
  ])
  await giveProvider(tenant, 'Acme ID', oidc)
})
afterAll(() => Promise.all([oidc?.close(), saml?.close(), social?.close()]))

const whoIs = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/start')).json()).me?.userId as string | undefined)

test('by SAML, signed and encrypted; a changed response signs nobody in', async () => {
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
  const person = await givenColleague(tenant)
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
  expect(await whoIs(other)).toBeUndefined()
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
  const person = await givenColleague(tenant)
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

  const colleague = await givenColleague(tenant)
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

test('an account is linked in the profile after a fresh proof, opens it, and is unlinked; never the last way in', async () => {
  // The page of the tenant's administrators, in place of the superadministrator's.
  const { page: office, troubles: ofOffice } = await deviceOf(tenant.admin, { url: tenant.url })
  await office.goto('/apps/admin/settings/providers')
  await office.getByRole('heading', { level: 1, name: 'Sign-in providers' }).waitFor()
  await office.getByRole('button', { name: 'Edit Acme ID' }).click()
  const dialog = office.getByRole('dialog', { name: 'Edit provider' })
  await dialog.getByRole('switch', { name: 'Also sign out at the provider' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await office.getByText('The provider was saved').waitFor()
  expect(ofOffice).toEqual([])

  const person = await givenColleague(tenant)
  const sub = unique('linked')
  oidc.person = { sub, email: `${sub}@elsewhere.example`, email_verified: true }
  const { page, troubles } = await deviceOf(person.account, { url: tenant.url })
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
  // Signing out continues at the provider, which knows this sign-in and redirects back.
  const left = other.waitForRequest((request) => request.url().startsWith(`${oidc.origin}/session/end`))
  await other.goto('/logout')
  const asked = new URL((await left).url()).searchParams
  expect(asked.get('post_logout_redirect_uri')).toBe(`${tenant.url}/login`)
  expect(asked.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)

  await section.getByRole('button', { name: 'Unlink Acme ID' }).click()
  const sure = page.getByRole('dialog', { name: 'Unlink Acme ID?' })
  await sure.getByRole('button', { name: 'Unlink' }).click()
  await page.getByText('Acme ID was unlinked').waitFor()
  await section.getByText('None yet.', { exact: false }).waitFor()
  expect(troubles).toEqual([])
})
