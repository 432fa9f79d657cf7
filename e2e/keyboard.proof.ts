import { api } from '@learnt/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { oidcPeer } from '../apps/server/test/peers/oidc-peer.ts'
import { giveAuthenticator } from './given/authenticator.ts'
import { callerOf, password } from './given/calls.ts'
import { codeField, codeOf } from './given/codes.ts'
import { accounts, deviceOf, newDevice } from './given/devices.ts'
import { settled } from './given/door.ts'
import { type Keyboard, keyboardOf } from './given/keyboard.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'
import { givenColleague, givenTenant, givenTenantWithDomain, giveProvider } from './given/tenants.ts'

// Signing in, changing teams and the whole profile with a keyboard only. Each stop must be visible (given/keyboard.ts),
// no dialog lets the focus out, and every dialog returns it.

const home = '/apps/homepage/myhomepage'

async function enterPassword(page: Page, keyboard: Keyboard, account: string, secret = password) {
  await keyboard.has(page.getByRole('textbox', { name: 'Email' }))
  await keyboard.type(account)
  await keyboard.to(page.getByRole('textbox', { name: 'Password', exact: true }))
  await keyboard.type(secret)
  await keyboard.press('Enter')
}

/** Opens a list of choices, takes the one of that name, and the focus is back where it began. */
async function choose(page: Page, keyboard: Keyboard, field: Locator, name: string) {
  await keyboard.to(field)
  await keyboard.press('Enter')
  const list = page.getByRole('listbox')
  await list.waitFor()
  const wanted = list.getByRole('option', { name, exact: true })
  await keyboard.to(wanted, (await isBefore(wanted)) ? 'ArrowUp' : 'ArrowDown')
  await keyboard.press('Enter')
  // also the one that fades
  await expect.poll(() => page.locator('[role="listbox"]').count()).toBe(0)
  await keyboard.has(field)
}

/** Whether an option is above the chosen one. */
function isBefore(option: Locator): Promise<boolean> {
  return option.evaluate((wanted) => {
    const options = [...(wanted.closest('[role=listbox]')?.querySelectorAll('[role=option]') ?? [])]
    return options.indexOf(wanted) < options.findIndex((one) => one.getAttribute('aria-selected') === 'true')
  })
}

/** Goes round in a dialog that holds the focus. */
async function expectHeld(keyboard: Keyboard, dialog: Locator, rounds = 8) {
  for (let round = 0; round < rounds; round++) {
    await keyboard.press(round < rounds / 2 ? 'Tab' : 'Shift+Tab')
    // the dialog's own edges pass the focus on a moment later
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
}

async function expectFocusInPage(page: Page) {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}

test('the whole profile, and a sign-in with a second factor', async () => {
  const { account, name } = await givenPerson()
  const { page, troubles } = await newDevice()
  const keyboard = keyboardOf(page)
  const main = page.getByRole('main')

  await page.goto('/login')
  await enterPassword(page, keyboard, account)
  await page.waitForURL(`**${home}`)
  await settled(page)

  // by the person's own menu
  const menu = page.getByRole('button', { name: /^Your account: / })
  await keyboard.to(menu)
  await keyboard.press('Enter')
  await keyboard.to(page.getByRole('menuitem', { name: 'Your profile' }), 'ArrowDown')
  await keyboard.press('Enter')
  await keyboard.has(page.getByRole('heading', { level: 1, name }))
  await settled(page)
  // past the navigation
  await keyboard.to(page.getByRole('link', { name: 'Skip to the content' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await keyboard.has(main)

  // language and look
  const language = main.getByRole('combobox', { name: /^(Language|Sprache)/ })
  await choose(page, keyboard, language, 'Deutsch')
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de')
  await choose(page, keyboard, language, 'English')
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en')
  await choose(page, keyboard, main.getByRole('combobox', { name: 'Appearance' }), 'Dark')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.scheme)).toBe('dark')
  await choose(page, keyboard, main.getByRole('combobox', { name: 'Colours' }), 'Sunset')

  // another password; a missing value is reported at its field, which then has the focus
  await keyboard.to(main.getByLabel('Current password'))
  await keyboard.type(password)
  const next = main.getByLabel('New password')
  await keyboard.to(next)
  await keyboard.type('short')
  await keyboard.press('Enter')
  await keyboard.has(next)
  await expect.poll(() => next.getAttribute('aria-invalid')).toBe('true')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('Typed-by-hand-7')
  await keyboard.press('Enter')
  await page.getByText('Your password has been changed').first().waitFor()
  await expectFocusInPage(page)

  // an authenticator app
  const factors = page.getByRole('region', { name: 'Second factors' })
  const setUp = factors.getByRole('button', { name: 'Set up', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Authenticator app' })
  await keyboard.enter(setUp)
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await expectHeld(keyboard, dialog)
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await keyboard.has(setUp)
  await keyboard.press('Enter')
  const key = (await dialog.locator('code').textContent()) ?? ''
  await keyboard.to(codeField(page))
  await keyboard.type(codeOf(key))
  await keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await codes.waitFor()
  await expectHeld(keyboard, codes)
  await keyboard.to(codes.getByRole('checkbox', { name: 'I have saved them in a safe place' }))
  await keyboard.press('Space')
  await keyboard.enter(codes.getByRole('button', { name: 'Continue' }))
  await codes.waitFor({ state: 'hidden' })
  await expectFocusInPage(page)
  await factors.getByText('10 codes left').waitFor()

  // new recovery codes need a confirmation
  const renew = factors.getByRole('button', { name: 'Create new codes' })
  await keyboard.enter(renew)
  const asked = page.getByRole('dialog', { name: 'Create new recovery codes?' })
  await asked.waitFor()
  await expectHeld(keyboard, asked)
  await keyboard.press('Escape')
  await asked.waitFor({ state: 'hidden' })
  await keyboard.has(renew)

  // another device is signed out
  const secret = 'Typed-by-hand-7'
  const elsewhere = await newDevice()
  await elsewhere.page.goto('/login')
  const there = keyboardOf(elsewhere.page)
  await enterPassword(elsewhere.page, there, account, secret)
  await elsewhere.page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
  await there.has(codeField(elsewhere.page))
  await there.type('000000')
  await there.press('Enter')
  await elsewhere.page.getByText('This code is wrong or has already been used.').waitFor()
  await there.has(codeField(elsewhere.page))
  await there.type(codeOf(key, 1))
  await there.to(elsewhere.page.getByRole('checkbox', { name: 'Do not ask on this device for 30 days' }))
  await there.press('Space')
  await there.enter(elsewhere.page.getByRole('button', { name: 'Sign in' }))
  await elsewhere.page.waitForURL(`**${home}`, { waitUntil: 'commit' })

  await keyboard.enter(page.getByRole('link', { name: 'All sessions' }))
  await keyboard.has(page.getByRole('heading', { level: 1, name: 'Sessions and devices' }))
  await page.reload()
  await settled(page)
  await keyboard.enter(page.getByRole('button', { name: /^End the session of/ }))
  await page.getByText(/^The session of .* has ended/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^End the session of/ }).count()).toBe(0)
  await expectFocusInPage(page)
  await elsewhere.page.goto(home)
  await elsewhere.page.waitForURL(/\/login/)

  // and all others at once
  await there.has(elsewhere.page.getByRole('textbox', { name: 'Email' }))
  await enterPassword(elsewhere.page, there, account, secret)
  await elsewhere.page.waitForURL(`**${home}`, { waitUntil: 'commit' })
  await page.reload()
  await settled(page)
  const others = page.getByRole('button', { name: 'End all others' })
  await keyboard.enter(others)
  const sure = page.getByRole('dialog', { name: 'End all other sessions?' })
  await sure.waitFor()
  await expectHeld(keyboard, sure)
  await keyboard.press('Escape')
  await sure.waitFor({ state: 'hidden' })
  await keyboard.has(others)
  await keyboard.press('Enter')
  await keyboard.enter(sure.getByRole('button', { name: 'End all others' }))
  await page.getByText('1 other session has ended').waitFor()
  await expectFocusInPage(page)
  await expect.poll(() => page.getByRole('button', { name: /^End the session of/ }).count()).toBe(0)

  // the theme settings, beside the page
  await keyboard.to(menu, 'Shift+Tab')
  await keyboard.press('Enter')
  await keyboard.to(page.getByRole('menuitem', { name: 'Theme settings' }), 'ArrowDown')
  await keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Theme settings' })
  await drawer.waitFor()
  // each group is one stop, with the arrow keys inside
  const themes = drawer.getByRole('group', { name: 'Main theme' })
  const tech = themes.getByRole('button', { name: 'Tech' })
  await keyboard.to(themes.getByRole('button').first())
  await keyboard.to(tech, 'ArrowRight')
  await keyboard.press('Space')
  await expect.poll(() => tech.getAttribute('aria-pressed')).toBe('true')
  await keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await keyboard.has(menu)
  expect(troubles.filter((one) => !/40[019]|422/.test(one))).toEqual([])
})

test('a passkey: added in the profile, named, and signed in with alone', async () => {
  const { id, url, admin } = await givenTenant('passkeys')
  const root = await callerOf(learntUrl(), accounts.superadmin)
  await root.call(api.providers.acceptMethods, {
    body: { tenantId: id, teamId: id, authMethods: ['password', 'passkey'] },
  })
  const { page, troubles } = await newDevice({ url })
  await giveAuthenticator(page)
  const keyboard = keyboardOf(page)
  await page.goto('/login')
  await enterPassword(page, keyboard, admin)
  await page.waitForURL(`**${home}`, { waitUntil: 'commit' })
  await page.goto('/pages/profile')
  await settled(page)

  const factors = page.getByRole('region', { name: 'Second factors' })
  const add = factors.getByRole('button', { name: 'Add a passkey' })
  await keyboard.enter(add)
  const naming = page.getByRole('dialog')
  const name = naming.getByRole('textbox', { name: 'Name' })
  await keyboard.has(name)
  await expectHeld(keyboard, naming)
  await keyboard.press('Escape')
  await naming.waitFor({ state: 'hidden' })
  await keyboard.has(add)
  await keyboard.press('Enter')
  await keyboard.has(name)
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('My laptop')
  await keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await codes.waitFor()
  await keyboard.to(codes.getByRole('checkbox', { name: 'I have saved them in a safe place' }))
  await keyboard.press('Space')
  await keyboard.enter(codes.getByRole('button', { name: 'Continue' }))
  await codes.waitFor({ state: 'hidden' })
  await factors.getByText('My laptop').waitFor()
  await expectFocusInPage(page)

  const menu = page.getByRole('button', { name: /^Your account: / })
  await keyboard.to(menu, 'Shift+Tab')
  await keyboard.press('Enter')
  await keyboard.enter(page.getByRole('menuitem', { name: 'Logout' }))
  await page.waitForURL(/\/login/, { waitUntil: 'commit' })
  // as the only proof
  await keyboard.enter(page.getByRole('button', { name: 'Sign in with a passkey' }))
  await page.waitForURL(`**${home}`, { waitUntil: 'commit' })
  await keyboard.has(page.getByRole('heading', { level: 1 }))
  // and as the second step
  await page.goto('/logout')
  await page.waitForURL(/\/login/, { waitUntil: 'commit' })
  await page.goto('/login')
  await enterPassword(page, keyboard, admin)
  await page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
  await keyboard.enter(page.getByRole('button', { name: 'Use your passkey' }))
  await page.waitForURL(`**${home}`, { waitUntil: 'commit' })
  expect(troubles.filter((one) => !/40[0139]|422/.test(one))).toEqual([])
})

test('to another team and back, by the menu and by the choice of teams', async () => {
  const url = learntUrl()
  const person = await givenPerson()
  const admin = await callerOf(url, accounts.admin)
  await admin.call(api.members.create, {
    body: {
      firstName: 'Robin',
      lastName: person.name.split(' ')[1] ?? '',
      email: person.account,
      teamId: 'learnt-community',
      roles: ['learner'],
    },
  })
  const { page } = await deviceOf(person.account)
  const keyboard = keyboardOf(page)
  await page.goto(home)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const team = () => page.evaluate(async () => (await (await fetch('/api/start')).json()).team.id as string)
  const before = await team()
  const menu = page.getByRole('button', { name: /^Your account: / })
  await keyboard.to(menu)
  await keyboard.press('Enter')
  const entry = page.getByRole('menu', { name: 'Your other teams' }).getByRole('menuitem')
  await entry.waitFor()
  await keyboard.press('Escape')
  await keyboard.has(menu)
  await keyboard.press('Enter')
  await keyboard.to(entry)
  await Promise.all([page.waitForEvent('load'), keyboard.press('Enter')])
  await page.waitForURL(`**${home}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await team()).not.toBe(before)
  // another team is another page, which begins at its top
  await keyboard.press('Tab')
  await keyboard.has(page.getByRole('link', { name: 'Skip to the content' }))

  await page.goto('/teams')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const cards = page.getByRole('main').getByRole('listitem').getByRole('button')
  expect(await cards.count()).toBe(2)
  await keyboard.to(cards.nth(0))
  await keyboard.to(cards.nth(1))
  await keyboard.to(page.getByRole('listitem').filter({ hasNotText: 'current team' }).getByRole('button'), 'Shift+Tab')
  await Promise.all([page.waitForEvent('load'), keyboard.press('Enter')])
  await page.waitForURL(`**${home}`)
  expect(await team()).toBe(before)
})

test('by a provider, after choosing language and theme of the sign-in page', async () => {
  const tenant = await givenTenantWithDomain('keyboard')
  const oidc = await oidcPeer({ redirectUris: [`${tenant.url}/callback/`] })
  onTestFinished(() => oidc.close())
  await giveProvider(tenant, 'Acme ID', oidc)
  const person = await givenColleague(tenant)
  oidc.person = { sub: unique('sub'), email: person.account, email_verified: true, given_name: 'Robin' }
  const { page } = await newDevice({ url: tenant.url, colorScheme: 'light' })
  const keyboard = keyboardOf(page)
  await page.goto('/login')
  await keyboard.has(page.getByRole('textbox', { name: 'Email' }))
  // the password is shown on demand, and the form names missing values
  await keyboard.to(page.getByRole('button', { name: 'Show password' }))
  await keyboard.press('Space')
  await page.getByRole('button', { name: 'Hide password' }).waitFor()
  await keyboard.enter(page.getByRole('button', { name: 'Deutsch' }))
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de')
  await keyboard.to(page.getByRole('button', { name: 'English' }), 'Shift+Tab')
  await keyboard.press('Enter')
  const looks = page.getByRole('group', { name: 'Light or dark' })
  await keyboard.enter(looks.getByRole('button', { name: 'Dark' }))
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.scheme)).toBe('dark')
  const settings = page.getByRole('button', { name: 'Theme settings' })
  await keyboard.enter(settings)
  const drawer = page.getByRole('dialog', { name: 'Theme settings' })
  await drawer.waitFor()
  await keyboard.to(drawer.getByRole('radio', { name: 'Team default' }))
  await keyboard.press('ArrowDown')
  await expect.poll(() => drawer.getByRole('radio', { name: 'Default', exact: true }).isChecked()).toBe(true)
  await keyboard.press('Escape')
  await expect.poll(() => drawer.count()).toBe(0)
  await keyboard.has(settings)
  await keyboard.to(page.getByRole('button', { name: 'Log in with Acme ID' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await page.waitForURL(/\/(teams|apps\/homepage\/myhomepage)$/, { waitUntil: 'commit' })
  await page.getByText('Successfully logged-in with Acme ID.').waitFor()
  await keyboard.has(page.getByRole('heading', { level: 1 }))
})
