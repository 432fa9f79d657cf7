import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { giveAuthenticator } from './given/authenticator.ts'
import { callerOf } from './given/calls.ts'
import { codeField, codeOf, keepCodes } from './given/codes.ts'
import { accounts, asAdmin, asSuperadmin, deviceOf, newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson } from './given/people.ts'
import { givenTenant } from './given/tenants.ts'

const home = /\/apps\/homepage\/myhomepage$/

/** The sign-in page of a team without an address of its own. */
async function openLogin(page: Page, team: string): Promise<void> {
  await page.goto('/login')
  await page.evaluate(
    ([id = '']) => {
      localStorage.setItem('learnt.team', id)
      localStorage.setItem('learnt.tenant', id)
    },
    [team],
  )
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: `LOGIN TO ${team}` }).waitFor()
}

test('a passkey is added in the profile, is the second step, and the only one where the team accepts it', async () => {
  const { id, admin: email } = await givenTenant('factors')
  const superadmin = await callerOf(learntUrl(), accounts.superadmin)
  await superadmin.call(api.providers.acceptMethods, {
    body: { tenantId: id, teamId: id, authMethods: ['password', 'passkey'] },
  })
  const { page, troubles } = await newDevice()
  await giveAuthenticator(page)
  await openLogin(page, id)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await signIn(page, email)
  await page.waitForURL(home, { waitUntil: 'commit' })
  await page.goto('/pages/profile')
  const section = page.getByRole('region', { name: 'Second factors' })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My laptop')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await keepCodes(page)
  await section.getByText('My laptop').waitFor()

  await page.goto('/logout')
  await page.waitForURL(/\/login/, { waitUntil: 'commit' })
  await openLogin(page, id)
  await signIn(page, email)
  await page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await page.waitForURL(home, { waitUntil: 'commit' })

  await page.goto('/logout')
  await page.waitForURL(/\/login/, { waitUntil: 'commit' })
  await openLogin(page, id)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(home, { waitUntil: 'commit' })
  await page.goto('/pages/profile')
  await section.getByRole('button', { name: 'Rename My laptop' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Old laptop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await section.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await section.getByText('Two-step verification is off.').waitFor()
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])
})

test('where a tenant asks for it, a second factor is set up before anything else; an administrator resets a lost one', async () => {
  const { id, admin: email } = await givenTenant('factors')
  const root = await asSuperadmin()
  await root.page.goto(`/apps/superadmin/tenant/${id}?tab=access`)
  await root.page.getByRole('combobox', { name: 'Required for these roles' }).click()
  await root.page.getByRole('option', { name: 'Administrator', exact: true }).click()
  await root.page.keyboard.press('Escape')
  await root.page.getByRole('button', { name: 'Save' }).click()
  await root.page.getByText('Saved', { exact: true }).waitFor()

  const { page, troubles } = await newDevice()
  await openLogin(page, id)
  await signIn(page, email)
  await page.getByRole('heading', { level: 1, name: 'Protect your account' }).waitFor()
  await page.getByRole('button', { name: /Use an authenticator app/ }).click()
  const key = (await page.locator('code').textContent()) ?? ''
  await codeField(page).fill(codeOf(key))
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await keepCodes(page)
  await page.waitForURL(home, { waitUntil: 'commit' })
  await page.goto('/pages/profile')
  await page.getByText('Your organisation requires a second factor for your role.').waitFor()
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])

  const person = await givenPerson()
  const lost = await deviceOf(person.account)
  await lost.page.goto('/pages/profile')
  await lost.page.getByRole('button', { name: 'Set up' }).click()
  const theirs = (await lost.page.getByRole('dialog').locator('code').textContent()) ?? ''
  await codeField(lost.page).fill(codeOf(theirs))
  await lost.page.getByRole('button', { name: 'Confirm and continue' }).click()
  await keepCodes(lost.page)
  const admin = await asAdmin()
  await admin.page.goto(`/apps/admin/users/${person.userId}`)
  await admin.page.getByText('authenticator app, 10 recovery codes').waitFor()
  await admin.page.getByRole('button', { name: 'Reset second factors' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Reset second factors' }).click()
  await admin.page.getByText(`The second factors of ${person.name} were removed`).waitFor()
  const free = await newDevice()
  await signIn(free.page, person.account)
  await free.page.waitForURL(home, { waitUntil: 'commit' })
})

test('a role that newly requires a second factor shows its step over the page, and typed text stays', async () => {
  const { id, admin: email } = await givenTenant('factors')
  const { page } = await newDevice()
  await openLogin(page, id)
  await signIn(page, email)
  await page.waitForURL(/\/(teams|apps\/homepage\/myhomepage)$/)
  await page.goto('/apps/admin/users/new')
  const firstName = page.getByRole('textbox', { name: 'First name' })
  await firstName.fill('Noor')
  const superadmin = await callerOf(learntUrl(), accounts.superadmin)
  await superadmin.call(api.tenants.changeAccess, {
    params: { tenantId: id },
    body: { settings: { secondFactor: { requiredFor: ['admin'], afterProvider: false } } },
  })
  // Within about a second by the socket, without a click.
  const over = page.getByRole('dialog', { name: 'One more step: your second factor' })
  await over.waitFor()
  await over.getByRole('button', { name: 'Authenticator app' }).click()
  const key = (await over.locator('code').first().textContent()) ?? ''
  await codeField(page).fill(codeOf(key))
  await over.getByRole('button', { name: 'Confirm and continue' }).click()
  await keepCodes(page)
  await over.waitFor({ state: 'detached' })
  expect(await firstName.inputValue()).toBe('Noor')
  await page.reload()
  await page.getByRole('textbox', { name: 'First name' }).waitFor()
})
