import { api } from '@learnt/contract'
import { type LayoutSettings, layoutStyles, usualLayout } from '@learnt/contract/layout'
import type { Preferences } from '@learnt/contract/session'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInByApi } from './given/calls.ts'
import { accounts, desktop, deviceOf, newDevice, phone, signIn } from './given/devices.ts'
import { enterAs, settled } from './given/door.ts'
import { learntUrl } from './given/learnt-url.ts'
import { overflowOf, resize, turn, violationsOf } from './given/looks.ts'
import { givenPerson } from './given/people.ts'
import { givenDevice } from './given/preferences.ts'

const arranged = (style: LayoutSettings['style']): Partial<Preferences> => ({
  layout: { ...usualLayout, style, footer: { display: true, style: 'static' } },
})

const home = '/apps/homepage/myhomepage'

test('signing out restores the team’s theme, the layout stays', async () => {
  const person = await givenPerson()
  const url = learntUrl()
  const caller = await signInByApi(url, person.account)
  const { me } = await caller.call(api.session.start)
  if (!me) throw new Error('Nobody')
  await caller.call(api.session.preferences, { body: { ...me.preferences, theme: 'sunset', ...arranged('layout3') } })
  const { page } = await newDevice()
  await enterAs(page, caller)
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('learnt.look', JSON.stringify({ theme: 'tech', colorScheme: 'dark' })))
  await page.goto('/logout')
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('learnt.look'))).toBeNull()
  const again = await (await signInByApi(url, person.account)).call(api.session.start)
  expect(again.me?.preferences).toMatchObject({ theme: null, layout: { style: 'layout3' } })
})

const schemeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.scheme)

test('a guest’s theme stays in the browser', async () => {
  const { page, troubles } = await newDevice()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Theme settings' }).click()
  const drawer = page.getByRole('dialog', { name: 'Theme settings' })
  await drawer.getByRole('radio', { name: 'Dark', exact: true }).check()
  await drawer.getByRole('radio', { name: 'Sunset' }).check()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer.count()).toBe(0)
  const paint = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--primary-fill'))
  expect(await paint()).toBe('#d0605e')
  await page.reload()
  await settled(page)
  expect(await paint()).toBe('#d0605e')
  expect(await schemeOf(page)).toBe('dark')
  expect(troubles).toEqual([])
})

test('guest pages are light or dark like the device until the guest chooses', async () => {
  const { page, troubles } = await newDevice({ colorScheme: 'dark' })
  const chosen = (name: string) => page.getByRole('group', { name: 'Light or dark' }).getByRole('button', { name })
  for (const address of ['/login', '/pages/errors/error-404']) {
    await page.goto(address)
    await settled(page)
    expect(await chosen('Match device').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => schemeOf(page)).toBe('dark')
    // the device changes its mode while the page is open
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => schemeOf(page)).toBe('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => schemeOf(page)).toBe('dark')
    await chosen('Light').click()
    await expect.poll(() => schemeOf(page)).toBe('light')
    await chosen('Match device').click()
    await expect.poll(() => schemeOf(page)).toBe('dark')
  }
  expect(troubles).toEqual([])
})

test.for(['en', 'ar'])(
  'a page begins in the scheme it will have, before any script of ours is fetched (%s)',
  async (language) => {
    const { page, context } = await newDevice({ colorScheme: 'dark', serviceWorkers: 'block' })
    await page.goto('/login')
    await settled(page)
    await page.evaluate((words) => localStorage.setItem('learnt.language', words), language)
    // the page before its scripts have loaded
    const early = async () => {
      await page.route('**/assets/**', (route) => route.abort())
      await page.goto('/login')
      const seen = await page.evaluate(() => [
        getComputedStyle(document.documentElement).backgroundColor,
        document.documentElement.lang,
      ])
      await page.unroute('**/assets/**')
      return seen
    }
    expect(await early()).toEqual(['rgb(18, 18, 18)', language])
    await page.goto('/login')
    await settled(page)
    await page.locator('.guest-schemes button').first().click()
    expect(await early()).toEqual(['rgb(247, 247, 247)', language])
    // On a first visit the device's own preference applies.
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    expect(await early()).toEqual(['rgb(18, 18, 18)', 'en'])
  },
)

test('a guest’s theme is copied to an account without a theme, and to no other', async () => {
  const url = learntUrl()
  const preferencesOf = async (account: string) => {
    const caller = await signInByApi(url, account)
    const { me } = await caller.call(api.session.start)
    if (!me) throw new Error('Nobody')
    return { caller, preferences: me.preferences }
  }
  const enterInDark = async (account: string) => {
    const { page } = await newDevice({ colorScheme: 'light' })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Theme settings' }).click()
    const drawer = page.getByRole('dialog', { name: 'Theme settings' })
    await drawer.getByRole('radio', { name: 'Dark', exact: true }).check()
    await drawer.getByRole('radio', { name: 'Sunset' }).check()
    await drawer.getByRole('button', { name: 'Done' }).click()
    await signIn(page, account)
    await page.waitForURL(`**${home}`)
    await settled(page)
    return page
  }
  const fresh = await givenPerson()
  const page = await enterInDark(fresh.account)
  expect(await schemeOf(page)).toBe('dark')
  expect((await preferencesOf(fresh.account)).preferences).toMatchObject({ colorScheme: 'dark', theme: 'sunset' })

  const settledPerson = await givenPerson()
  const { caller, preferences } = await preferencesOf(settledPerson.account)
  await caller.call(api.session.preferences, { body: { ...preferences, colorScheme: 'light', theme: 'tech' } })
  expect(await schemeOf(await enterInDark(settledPerson.account))).toBe('light')
  expect((await preferencesOf(settledPerson.account)).preferences).toMatchObject({
    colorScheme: 'light',
    theme: 'tech',
  })
})

test('the quick panel shows the day and keeps notes and switches', async () => {
  const { page, troubles } = await givenDevice()
  await page.goto(home)
  await settled(page)
  await page.getByRole('button', { name: 'Quick panel' }).click()
  const panel = page.getByRole('dialog', { name: 'Quick panel' })
  await panel.getByText('There are no events yet').waitFor()
  expect(await panel.getByRole('switch', { name: 'Notifications' }).isChecked()).toBe(true)
  await panel.getByRole('switch', { name: 'Retro Thrusters' }).click()
  await expect.poll(() => panel.getByRole('switch', { name: 'Retro Thrusters' }).isChecked()).toBe(true)
  await panel.getByLabel('New note').fill('Call Ann')
  await panel.getByRole('button', { name: 'Add' }).click()
  await panel.getByRole('listitem').filter({ hasText: 'Call Ann' }).waitFor()
  await panel.getByRole('button', { name: 'Edit “Call Ann”' }).click()
  await panel.getByLabel('Edit note').fill('Call Bob')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Call Bob').waitFor()
  // unfinished notes are still there after closing the panel
  await panel.getByLabel('New note').fill('Ask about')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Quick panel' }).click()
  expect(await panel.getByLabel('New note').inputValue()).toBe('Ask about')
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: 'Quick panel' }).click()
  await panel.getByText('Call Bob').waitFor()
  expect(await panel.getByRole('switch', { name: 'Retro Thrusters' }).isChecked()).toBe(true)
  await panel.getByRole('button', { name: 'Remove “Call Bob”' }).click()
  await panel.getByText('You have no notes yet').waitFor()
  expect(troubles).toEqual([])
})

test('the account menu and the theme drawer are readable, light and dark', async () => {
  // in two teams: the menu names the other one
  const { page } = await deviceOf(accounts.admin)
  await page.goto(home)
  await settled(page)
  for (const scheme of ['light', 'dark'] as const) {
    await turn(page, scheme)
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menu', { name: 'Your other teams' }).getByRole('menuitem').waitFor()
    expect(await violationsOf(page), scheme).toEqual([])
    await page.getByRole('menuitem', { name: 'Theme settings' }).click()
    const drawer = page.getByRole('dialog', { name: 'Theme settings' })
    await drawer.getByRole('group', { name: 'Layout' }).waitFor()
    expect(await violationsOf(page), scheme).toEqual([])
    await drawer.getByRole('button', { name: 'Reset' }).scrollIntoViewIfNeeded()
    expect(await violationsOf(page), scheme).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  }
})

test('the menus above the page work by keyboard', async () => {
  const { page } = await givenDevice(arranged('layout2'), ['admin'])
  await page.goto(home)
  await settled(page)
  const admin = page.getByRole('navigation').getByRole('button', { name: 'Admin' })
  await admin.focus()
  await page.keyboard.press('Enter')
  expect(await admin.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await admin.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Users')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/apps/admin/courses')
})

test.for(layoutStyles)('%s has no violation in light and dark, on a desktop and a phone', async (style) => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, troubles } = await givenDevice({ ...arranged(style), colorScheme }, ['admin'])
    for (const address of [home, '/apps/admin/courses']) {
      await page.setViewportSize(desktop)
      await page.goto(address)
      await settled(page)
      found.push(...(await violationsOf(page)).map((words) => `${colorScheme} ${address}: ${words}`))
      await resize(page, phone)
      if ((await overflowOf(page)) > 0) found.push(`${colorScheme} ${address}: wider than a phone`)
    }
    found.push(...troubles)
  }
  expect(found).toEqual([])
})
