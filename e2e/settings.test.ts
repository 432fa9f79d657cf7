import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { deviceOf, newDevice } from './given/devices.ts'
import { settled } from './given/door.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenTenant } from './given/tenants.ts'

/** The smallest possible PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const groundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)

test('an administrator changes the theme: unreadable colours are not saved, and guests and open pages see the rest', async () => {
  const { id, admin: email } = await givenTenant('look')
  const other = await deviceOf(email)
  await other.page.goto('/pages/profile')
  await settled(other.page)
  const { page, troubles } = await deviceOf(email)
  await page.goto('/apps/admin/settings/theme')
  await settled(page)
  const save = page.getByRole('button', { name: 'Save changes' })
  await page.locator('label', { hasText: 'Greeny' }).click()
  const primary = page.getByRole('textbox', { name: 'Primary colour', exact: true })
  await primary.fill('#ffd400')
  await page.getByText(/^3 pairs are not readable/).waitFor()
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  await page
    .getByRole('button', { name: /^Use #[0-9a-f]{6} as Primary colour$/ })
    .first()
    .click()
  await page.getByText('All text is readable.').waitFor()
  const chosen = await primary.inputValue()
  await page.getByRole('textbox', { name: 'Side navigation', exact: true }).fill('#14392c')
  await page.getByLabel('Upload: Logo on the sign-in page').last().setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: png,
  })
  await page.getByText('1 × 1 pixels').waitFor()
  await save.click()
  await page.getByText('Saved. Open pages update').waitFor()

  const caller = await callerOf(learntUrl(), email)
  const { theme } = await caller.call(api.themes.get, { params: { teamId: id } })
  expect(theme).toMatchObject({ palette: 'greeny', primaryColor: chosen, sidebarBackgroundColor: '#14392c' })

  // the other open page updates without a click
  await expect.poll(() => groundOf(other.page, 'nav')).toBe('rgb(20, 57, 44)')

  const guest = await newDevice()
  await guest.page.goto('/login')
  await guest.page.evaluate((team) => {
    localStorage.setItem('learnt.team', team)
    localStorage.setItem('learnt.tenant', team)
  }, id)
  await guest.page.goto('/login')
  await guest.page.getByRole('heading', { level: 1 }).waitFor()
  const painted = await guest.page.evaluate(() => document.documentElement.style.getPropertyValue('--primary-fill'))
  expect(painted).toBe(chosen)
  const logo = guest.page.getByRole('img', { name: id })
  await logo.waitFor()
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)

  // two administrators at once: the slower one is told who was faster, and loses nothing
  await caller.call(api.themes.save, {
    params: { teamId: id },
    body: { ...theme, palette: 'slate', secondaryColor: '', revision: 1 },
  })
  await primary.fill('#5a24b4')
  await save.click()
  await page.getByText(/Olive Owner saved this on/).waitFor()
  expect(await primary.inputValue()).toBe('#5a24b4')
  await page.getByRole('button', { name: 'Load their version' }).click()
  await expect.poll(() => page.getByRole('radio', { name: 'Slate' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect.poll(() => primary.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect.poll(() => primary.inputValue()).toBe(chosen)
  expect(troubles.filter((one) => !one.includes('409'))).toEqual([])
})
