import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf, password, refusalOf, signInByApi } from './given/calls.ts'
import { accounts, deviceOf, newDevice } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { findMail } from './given/mails.ts'
import { givenPerson, unique } from './given/people.ts'

const otherPassword = 'Another-horse-43'

const home = /\/apps\/homepage\/myhomepage$/

test('an unknown address is reported at its field, if the tenant allows that', async () => {
  const { page } = await newDevice()
  await page.goto('/resetpassword')
  await page.getByRole('textbox', { name: 'Email' }).fill(`${unique('nobody')}@learnt.example`)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('No account found with that email address. Please enter another email address.').waitFor()
  for (const path of [
    '/change-password',
    '/action?mode=resetPassword&code=cut-off',
    `/action?mode=verifyEmail&code=${'x'.repeat(43)}`,
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'This link is not valid' }).waitFor()
  }
})

test('a mailed link also works in a browser that is signed in', async () => {
  const person = await givenPerson()
  const { page } = await deviceOf(person.account)
  await page.goto('/pages/profile')
  await page.getByText('not confirmed yet').waitFor()
  await page.getByRole('button', { name: 'Send confirmation email' }).click()
  await page.getByText(`A confirmation link was sent to ${person.account}`).waitFor()
  const { link } = await findMail(person.account, 'verifyEmail')
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Confirm your address' }).waitFor()
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your address is confirmed' }).waitFor()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await page.getByText('main address', { exact: true }).waitFor()
})

test('changes the password in the profile with the present one and signs out other devices', async () => {
  const { account } = await givenPerson()
  const elsewhere = await signInByApi(learntUrl(), account)
  const { page } = await deviceOf(account)
  await page.goto('/pages/profile')
  const present = page.getByRole('textbox', { name: 'Current password' })
  const next = page.getByRole('textbox', { name: 'New password' })
  const change = page.getByRole('button', { name: 'Change password' })
  await present.fill('not-the-password')
  await next.fill(otherPassword)
  await change.click()
  await page.getByText('This is not your current password.').waitFor()
  expect(await present.getAttribute('aria-invalid')).toBe('true')
  await present.fill(password)
  await change.click()
  await page.getByText(/^Your password has been changed, and 1 other session was ended$/).waitFor()
  expect((await elsewhere.fetch('/api/session/teams')).status).toBe(401)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/pages/profile')
  await signInByApi(learntUrl(), account, otherPassword)
})

test('where a tenant offers no registration, the page says so and the operation refuses', async () => {
  const url = learntUrl().replace('localhost', 'munro.localhost')
  const { page } = await newDevice({ url })
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: 'LOGIN TO Munro Hotels' }).waitFor()
  expect(await page.getByRole('link', { name: 'Create an account' }).count()).toBe(0)
  await page.goto('/register')
  await page.getByRole('heading', { level: 1, name: 'Registration is closed' }).waitFor()
  const answer = await page.evaluate(
    async (body) => {
      const reply = await fetch('/api/registrations', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return reply.status
    },
    {
      firstName: 'Noor',
      lastName: 'Newcomer',
      email: 'noor@munro.example',
      phone: '+44 1632 960123',
      password: otherPassword,
    },
  )
  expect(answer).toBe(409)
})

test('administrators never read a link that opens an account', async () => {
  const { account } = await givenPerson()
  const { page } = await newDevice()
  await page.goto('/resetpassword')
  await page.getByRole('textbox', { name: 'Email' }).fill(account)
  await page.getByRole('button', { name: 'Send link' }).click()
  const { link } = await findMail(account, 'resetPassword')
  const code = new URL(link).searchParams.get('code') ?? ''
  const admin = await callerOf(learntUrl(), accounts.admin)
  const { items } = await admin.call(api.mails.list, { query: { search: account } })
  expect(items.length).toBeGreaterThan(0)
  expect(JSON.stringify(items)).not.toContain(code)
  const other = await callerOf(learntUrl(), accounts.learner)
  expect(await refusalOf(other.call(api.mails.list, { query: { search: account } }))).toBe('not-allowed')
})

test('a person registers, is welcomed, and the administrators are notified', async () => {
  const { page, troubles } = await newDevice()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('heading', { level: 1, name: 'CREATE AN ACCOUNT' }).waitFor()
  const create = page.getByRole('button', { name: 'Create an account' })
  const write = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)
  const lastName = unique('Newcomer')
  const email = `${lastName.toLowerCase()}@learnt.example`
  await write('First name', 'N')
  await write('Last name', lastName)
  await page.getByText('Min character length is 2').waitFor()
  await write('First name', 'Noor')
  await write('Email', 'not-an-address')
  await write('Phone', '+44 1632 960123')
  await page.getByText('Please enter a valid email').waitFor()
  await write('Email', accounts.learner)
  await write('Password', 'short')
  expect(await create.isDisabled()).toBe(true)
  await write('Password', otherPassword)
  await create.click()
  await page.getByText('The email has been already registered.').waitFor()
  await write('Email', email)
  await create.click()
  await page.getByText('Account created successfully').waitFor()
  await page.waitForURL(home, { waitUntil: 'commit' })
  await page.getByText('Welcome Noor', { exact: true }).waitFor()

  const admin = await callerOf(learntUrl(), accounts.admin)
  const { items } = await admin.call(api.members.list, { query: { search: email } })
  expect(items).toMatchObject([{ firstName: 'Noor', lastName, status: 'active', roles: ['learner'] }])
  const { subject, link } = await findMail(accounts.admin, 'registered', lastName)
  expect(subject).toBe(`Noor ${lastName} has registered at Learnt Academy`)
  expect(link).toContain(`/apps/admin/users/${items[0]?.userId}`)
  const administrator = await deviceOf(accounts.admin)
  await administrator.page.goto(link)
  await administrator.page.getByRole('heading', { level: 1, name: `Noor ${lastName}` }).waitFor()
  await findMail(email, 'verifyEmail')
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])
})
