import { expect, test } from 'vitest'
import { password } from './given/calls.ts'
import { accounts, asAdmin, deviceOf, newDevice, signIn } from './given/devices.ts'
import { givenPerson, unique } from './given/people.ts'

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
  expect(await complaintOf('Last name')).toBe('Min character length is 2')
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
  await device.page.getByRole('heading', { level: 1, name: 'Welcome back, Nia' }).waitFor()
})

test('who is set inactive is signed out at once and does not get in again; others stay', async () => {
  const lastName = unique('Leaver')
  const leaver = await givenPerson({ lastName })
  const stayer = await givenPerson()
  const [gone, kept] = [await deviceOf(leaver.account), await deviceOf(stayer.account)]
  for (const { page } of [gone, kept]) {
    await page.goto('/apps/homepage/myhomepage')
    await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor()
  }
  const { page } = await asAdmin()
  await page.goto('/apps/admin/users')
  await page.getByLabel('Search by name, email or user name').fill(lastName)
  const choose = async (action: string) => {
    await page.getByRole('button', { name: `More actions: ${leaver.name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const says = (status: string) =>
    page.getByRole('row').filter({ hasText: leaver.name }).getByText(status, { exact: true }).waitFor()
  // One message is shown at a time, each with its own way back.
  const told = async (status: string, answer: string) => {
    const message = page.getByRole('status').filter({ hasText: `${leaver.name} is now ${status}` })
    await message.getByRole('button', { name: answer }).click()
    await message.waitFor({ state: 'detached' })
  }
  await choose('Set inactive')
  await told('Inactive', 'Dismiss')
  await gone.page.waitForURL(/\/login\?ended$/, { waitUntil: 'commit' })
  await signIn(gone.page, leaver.account)
  await gone.page.getByText('Your account is disabled or deleted.').waitFor()
  await kept.page.reload()
  await kept.page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor()

  await choose('Set active')
  await told('Active', 'Dismiss')
  await choose('Set inactive')
  await says('Inactive')
  await Promise.all([
    page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok()),
    told('Inactive', 'Undo'),
  ])
  await says('Active')
  await signIn(gone.page, leaver.account)
  await gone.page.waitForURL(home, { waitUntil: 'commit' })
})
