import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf, password, signInByApi } from './given/calls.ts'
import { accounts, deviceOf, newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { findMail } from './given/mails.ts'
import { givenPerson, unique } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

const otherPassword = 'Another-horse-43'

test('a forgotten password is set anew by the mailed link, once; whoever was signed in is signed out', async () => {
  const { account } = await givenPerson()
  const elsewhere = await signInByApi(learntUrl(), account)
  const { page, troubles } = await newDevice()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot/Change Password' }).click()
  await page.getByRole('heading', { level: 1, name: 'Forgot or change your password' }).waitFor()
  const send = page.getByRole('button', { name: 'Send the link' })
  expect(await send.isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Email' }).fill(account)
  await send.click()
  await page.getByText('Success! An password reset link has been sent to your email account').waitFor()

  const { link, text } = await findMail(account, 'resetPassword')
  expect(text).toContain('/change-password?code=')
  // Programs that look at every link of a mail do not use it up.
  for (let round = 0; round < 2; round++) expect((await fetch(link)).status).toBe(200)
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
  await page.getByText(`For the account ${account}.`, { exact: false }).waitFor()
  const secret = page.getByRole('textbox', { name: 'New password', exact: true })
  const set = page.getByRole('button', { name: 'Set the new password' })
  await secret.fill('short')
  await page.getByText('Still missing: at least 8 characters').waitFor()
  expect(await set.isDisabled()).toBe(true)
  await secret.fill('password1')
  await set.click()
  await page.getByText('This password is easily guessed. Please choose another one.').waitFor()
  expect(await secret.getAttribute('aria-invalid')).toBe('true')
  await secret.fill(otherPassword)
  await set.click()
  await page.getByRole('heading', { level: 1, name: 'Your password is changed' }).waitFor()
  expect((await elsewhere.fetch('/api/session/teams')).status).toBe(401)
  await findMail(account, 'passwordChanged')

  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'This link was used already' }).waitFor()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await page.waitForURL(/\/resetpassword$/, { waitUntil: 'commit' })
  await page.goto('/login')
  await signIn(page, account, { secret: password })
  await page.getByText('username or password is incorrect').waitFor()
  await signIn(page, account, { secret: otherPassword })
  await page.waitForURL(home, { waitUntil: 'commit' })
  // The refusals are answers, which browsers write to the console.
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])
})

test('somebody registers, is welcomed, and the administrators hear of it', async () => {
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
