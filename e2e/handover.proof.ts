import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

/** Two teams at host names of their own, and a person who belongs to both and administers the second. */
async function givenTwoHosts() {
  const url = learntUrl()
  const root = await callerOf(url, accounts.superadmin)
  const make = async (name: string) => {
    const id = unique(name).toLowerCase()
    const host = `${id}.localhost`
    const params = { tenantId: 'learnt', teamId: id }
    await root.call(api.teams.create, { params: { tenantId: 'learnt' }, body: { id, displayName: `Team ${id}` } })
    await root.call(api.teams.update, { params, body: { domain: [host], mainDomain: host } })
    return { id, name: `Team ${id}`, url: url.replace('localhost', host) }
  }
  const [near, far] = [await make('near'), await make('far')]
  const person = await givenPerson({ teamId: near.id })
  const admin = await callerOf(url, accounts.admin)
  await admin.call(api.members.create, {
    body: {
      firstName: 'Robin',
      lastName: person.name.split(' ')[1] ?? '',
      email: person.account,
      teamId: far.id,
      roles: ['admin'],
    },
  })
  return { near, far, person }
}

/** Addresses with a code that the browser requests. */
function hearCodes(page: Page): string[] {
  const heard: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/signin?')) heard.push(request.url())
  })
  return heard
}

test('from one host name to another: one click, no token in an address, and the code works for nobody else', async () => {
  const { near, far, person } = await givenTwoHosts()
  const { page, context } = await newDevice({ url: near.url })
  const addresses: string[] = []
  page.on('request', (request) => void addresses.push(request.url()))
  const codes = hearCodes(page)
  await page.goto('/login')
  await signIn(page, person.account)
  await page.waitForURL(/\/(teams|apps\/homepage\/myhomepage)$/, { waitUntil: 'commit' })
  await page.goto('/teams')
  await page.getByRole('button', { name: new RegExp(far.name) }).click()
  await page.waitForURL(`${far.url}/apps/homepage/myhomepage`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()

  expect(codes).toHaveLength(1)
  const cookies = await context.cookies([near.url, far.url])
  const sessions = cookies.filter((cookie) => /learnt(_session)?$/.test(cookie.name))
  expect(new Set(sessions.map((cookie) => cookie.domain)).size).toBe(2)
  for (const { value } of cookies) expect(addresses.some((address) => address.includes(value))).toBe(false)

  // The address is in this browser's history, and perhaps somebody else has it.
  const [code = ''] = codes
  const thief = await newDevice({ url: far.url })
  await thief.page.goto(code)
  await thief.page.waitForURL(/\/login/)
  await thief.page.getByText('Your session could not be moved from the other address').waitFor()
  await page.goto(code)
  await page.waitForURL(/\/(login|teams|apps\/homepage)/)
  expect((await context.cookies(far.url)).some((cookie) => /learnt(_session)?$/.test(cookie.name))).toBe(true)
})

test('the menus lead there too: other teams of the person, and the settings of a team that they administer', async () => {
  const { near, far, person } = await givenTwoHosts()
  const { page } = await newDevice({ url: near.url })
  await page.goto('/login')
  await signIn(page, person.account)
  await page.waitForURL(/\/(teams|apps\/homepage\/myhomepage)$/, { waitUntil: 'commit' })
  await page.goto('/apps/homepage/myhomepage')
  await page
    .getByRole('button', { name: /^(Account|Open the menu).*|Robin/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: far.name }).click()
  await page.waitForURL((address) => address.origin === far.url && home.test(address.pathname))
  // There the person is an administrator.
  await page.getByRole('button', { name: 'Organisation', exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`Organisation settings.*${far.name}`) }).click()
  await page.waitForURL(`${far.url}/apps/admin/settings/theme`)
})
