import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, asAdmin, deviceOf, newDevice, type RoleWord, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

const heldBy: Record<RoleWord, { links: string[]; not: string[] }> = {
  learner: { links: ['My courses', 'My bundles'], not: ['My Reports', 'Admin', 'Super Admin'] },
  manager: { links: ['My courses', 'Learner report'], not: ['Admin', 'Super Admin'] },
  admin: { links: ['My courses', 'Users', 'Permissions'], not: ['My Reports', 'Super Admin'] },
  superadmin: { links: ['Users', 'Tenants'], not: ['My Reports'] },
}

test('the team’s login page: its texts, and a button that is enabled when the form is valid', async () => {
  const { page } = await newDevice()
  await page.goto('/')
  await page.waitForURL(/\/login$/, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'LOGIN TO Learnt Academy' }).waitFor()
  const button = page.getByRole('button', { name: 'Login' })
  const email = page.getByRole('textbox', { name: 'Email' })
  const secret = page.getByRole('textbox', { name: 'Password', exact: true })
  expect(await button.isDisabled()).toBe(true)
  await email.fill('abc')
  await secret.focus()
  expect(await page.getByText('Min character length is 4').count()).toBe(1)
  await secret.fill('abc')
  await email.focus()
  expect(await page.getByText('Min character length is 4').count()).toBe(2)
  expect(await button.isDisabled()).toBe(true)
  await email.fill('abcd')
  await secret.fill('abcd')
  expect(await page.getByText('Min character length is 4').count()).toBe(0)
  expect(await button.isEnabled()).toBe(true)
  await page.getByRole('link', { name: 'Forgot/Change Password' }).click()
  await page.waitForURL(/\/resetpassword$/, { waitUntil: 'commit' })
})

test('the host name chooses the team', async () => {
  const url = learntUrl().replace('localhost', 'munro.localhost')
  const { page } = await newDevice({ url })
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: 'LOGIN TO Munro Hotels' }).waitFor()
  await signIn(page, 'learner@munro.example')
  await page.waitForURL(home, { waitUntil: 'commit' })
})

test.for(Object.keys(heldBy) as RoleWord[])(
  'a %s signs in, lands on the homepage and has the navigation of that role',
  async (role) => {
    const { page } = await newDevice()
    await signIn(page, accounts[role])
    await page.waitForURL(home, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()
    const navigation = page.getByRole('navigation', { name: 'Main navigation' })
    await navigation.getByRole('link', { name: 'Home' }).waitFor()
    const folded = navigation.getByRole('button', { expanded: false })
    while ((await folded.count()) > 0) await folded.first().click()
    for (const name of heldBy[role].links) await navigation.getByRole('link', { name, exact: true }).first().waitFor()
    for (const name of heldBy[role].not) expect(await navigation.getByText(name, { exact: true }).count(), name).toBe(0)
    expect(await navigation.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
  },
)

test('the session stays on this device only if its box was ticked', async () => {
  const { account } = await givenPerson()
  const cookieAfter = async (persist: boolean) => {
    const { page, context } = await newDevice()
    await signIn(page, account, { persist })
    await page.waitForURL(home, { waitUntil: 'commit' })
    const cookie = (await context.cookies()).find((one) => /learnt(_session)?$/.test(one.name))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    return cookie?.expires ?? 0
  }
  expect(await cookieAfter(false)).toBe(-1)
  expect(await cookieAfter(true)).toBeGreaterThan(Date.now() / 1000 + 24 * 3600)
})

test('guest pages redirect people who are signed in', async () => {
  const { page } = await deviceOf((await givenPerson()).account)
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await page.waitForURL(home, { waitUntil: 'commit' })
  }
})

test('a learner who opens an administrator’s page is told what was refused and lands on the homepage', async () => {
  const { page } = await deviceOf((await givenPerson()).account)
  await page.goto('/apps/admin/users')
  await page.getByRole('alert').filter({ hasText: 'You do not have access to “Users”' }).waitFor()
  await page.waitForURL(home, { waitUntil: 'commit' })
  const admin = await asAdmin()
  await admin.page.goto('/apps/admin/users')
  await admin.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
})

test('an unknown address leads to the page for unknown addresses', async () => {
  const guest = await newDevice()
  await guest.page.goto('/no/such/page')
  await guest.page.waitForURL(/\/pages\/errors\/error-404$/, { waitUntil: 'commit' })
  await guest.page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor()
  const { page } = await deviceOf(accounts.learner)
  await page.goto('/apps/no-such-page')
  await page.waitForURL(/\/pages\/errors\/error-404$/, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor()
})

test('a person of two teams chooses one, switches in place, and signs in to the one whose page it is', async () => {
  const { account, ...person } = await givenPerson()
  const admin = await callerOf(learntUrl(), accounts.admin)
  await admin.call(api.members.create, {
    body: { firstName: 'Robin', lastName: person.name.split(' ')[1] ?? '', email: account, teamId: 'learnt-community' },
  })
  const { page } = await newDevice()
  await signIn(page, account)
  await page.getByRole('heading', { level: 1, name: 'Choose a team' }).waitFor()
  await page.getByRole('button', { name: /^Learnt Community/ }).click()
  await page.waitForURL(home, { waitUntil: 'commit' })
  const brand = page.getByRole('navigation', { name: 'Main navigation' })
  await brand.getByText('Learnt Community').waitFor()
  await page.getByRole('button', { name: /^Your account: / }).click()
  await page.getByRole('menuitem', { name: 'Learnt Academy' }).click()
  await brand.getByText('Learnt Academy').waitFor()
  await page.reload()
  await brand.getByText('Learnt Academy').waitFor()
  for (const [host, name] of [
    ['localhost', 'Learnt Academy'],
    ['learnt-community.localhost', 'Learnt Community'],
  ] as const) {
    const later = await newDevice({ url: learntUrl().replace('localhost', host) })
    await signIn(later.page, account)
    await later.page.waitForURL(home, { waitUntil: 'commit' })
    await later.page.getByRole('navigation', { name: 'Main navigation' }).getByText(name).waitFor()
  }
})

test('the list of sessions ends another device, which notices at once', async () => {
  const { account } = await givenPerson()
  const [here, there] = [await newDevice(), await newDevice()]
  for (const { page } of [here, there]) {
    await signIn(page, account)
    await page.waitForURL(home, { waitUntil: 'commit' })
  }
  await here.page.goto('/pages/profile/sessions')
  const ends = here.page.getByRole('button', { name: /^End the session of / })
  await ends.first().waitFor()
  expect(await ends.count()).toBe(1)
  await ends.click()
  await here.page.getByText(/^The session of .* has ended$/).waitFor()
  await expect.poll(() => ends.count()).toBe(0)
  await there.page.waitForURL(/\/login\?ended$/, { waitUntil: 'commit' })
  await there.page.getByText('Your session has ended. Please sign in again.').waitFor()
  // the device that ended it stays signed in
  await here.page.goto('/apps/homepage/myhomepage')
  await here.page.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()
})

test('too many attempts lock the account, even for the right password; others still sign in', async () => {
  const { account } = await givenPerson({ email: `${unique('locked')}@learnt.example` })
  const { page } = await newDevice()
  const blocked = page.getByText(/^Your account has been blocked due to too many login attempts.*Forgot Password/)
  for (let round = 0; round < 5; round++) {
    await signIn(page, account, { secret: `wrong-password-${round}` })
    await page.getByText('username or password is incorrect').waitFor()
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('')
  }
  await signIn(page, account)
  await blocked.waitFor()
  const other = await newDevice()
  await signIn(other.page, (await givenPerson()).account)
  await other.page.waitForURL(home, { waitUntil: 'commit' })
})

test('a person who asked for a page gets it after signing in', async () => {
  const { page } = await newDevice()
  await page.goto('/apps/admin/users?search=priya')
  await page.waitForURL(/\/login/, { waitUntil: 'commit' })
  await page.getByText('Please sign in to open this page.').waitFor()
  await signIn(page, accounts.admin)
  await page.waitForURL(/\/apps\/admin\/users\?search=priya/, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
})
