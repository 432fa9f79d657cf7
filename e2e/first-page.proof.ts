import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInByApi } from './given/calls.ts'
import { accounts, type Device, deviceOf, newDevice, signIn } from './given/devices.ts'
import { enterAs } from './given/door.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson } from './given/people.ts'

const paths = { home: '/apps/homepage/myhomepage', myCourses: '/apps/courses/mycourses' }
const home = /\/apps\/homepage\/myhomepage$/
const first = /^\/api\/(start|home|session\/teams)$/
const application = /\/assets\/app-/

/** Counts each request of a first page from now on. */
function questionsOf(page: Page): Record<string, number> {
  const counts: Record<string, number> = {}
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (first.test(pathname)) counts[pathname] = (counts[pathname] ?? 0) + 1
  })
  return counts
}

const greeted = (page: Page, name: string) => page.getByRole('heading', { level: 1, name: `Hello, ${name}` }).waitFor()
const linksAhead = (page: Page) => page.locator('head > link[rel="modulepreload"][href*="/app-"]').count()

test('on the way to the homepage everything is requested once', async () => {
  const { account } = await givenPerson({ firstName: 'Ada' })
  const { page, troubles } = await deviceOf(account)
  const counts = questionsOf(page)
  const answer = await page.goto('/')
  expect(await answer?.text()).toContain('<meta name="signed-in" content="yes"')
  await page.waitForURL(home, { waitUntil: 'commit' })
  await greeted(page, 'Ada')
  expect(counts).toEqual({ '/api/start': 1, '/api/home': 1, '/api/session/teams': 1 })
  // the redirect leaves no history entry to go forward to
  await page.goto('/pages/profile')
  await page.goBack()
  await page.waitForURL(home, { waitUntil: 'commit' })
  expect(troubles).toEqual([])
})

test('without the application’s code the page says so, and starts again', async () => {
  const { account } = await givenPerson({ firstName: 'Ada' })
  const { page } = await deviceOf(account)
  await page.route(application, (route) => route.abort())
  for (const path of ['/', '/pages/profile']) {
    await page.goto(path)
    await page.getByRole('alert').getByRole('heading').waitFor()
    expect(await page.locator('#splash').count()).toBe(0)
  }
  await page.unroute(application)
  await page.getByRole('alert').getByRole('button').click()
  await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
})

test('a person of several teams chooses one, as before', async () => {
  const { page, troubles } = await deviceOf(accounts.learner)
  const counts = questionsOf(page)
  await page.goto('/')
  await page.waitForURL(/\/teams$/, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(counts['/api/start']).toBe(1)
  expect(troubles).toEqual([])
})

test('another first page requests only its own data', async () => {
  const { page, troubles } = await deviceOf(accounts.learner)
  const counts = questionsOf(page)
  await page.goto('/apps/courses/mycourses')
  await page.getByRole('heading', { level: 1, name: 'My courses' }).waitFor()
  expect(counts).toEqual({ '/api/start': 1 })
  expect(await linksAhead(page)).toBeGreaterThan(0)
  expect(troubles).toEqual([])
})

test('a guest requests the session once, and does not get the application', async () => {
  const { page, troubles } = await newDevice()
  const counts = questionsOf(page)
  await page.goto('/')
  await page.waitForURL(/\/login$/, { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  expect(counts).toEqual({ '/api/start': 1 })
  expect(await linksAhead(page)).toBe(0)
  expect(troubles).toEqual([])
})

test('after a session has ended, the person signs in and sees their own homepage with new data', async () => {
  const { account, name } = await givenPerson()
  const device = await newDevice()
  await enterFreshly(device, account)
  const ended = await signInByApi(learntUrl(), account)
  await ended.call(api.session.revokeOthers)
  const { page } = device
  await page.goto('/')
  await page.waitForURL(/\/login$/, { waitUntil: 'commit' })
  const counts = questionsOf(page)
  await signIn(page, account)
  await page.waitForURL(home, { waitUntil: 'commit' })
  await greeted(page, name.split(' ')[0] ?? '')
  expect(counts['/api/home']).toBe(1)
})

test('when another person signs in in another tab, the next page is theirs', async () => {
  const [one, other] = [await givenPerson({ firstName: 'Ada' }), await givenPerson({ firstName: 'Grace' })]
  const device = await newDevice()
  await enterFreshly(device, one.account)
  await device.page.goto('/')
  await greeted(device.page, 'Ada')
  const second = await device.context.newPage()
  await second.goto('/logout')
  await second.waitForURL(/\/login/, { waitUntil: 'commit' })
  await signIn(second, other.account)
  await second.waitForURL(home, { waitUntil: 'commit' })
  await greeted(second, 'Grace')
  await device.page.goto('/')
  await device.page.waitForURL(home, { waitUntil: 'commit' })
  await greeted(device.page, 'Grace')
})

test('a page restored by the browser’s buttons shows the present state', async () => {
  const { account } = await givenPerson({ firstName: 'Ada' })
  const device = await newDevice()
  await enterFreshly(device, account)
  const { page } = device
  await page.goto('/')
  await greeted(page, 'Ada')
  await page.goto('about:blank')
  const counts = questionsOf(page)
  await page.goBack()
  await greeted(page, 'Ada')
  expect(counts['/api/start'] ?? 0).toBeLessThanOrEqual(1)
  await page.goto('/logout')
  await page.waitForURL(/\/login/, { waitUntil: 'commit' })
  // Going back while the browser still changes documents is refused by its protocol, not by the page.
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  await page.goBack()
  await page.waitForURL(/\/login/, { waitUntil: 'commit' })
  expect(await page.getByText('Hello, ').count()).toBe(0)
})

/** A session of its own, because it ends in the test. */
async function enterFreshly({ page }: Device, account: string): Promise<void> {
  await enterAs(page, await signInByApi(learntUrl(), account))
}

test('the next page’s data is requested while the pointer rests on its link, and not again when the page opens', async () => {
  const { page, troubles } = await deviceOf(accounts.learner)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/my/')) asked.push(pathname)
  })
  await page.goto(paths.home)
  const link = page.locator(`#content a[href="${paths.myCourses}"]`)
  await link.scrollIntoViewIfNeeded()
  const { x, y } = (await link.boundingBox()) as { x: number; y: number }
  await page.mouse.move(x + 5, y + 5)
  await expect.poll(() => asked).toEqual(['/api/my/courses'])
  await page.mouse.down()
  await page.mouse.up()
  await page.getByRole('heading', { level: 1, name: 'My courses' }).waitFor()
  const card = page.locator('#content a[href^="/apps/course/"]').first()
  await card.waitFor()
  expect(asked).toEqual(['/api/my/courses'])
  const course = `/api/my/courses/${(await card.getAttribute('href'))?.split('/').at(-1)}`
  const place = (await card.boundingBox()) as { x: number; y: number }
  await page.mouse.move(place.x + 5, place.y + 5)
  await expect.poll(() => asked).toContain(course)
  expect(new URL(page.url()).pathname).toBe(paths.myCourses)
  await page.mouse.down()
  await page.mouse.up()
  await page.waitForURL(/\/apps\/course\//, { waitUntil: 'commit' })
  await page.locator('[data-page-heading]').waitFor()
  // Once the step is recorded as opened, the outline is requested again, because it has changed.
  const recorded = asked.findIndex((path) => path.endsWith('/progress'))
  const before = recorded === -1 ? asked : asked.slice(0, recorded)
  expect(before.filter((path) => path === course)).toHaveLength(1)
  expect(troubles).toEqual([])
})
