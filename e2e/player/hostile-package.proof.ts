import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { eventsOf, type Harness, openPackage, packageFrame, playerFrame, startHarness } from './harness.ts'
import { hostilePackage } from './hostile-package.ts'

let browser: Browser
let harness: Harness
let packageId: string

beforeAll(async () => {
  browser = await launchBrowser()
  harness = await startHarness()
  const folder = await mkdtemp(join(tmpdir(), 'learnt-hostile-'))
  await writeFile(join(folder, 'hostile.zip'), hostilePackage())
  packageId = await harness.addPackage(join(folder, 'hostile.zip'))
  await rm(folder, { recursive: true })
})
afterAll(async () => {
  await browser.close()
  await harness.close()
})

const outcomesOf = async (frame: Frame) => {
  await frame.waitForFunction(() => 'outcomes' in window, undefined, { timeout: 180_000 })
  return frame.evaluate(() => (window as never as { outcomes: Record<string, string> }).outcomes)
}
const probesSeen = () =>
  harness.seen
    .filter((request) => request.url.startsWith('/probe'))
    .map((request) => `${request.method} ${request.url} ${request.site}`)

test('the probes work: on the application’s own origin most of them succeed', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  harness.seen.length = 0
  await page.goto(`${harness.appOrigin}/control/index.html`)
  const outcomes = await outcomesOf(page.mainFrame())
  const reached = Object.entries(outcomes).filter(([, outcome]) => outcome === 'reached')
  const requests = new Set(probesSeen())
  process.stdout.write(
    `control: ${reached.length} of ${Object.keys(outcomes).length} probes got through, ${requests.size} requests were seen\n`,
  )
  expect(reached.length).toBeGreaterThanOrEqual(35)
  expect(requests.size).toBeGreaterThanOrEqual(30)
  await context.close()
})

test('on the content origin none of them reaches the application', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await openPackage(page, harness, `package=${packageId}&attempt=hostile`)
  await page.evaluate(() => localStorage.setItem('secret of the application', 'secret'))
  const cookies = await context.cookies(harness.appOrigin)
  harness.seen.length = 0
  const frame = await packageFrame(page)
  const outcomes = await outcomesOf(frame)
  process.stdout.write(`content origin: ${Object.keys(outcomes).length} probes\n`)
  expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(60)
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome === 'reached')).toEqual([])
  // A window opened by a package, if the browser allows it, is like following a link: it has no session, and cannot be
  // read ('window of the application' is not among what was reached).
  const visits = harness.seen.filter((request) => request.url === '/probe/window-of-the-application')
  expect(visits.filter((request) => request.method !== 'GET' || request.cookie.includes('session='))).toEqual([])
  // The application's own page fetches its icon at any time.
  const requests = harness.seen.filter((request) => !visits.includes(request) && request.url !== '/favicon.ico')
  // All other requests went to the run-time API, none with a cookie.
  expect(requests.filter((request) => !request.url.startsWith('/api/runtime/'))).toEqual([])
  expect(requests.filter((request) => request.cookie !== '')).toEqual([])
  // The application's page is unchanged, believes none of the forged messages, and has its own cookies.
  expect(page.url()).toBe(`${harness.appOrigin}/`)
  expect(playerFrame(page).url()).toContain('/player/')
  const events = await eventsOf(page)
  expect(JSON.stringify(events)).not.toContain('forged')
  expect(events.some((event) => event.type === 'exit')).toBe(false)
  expect(await context.cookies(harness.appOrigin)).toEqual(cookies)
  expect(context.pages()).toHaveLength(1)
  await context.close()
})

test('an endless loop in a package does not freeze the application', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await openPackage(page, harness, `package=${packageId}&attempt=loop`)
  const frame = await packageFrame(page)
  await frame.waitForFunction(() => 'outcomes' in window, undefined, { timeout: 180_000 })
  const loop = frame.evaluate(() => {
    const end = performance.now() + 2500
    while (performance.now() < end);
  })
  const gap = await page.evaluate(async () => {
    let most = 0
    let last = performance.now()
    const end = last + 2000
    while (last < end) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      most = Math.max(most, performance.now() - last)
      last = performance.now()
    }
    return most
  })
  await loop
  process.stdout.write(`longest pause of the application during a loop of 2.5 s: ${Math.round(gap)} ms\n`)
  expect(gap).toBeLessThan(1000)
  await context.close()
})
