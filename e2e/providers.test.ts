import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { oidcPeer } from '../apps/server/test/peers/oidc-peer.ts'
import { asSuperadmin, newDevice } from './given/devices.ts'
import { unique } from './given/people.ts'
import { givenColleague, givenTenantWithDomain } from './given/tenants.ts'

// Signing in through a local service that speaks the protocol: a browser goes there and comes back.

const whoIs = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/start')).json()).me?.userId as string | undefined)

test('a provider is set up in the administration, tested, and signs people in; nobody else', async () => {
  const tenant = await givenTenantWithDomain('providers')
  const oidc = await oidcPeer({ redirectUris: [`${tenant.url}/callback/`] })
  onTestFinished(() => oidc.close())
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
  await office.getByText('The provider was found, and its description is valid.').waitFor()
  expect(await office.getByRole('checkbox', { name: 'Hosted sign-in and OpenID Connect' }).isChecked()).toBe(true)

  const person = await givenColleague(tenant)
  oidc.person = { sub: unique('sub'), email: person.account, email_verified: true, given_name: 'Robin' }
  const { page, troubles } = await newDevice({ url: tenant.url })
  await page.goto('/apps/courses/mycourses')
  await page.getByRole('button', { name: 'Log in with Acme ID' }).click()
  // Back at the page that was requested first.
  await page.waitForURL(`${tenant.url}/apps/courses/mycourses`)
  await page.getByText('Successfully logged-in with Acme ID.').waitFor()
  expect(await whoIs(page)).toBe(person.userId)
  expect(troubles).toEqual([])

  // A stranger gets an error at the field and is not signed in.
  oidc.person = { sub: unique('sub'), email: `${unique('stranger')}@elsewhere.example`, email_verified: true }
  const { page: other } = await newDevice({ url: tenant.url })
  await other.goto('/login')
  await other.getByRole('button', { name: 'Log in with Acme ID' }).click()
  await other.getByText('Your account is disabled or deleted.').waitFor()
  expect(new URL(other.url()).pathname).toBe('/login')
  expect(await whoIs(other)).toBeUndefined()
  // The response works in no other browser, and not twice.
  await other.goto(`/callback/${crypto.randomUUID()}?state=${'x'.repeat(43)}&code=stolen`)
  await other.getByText('This sign-in took too long or was started in another browser.', { exact: false }).waitFor()
  expect(other.url()).toMatch(/\/callback\/[0-9a-f-]{36}#redirecting$/)
  await other.getByRole('link', { name: 'Back to login' }).click()
  await other.getByRole('textbox', { name: 'Email' }).waitFor()
})
