import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newDevice, signIn } from './given/devices.ts'
import { givenTwoHosts } from './given/two-hosts.ts'

/** Addresses that the browser asks for with a code in them. */
function hearCodes(page: Page): string[] {
  const heard: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/signin?')) heard.push(request.url())
  })
  return heard
}

test('from one host name to another: one click, no token in an address, and the code is good for nobody else', async () => {
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

  // The address is in the history of this browser, and perhaps in somebody else's hands.
  const [code = ''] = codes
  const thief = await newDevice({ url: far.url })
  await thief.page.goto(code)
  await thief.page.waitForURL(/\/login/)
  await thief.page.getByText('You could not be taken over from the other address').waitFor()
  await page.goto(code)
  await page.waitForURL(/\/(login|teams|apps\/homepage)/)
  expect((await context.cookies(far.url)).some((cookie) => /learnt(_session)?$/.test(cookie.name))).toBe(true)
})
