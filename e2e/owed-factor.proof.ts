import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OidcPeer, oidcPeer } from '../apps/server/test/peers/oidc-peer.ts'
import { callerOf, password, signInByApi } from './given/calls.ts'
import { codeField, codeOf } from './given/codes.ts'
import { givenCourse, givenPackage, packageStep } from './given/courses.ts'
import { accounts, deviceOf, newDevice } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { buildPackage } from './given/packages.ts'
import { unique } from './given/people.ts'
import { givenTenantWithDomain, giveProvider } from './given/tenants.ts'

// A role newly requires a second factor of a person who has none and signed in some time ago.

let tenant: Awaited<ReturnType<typeof givenTenantWithDomain>>
let oidc: OidcPeer
const provider = 'Acme ID'
/** Of the person who signs in at the provider. */
let email: string
beforeAll(async () => {
  tenant = await givenTenantWithDomain('owing')
  oidc = await oidcPeer({ redirectUris: [`${tenant.url}/callback/`] })
  await giveProvider(tenant, provider, oidc)
  email = `${unique('pat').toLowerCase()}@${tenant.domain}`
  const owner = await signInByApi(learntUrl(), tenant.admin)
  await owner.call(api.members.create, { body: { firstName: 'Pat', lastName: 'Given', email, teamId: tenant.id } })
})
afterAll(() => oidc?.close())

async function ask(requiredFor: ('admin' | 'learner')[]): Promise<void> {
  const root = await callerOf(learntUrl(), accounts.superadmin)
  await root.call(api.tenants.changeAccess, {
    params: { tenantId: tenant.id },
    body: { settings: { secondFactor: { requiredFor, afterProvider: true } } },
  })
}

/** As if the last proof were older than ten minutes: the step does not begin at once. */
async function letTimePass(page: Page): Promise<void> {
  const problem = { type: 'about:blank', title: 'Show who you are', status: 403, code: 'proof-required' }
  await page.route(
    '**/api/session/owed-step',
    (route) => route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    { times: 1 },
  )
}

const stepOver = (page: Page) => page.getByRole('dialog', { name: 'One more step: your second factor' })

async function setUpApp(page: Page): Promise<void> {
  const over = stepOver(page)
  await over.getByRole('button', { name: 'Authenticator app' }).click()
  const key = (await over.locator('code').first().textContent()) ?? ''
  await codeField(page).fill(codeOf(key))
  await over.getByRole('button', { name: 'Confirm and continue' }).click()
  await over.getByRole('checkbox', { name: 'I have saved them in a safe place' }).check()
  await over.getByRole('button', { name: 'Continue' }).click()
  await over.waitFor({ state: 'detached' })
}

test('the password is asked for first, and an open package continues where it was', async () => {
  const owner = await signInByApi(learntUrl(), tenant.admin)
  const title = unique('Counting')
  const packageId = await givenPackage(owner, await buildPackage({ title: 'Counting' }))
  await givenCourse(owner, {
    title,
    steps: [packageStep('The package', packageId)],
    rule: { rule: {}, everyone: true },
  })
  const { page } = await deviceOf(tenant.admin, { url: tenant.url })
  await page.goto('/apps/courses/mycourses')
  await page.getByRole('link', { name: title }).click()
  await page
    .getByRole('link', { name: /The package/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Start' }).click()
  const content = page.frameLocator('iframe[title^="Player:"]').frameLocator('iframe')
  const next = (slide: string) =>
    content
      .getByRole('button', { name: 'Next', exact: true })
      .click()
      .then(() => content.getByRole('heading', { level: 1, name: slide }).waitFor())
  await content.getByRole('heading', { level: 1, name: 'Slide 1' }).waitFor()
  await next('Slide 2')

  await letTimePass(page)
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/runtime/commit') && answer.status() === 401,
  )
  await ask(['admin'])
  const over = stepOver(page)
  await over.waitFor()
  // Calls of the package meanwhile are refused, and wait.
  await page.evaluate(() => document.querySelector('dialog')?.close())
  await next('Slide 3')
  await refused
  await page.evaluate(() => document.querySelector('dialog')?.showModal())

  const field = over.getByLabel('Password', { exact: true })
  await field.fill('Not-the-password-1')
  await over.getByRole('button', { name: 'Continue' }).click()
  await over.getByText('This is not your current password.').waitFor()
  await field.fill(password)
  await over.getByRole('button', { name: 'Continue' }).click()
  await setUpApp(page)
  const stored = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/runtime/commit') && answer.status() === 200,
  )
  await next('Slide 4')
  await stored
  await page
    .getByRole('button', { name: /^(Leave|Save and close)/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await content.getByText('Welcome back: you are at step 4 of 7.').waitFor()
  await ask([])
})

test('a person without a password proves who they are at the provider, in a new window; typed text stays', async () => {
  oidc.person = { sub: unique('sub'), email, email_verified: true, given_name: 'Pat' }
  const { page, context } = await newDevice({ url: tenant.url })
  await page.goto('/login')
  await page.getByRole('button', { name: `Log in with ${provider}` }).click()
  await page.waitForURL(/\/(teams|apps\/homepage\/myhomepage)$/)
  await page.goto('/apps/courses/mycourses')
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /^Search/ }))
    .first()
  await search.fill('half a word')
  await letTimePass(page)
  await ask(['learner'])
  const over = stepOver(page)
  await over.getByText('by signing in with your provider', { exact: false }).waitFor()
  const opened = context.waitForEvent('page')
  await over.getByRole('button', { name: `Log in with ${provider}` }).click()
  await opened
  await setUpApp(page)
  expect(await search.inputValue()).toBe('half a word')
  await expect.poll(() => context.pages().length).toBe(1)
  await ask([])
})
