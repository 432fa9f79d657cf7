import { expect, test } from 'vitest'
import { password, signInByApi } from './given/calls.ts'
import { newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { findMail } from './given/mails.ts'
import { givenPerson } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

const otherPassword = 'Another-horse-43'

test('resets a forgotten password by a mailed link, once, and signs out other devices', async () => {
  const { account } = await givenPerson()
  const elsewhere = await signInByApi(learntUrl(), account)
  const { page, troubles } = await newDevice()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot/Change Password' }).click()
  await page.getByRole('heading', { level: 1, name: 'Forgot or change your password' }).waitFor()
  const send = page.getByRole('button', { name: 'Send link' })
  expect(await send.isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Email' }).fill(account)
  await send.click()
  await page.getByText('Success! An password reset link has been sent to your email account').waitFor()

  const { link, text } = await findMail(account, 'resetPassword')
  expect(text).toContain('/change-password?code=')
  // Mail scanners that open every link do not use it up.
  for (let round = 0; round < 2; round++) expect((await fetch(link)).status).toBe(200)
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
  await page.getByText(`For ${account}.`, { exact: false }).waitFor()
  const secret = page.getByRole('textbox', { name: 'New password', exact: true })
  const set = page.getByRole('button', { name: 'Set the new password' })
  await secret.fill('short')
  await page.getByText('Still needed: at least 8 characters').waitFor()
  expect(await set.isDisabled()).toBe(true)
  await secret.fill('password1')
  await set.click()
  await page.getByText('This password is easily guessed. Please choose another one.').waitFor()
  expect(await secret.getAttribute('aria-invalid')).toBe('true')
  await secret.fill(otherPassword)
  await set.click()
  await page.getByRole('heading', { level: 1, name: 'Your password has been changed' }).waitFor()
  expect((await elsewhere.fetch('/api/session/teams')).status).toBe(401)
  await findMail(account, 'passwordChanged')

  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'This link has already been used' }).waitFor()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await page.waitForURL(/\/resetpassword$/, { waitUntil: 'commit' })
  await page.goto('/login')
  await signIn(page, account, { secret: password })
  await page.getByText('username or password is incorrect').waitFor()
  await signIn(page, account, { secret: otherPassword })
  await page.waitForURL(home, { waitUntil: 'commit' })

  // The account is theirs now: they upload a picture, and add an address that opens it too.
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 200 } })
  await page.goto('/pages/profile')
  await page.getByRole('heading', { name: 'Your details' }).waitFor()
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  const across = page.getByRole('dialog').getByRole('slider', { name: 'Left or right' })
  await across.focus()
  for (let step = 0; step < 5; step++) await across.press('ArrowRight')
  await page.getByRole('button', { name: 'Use picture' }).click()
  await page.getByText('The picture was saved').waitFor()
  const shown = page.getByRole('banner').locator('.person-avatar img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128)
  const called = page.getByRole('textbox', { name: 'Preferred name' })
  await called.fill('Sunny')
  await called.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Sunny / }).waitFor()
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await phone.fill('call me')
  await phone.blur()
  await page.getByText('Please enter a valid phone number, such as +44 20 7946 0958.').waitFor()
  await phone.fill('')

  const further = `further-${account}`
  await page.getByRole('textbox', { name: 'Another address' }).fill(further)
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByText(`A confirmation link was sent to ${further}`).waitFor()
  await page.goto((await findMail(further, 'addAddress')).link)
  await page.getByRole('button', { name: 'Add the address' }).click()
  await page.getByRole('heading', { level: 1, name: 'The address was added' }).waitFor()
  const another = await newDevice()
  await another.page.goto('/login')
  await signIn(another.page, further, { secret: otherPassword })
  await another.page.waitForURL(home, { waitUntil: 'commit' })
  // The refusals are answers, which browsers log to the console.
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])
})
