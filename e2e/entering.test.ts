import { expect, test } from 'vitest'
import { newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

test('a wrong password is reported at its field; the right one beside it signs in', async () => {
  const { account, name } = await givenPerson()
  const { page } = await newDevice()
  await signIn(page, account, { secret: 'not-the-password' })
  const secret = page.getByRole('textbox', { name: 'Password', exact: true })
  await page.getByText('username or password is incorrect').waitFor()
  expect(await secret.getAttribute('aria-invalid')).toBe('true')
  const note = await secret.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${note}"]`).textContent()).toBe('username or password is incorrect')
  expect(new URL(page.url()).pathname).toBe('/login')
  await signIn(page, account)
  await page.waitForURL(home, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: `Hello, ${name.split(' ')[0]}` }).waitFor()
})

test('signing out ends the session, also for the copied cookie and the way back', async () => {
  const { account } = await givenPerson()
  const { page, context } = await newDevice()
  await signIn(page, account)
  await page.waitForURL(home, { waitUntil: 'commit' })
  const cookies = await context.cookies()
  await page.getByRole('button', { name: /^Your account: / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { level: 1, name: /^LOGIN TO/ }).waitFor()
  await page.goto('/apps/homepage/myhomepage')
  await page.waitForURL(/\/login/, { waitUntil: 'commit' })
  const header = cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  const answer = await fetch(`${learntUrl()}/api/session/teams`, { headers: { cookie: header } })
  expect(answer.status).toBe(401)
})
