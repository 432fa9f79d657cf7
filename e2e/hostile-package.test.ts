import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Device, deviceOf } from './given/devices.ts'
import { givenHostileCourse, type HostileWorld, startHostileWorld, startPackage } from './given/hostile-world.ts'
import { hostilePackage } from './player/hostile-package.ts'

// player/hostile-package.proof.ts shows that its probes work where nothing stops them.

let hostile: HostileWorld
beforeAll(async () => {
  hostile = await startHostileWorld()
  await givenHostileCourse(hostile, 'Hostile', hostilePackage())
})
afterAll(() => hostile?.stop())

/** What the signed-in person sees of the application; a package must change none of it. */
async function lookOf({ page, context }: Device) {
  const inPage = await page.evaluate(async () => ({
    title: document.title,
    taken: 'taken' in window,
    stored: JSON.stringify(localStorage),
    foreignWorkers: (await navigator.serviceWorker.getRegistrations()).filter(
      ({ active }) => active && new URL(active.scriptURL).pathname !== '/service-worker.js',
    ).length,
  }))
  const cookies = (await context.cookies(hostile.url)).map(({ name, value }) => `${name}=${value}`).toSorted()
  return { ...inPage, url: page.url(), cookies }
}

function searchUpwards(name: string): string {
  const scan = (from: Window) => {
    let above = from as Window & Record<string, unknown>
    while (!above[name] && above.parent !== null && above.parent !== above) above = above.parent as typeof above
    return above[name]
  }
  const found = scan(window.parent) ?? (window.opener && scan(window.opener)) ?? (top?.opener && scan(top.opener))
  return found ? 'found' : 'not found'
}

test('a hostile package reaches nothing of the application, page, cookies, operations or messages', async () => {
  const device = await deviceOf(hostile.learner.account, { url: hostile.url })
  const frame = await startPackage(device, { course: 'Hostile' })
  // Looking for the API as the standard says: with a name that does not exist, the search ends in the player without a
  // SecurityError.
  expect(await frame.evaluate(searchUpwards, 'API_1484_11')).toBe('not found')
  expect(await frame.evaluate(searchUpwards, 'API')).toBe('found')
  const before = await lookOf(device)
  await frame.waitForFunction(() => 'outcomes' in window, undefined, { timeout: 120_000 })
  const outcomes = await frame.evaluate(() => (window as never as { outcomes: Record<string, string> }).outcomes)
  const names = Object.keys(outcomes)
  expect(names.length).toBeGreaterThanOrEqual(60)
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome === 'reached')).toEqual([])

  const probes = hostile.proxy.seen.filter((one) => /probe/.test(one.url))
  // Opening a window is like following a link.
  const visits = probes.filter((one) => one.method === 'GET' && one.url === '/probe/window-of-the-application')
  expect(probes.filter((one) => !visits.includes(one))).toEqual([])
  // Requests from the content origin reached the run-time API only, without cookies.
  const fromContent = hostile.proxy.seen.filter(
    (one) => one.origin === hostile.learnt.settings.CONTENT_URL || one.site === 'cross-site',
  )
  expect(fromContent.filter((one) => !visits.includes(one) && !one.url.startsWith('/api/runtime/'))).toEqual([])
  expect(fromContent.filter((one) => !visits.includes(one) && one.cookie !== '')).toEqual([])
  expect(await lookOf(device)).toEqual(before)
  await device.page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await device.page.getByRole('button', { name: /^(Start|Continue)$/ }).waitFor()
  process.stdout.write(
    `hostile package: ${names.length} probes in the browser, 0 reached the application (${visits.length} windows, by design)\n`,
  )
})
