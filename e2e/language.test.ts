import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson } from './given/people.ts'

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

const localeOf = async (account: string) => {
  const { me } = await (await callerOf(learntUrl(), account)).call(api.session.start)
  return me?.preferences.locale
}

test('a person chooses German, and the account keeps it', async () => {
  const { account } = await givenPerson({})
  const { page } = await deviceOf(account)
  await page.goto('/apps/homepage/myhomepage')
  await page.getByRole('button', { name: /^Your account: / }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1, name: /^Hallo, / }).waitFor()
  expect(await languageOf(page)).toBe('de')
  await expect.poll(() => localeOf(account)).toBe('de')

  // another device speaks German too
  const { page: other } = await deviceOf(account)
  await other.goto('/apps/homepage/myhomepage')
  await other.getByRole('heading', { level: 1, name: /^Hallo, / }).waitFor()
  expect(await languageOf(other)).toBe('de')
})
