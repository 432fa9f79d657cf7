import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, password } from './given/calls.ts'
import { newDevice } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson } from './given/people.ts'

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

const localeOf = async (account: string) => {
  const { me } = await (await callerOf(learntUrl(), account)).call(api.session.start)
  return me?.preferences.locale
}

test('a guest’s choices on the sign-in page are copied to an account without choices', async () => {
  const { account } = await givenPerson({})
  const { page } = await newDevice()
  await page.goto('/login')
  await page.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { level: 1, name: /^ANMELDUNG BEI/ }).waitFor()
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(account)
  await page.getByRole('textbox', { name: 'Kennwort', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^Hallo, / }).waitFor()
  await expect.poll(() => localeOf(account)).toBe('de')
})

test('a guest whose browser asks for German gets German', async () => {
  const { page } = await newDevice({ locale: 'de-AT' })
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: /^ANMELDUNG BEI/ }).waitFor()
  expect(await languageOf(page)).toBe('de')
  // also in the server's own texts
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('nobody@nowhere.example')
  await page.getByRole('textbox', { name: 'Kennwort', exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByText('Benutzername oder Kennwort ist falsch').waitFor()
})
