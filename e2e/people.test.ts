import { expect, test } from 'vitest'
import { password } from './given/calls.ts'
import { accounts, asAdmin, newDevice, signIn } from './given/devices.ts'
import { unique } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

test('an administrator adds a person: complaints at the fields, then an account that signs in', async () => {
  const { page } = await asAdmin()
  await page.goto('/apps/admin/users')
  await page.getByRole('link', { name: 'Add user' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add user' }).waitFor()
  const [lastName, email] = [unique('Newcomer'), `${unique('newcomer')}@learnt.example`]
  const add = page.getByRole('button', { name: 'Add user' })
  const field = (name: string) => page.getByRole('textbox', { name })
  await field('First name').fill('A')
  await field('Email').fill('not an address')
  await add.click()
  const complaintOf = async (name: string) => {
    const note = await field(name).getAttribute('aria-describedby')
    return page.locator(`[id="${note}"]`).textContent()
  }
  expect(await complaintOf('First name')).toBe('Min character length is 2')
  expect(await complaintOf('Email')).toBe('Please enter a valid email')
  expect(new URL(page.url()).pathname).toBe('/apps/admin/users/new')

  await field('First name').fill('Nia')
  await field('Last name').fill(lastName)
  await field('Email').fill(accounts.learner)
  await page.getByLabel('First password').fill(password)
  await page.getByLabel('Position', { exact: true }).fill('Lighthouse keeper')
  await page.keyboard.press('Enter')
  await add.click()
  // somebody of this team has that address already
  await expect.poll(() => complaintOf('Email')).toBe('The email has been already registered.')
  await field('Email').fill(email)
  await add.click()
  await page.getByText(`Nia ${lastName} was added`).waitFor()
  await page.getByRole('heading', { level: 1, name: `Nia ${lastName}` }).waitFor()

  const device = await newDevice()
  await signIn(device.page, email)
  await device.page.waitForURL(home, { waitUntil: 'commit' })
  await device.page.getByRole('heading', { level: 1, name: 'Hello, Nia' }).waitFor()
})
