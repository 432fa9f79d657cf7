import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { giveAuthenticator } from './given/authenticator.ts'
import { callerOf, password } from './given/calls.ts'
import { codeOf } from './given/codes.ts'
import { accounts, asAdmin, asSuperadmin, deviceOf, newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

/** A tenant of its own, since its settings are everybody's in it. */
async function givenTenant() {
  const superadmin = await callerOf(learntUrl(), accounts.superadmin)
  const id = unique('factors').toLowerCase()
  const email = `owner@${id}.example`
  const administrator = { firstName: 'Olive', lastName: 'Owner', email, password }
  await superadmin.call(api.tenants.create, { body: { id, name: id, administrator } })
  return { id, email, superadmin }
}

/** The sign-in page of a team that has no address of its own. */
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

async function keepCodes(page: Page): Promise<string[]> {
  await page.getByText('Keep your recovery codes').waitFor()
  const codes = await page.locator('ol code').allTextContents()
  expect(codes).toHaveLength(10)
  const goOn = page.getByRole('button', { name: 'Go on' })
  expect(await goOn.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'I have kept them in a safe place' }).check()
  await goOn.click()
  return codes
}

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code of your authenticator app' })

test('an authenticator app is set up in the profile and asked for at the next sign-in; a device is remembered', async () => {
  const { account } = await givenPerson()
  const { page, troubles } = await deviceOf(account)
  await page.goto('/pages/profile')
  const section = page.getByRole('region', { name: 'Second factors' })
  await section.getByText('Nothing yet: whoever knows your password gets in.').waitFor()
  await section.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authenticator app' })
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = (await dialog.locator('code').textContent()) ?? ''
  expect(key).toMatch(/^([A-Z2-7]{4} ?){8}$/)
  const wrong = String((Number(codeOf(key)) + 1) % 1_000_000).padStart(6, '0')
  await codeField(page).fill(wrong)
  await dialog.getByRole('button', { name: 'Confirm and go on' }).click()
  await dialog.getByText('This code is not right, or it was used already.').waitFor()
  await codeField(page).fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Confirm and go on' }).click()
  const codes = await keepCodes(page)
  await section.getByText('10 codes left').waitFor()

  const other = await newDevice()
  await other.page.goto('/login')
  await signIn(other.page, account)
  await other.page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
  // What is begun survives a reload, and opens nothing.
  await other.page.goto('/apps/homepage/myhomepage')
  await other.page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
  await codeField(other.page).fill('000000')
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.getByText('This code is not right, or it was used already.').waitFor()
  expect(await codeField(other.page).getAttribute('aria-invalid')).toBe('true')
  await codeField(other.page).fill(codeOf(key, 1))
  await other.page.getByRole('checkbox', { name: 'Do not ask on this device for 30 days' }).check()
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.waitForURL(home, { waitUntil: 'commit' })
  await other.page.goto('/pages/profile/sessions')
  await other.page.getByText('signed in with password · code of the authenticator app').first().waitFor()
  await other.page
    .getByText(/Chrome.* on Linux/)
    .first()
    .waitFor()
  await other.page
    .getByText(/on this machine/)
    .first()
    .waitFor()
  await other.page.goto('/logout')
  await other.page.waitForURL(/\/login/, { waitUntil: 'commit' })
  await signIn(other.page, account)
  await other.page.waitForURL(home, { waitUntil: 'commit' })

  // Somewhere else again: the phone is lost, a recovery code is not.
  const third = await newDevice()
  await signIn(third.page, account)
  await third.page.getByRole('button', { name: 'Use a recovery code' }).click()
  await third.page.getByRole('textbox', { name: 'Recovery code' }).fill((codes[0] ?? '').toLowerCase())
  await third.page.getByRole('button', { name: 'Sign in' }).click()
  await third.page.waitForURL(home, { waitUntil: 'commit' })
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])
})

test('a passkey is made in the profile, is the second step, and the only one where the team takes it', async () => {
  const { id, email, superadmin } = await givenTenant()
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
  await page.getByRole('button', { name: 'Make a passkey' }).click()
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
  await section.getByText('Nothing yet: whoever knows your password gets in.').waitFor()
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])
})

test('where a tenant asks for it, a second factor is set up before anything else; an administrator resets a lost one', async () => {
  const { id, email } = await givenTenant()
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
  await page.getByRole('button', { name: 'Confirm and go on' }).click()
  await keepCodes(page)
  await page.waitForURL(home, { waitUntil: 'commit' })
  await page.goto('/pages/profile')
  await page.getByText('Your organisation asks your role for a second factor.').waitFor()
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])

  const person = await givenPerson()
  const lost = await deviceOf(person.account)
  await lost.page.goto('/pages/profile')
  await lost.page.getByRole('button', { name: 'Set up' }).click()
  const theirs = (await lost.page.getByRole('dialog').locator('code').textContent()) ?? ''
  await codeField(lost.page).fill(codeOf(theirs))
  await lost.page.getByRole('button', { name: 'Confirm and go on' }).click()
  await keepCodes(lost.page)
  const admin = await asAdmin()
  await admin.page.goto(`/apps/admin/users/${person.userId}`)
  await admin.page.getByText('authenticator app, 10 recovery codes').waitFor()
  await admin.page.getByRole('button', { name: 'Reset second factors' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Reset second factors' }).click()
  await admin.page.getByText(`The second factors of ${person.name} are removed`).waitFor()
  const free = await newDevice()
  await signIn(free.page, person.account)
  await free.page.waitForURL(home, { waitUntil: 'commit' })
})

test('a role that newly asks for a second factor leads to its step over the page, and what was typed goes on', async () => {
  const { id, email, superadmin } = await givenTenant()
  const { page } = await newDevice()
  await openLogin(page, id)
  await signIn(page, email)
  await page.waitForURL(/\/(teams|apps\/homepage\/myhomepage)$/)
  await page.goto('/apps/admin/users/new')
  const firstName = page.getByRole('textbox', { name: 'First name' })
  await firstName.fill('Noor')
  await superadmin.call(api.tenants.changeAccess, {
    params: { tenantId: id },
    body: { settings: { secondFactor: { requiredFor: ['admin'], afterProvider: false } } },
  })
  // Within a second or so by the socket, without a click.
  const over = page.getByRole('dialog', { name: 'One step more: your second factor' })
  await over.waitFor()
  await over.getByRole('button', { name: 'Authenticator app' }).click()
  const key = (await over.locator('code').first().textContent()) ?? ''
  await codeField(page).fill(codeOf(key))
  await over.getByRole('button', { name: 'Confirm and go on' }).click()
  await keepCodes(page)
  await over.waitFor({ state: 'detached' })
  expect(await firstName.inputValue()).toBe('Noor')
  await page.reload()
  await page.getByRole('textbox', { name: 'First name' }).waitFor()
})
