import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callerOf, signInByApi } from './given/calls.ts'
import { accounts, newDevice } from './given/devices.ts'
import { enterAs } from './given/door.ts'
import { type Front, startFront } from './given/front.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson } from './given/people.ts'
import { cannotBeReached, kept, watchedOver } from './given/worker.ts'
import { startLearnt } from './learnt.ts'

let front: Front

beforeEach(async () => {
  front = await startFront(Number(new URL(learntUrl()).port))
})

afterEach(() => front.close())

const courses = '/apps/courses/mycourses'

const newVersion = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is available' })

/** Addresses in all caches of this browser, except those of the build. */
const keptOf = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const { pathname, search } = new URL(request.url)
        if (!/^\/assets\/[^/]+-[\w-]{8}\.(m?js|css|woff2)$/.test(pathname)) found.push(`${name} ${pathname}${search}`)
      }
    return found
  })

test('the worker leaves sign-ins, files and the API to the browser', async () => {
  const { page, troubles } = await watchedOver(front.url)
  front.state = 'gone'
  for (const address of ['/auth/signin?code=x', '/callback/x?code=x', '/api/docs', '/healthz', '/files/x/y/z.pdf'])
    await expect(page.goto(address), address).rejects.toThrow(/net::ERR/)
  // the browser's own error page comes a moment later, and interrupts the next navigation
  const isThere = () =>
    page.goto('/pages/profile').then(
      () => true,
      () => false,
    )
  await expect.poll(isThere).toBe(true)
  await cannotBeReached(page).waitFor()
  front.state = 'up'
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'cannot be reached' }).waitFor()
  expect(troubles.filter((words) => /^(policy|uncaught)/.test(words))).toEqual([])
})

test('a newer build is offered and never taken by itself; unsaved text and a running course come first', async () => {
  const { page } = await watchedOver(front.url, accounts.admin)
  await page.goto('/apps/admin/users/new')
  await page.getByRole('textbox', { name: 'First name' }).waitFor()
  // the page listens once it is complete
  await page.locator('link[rel=manifest]').waitFor({ state: 'attached' })
  const before = await front.entry()
  await page.evaluate(() => Object.assign(window, { mine: 'still here' }))
  front.isNewBuild = true
  const after = await front.entry()
  expect(after).not.toBe(before)
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('div'), { id: 'course' }))
    document.getElementById('course')?.setAttribute('data-running-course', '')
  })
  await page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration()) as ServiceWorkerRegistration
    const found = new Promise((resolve) => registration.addEventListener('updatefound', resolve, { once: true }))
    await registration.update()
    await found
    const worker = registration.installing ?? registration.active
    while (worker && worker.state !== 'activated')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
  })
  await page.waitForTimeout(500)
  expect(await newVersion(page).count()).toBe(0)
  await page.evaluate(() => document.getElementById('course')?.remove())
  await newVersion(page).waitFor()
  expect(await page.evaluate('window.mine')).toBe('still here')

  const unsaved = page.getByRole('textbox', { name: 'First name' })
  await unsaved.fill('Unsaved')
  const asked = page.waitForEvent('dialog')
  const clicked = newVersion(page).getByRole('button', { name: 'Reload' }).click()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await clicked
  expect(await unsaved.inputValue()).toBe('Unsaved')
  page.on('dialog', (again) => void again.accept())
  await newVersion(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.evaluate('window.mine')).toBeUndefined()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)).toBe(
    front.url + after,
  )
  await page.waitForTimeout(500)
  expect(await newVersion(page).count()).toBe(0)
})

test('signing out and changing the team empty all caches except the build', async () => {
  const { account, ...person } = await givenPerson()
  const admin = await callerOf(learntUrl(), accounts.admin)
  await admin.call(api.members.create, {
    body: { firstName: 'Robin', lastName: person.name.split(' ')[1] ?? '', email: account, teamId: 'learnt-community' },
  })
  const caller = await signInByApi(front.url, account)
  const device = await newDevice({ url: front.url, serviceWorkers: 'allow' })
  await enterAs(device.page, caller)
  const { page } = device
  await page.goto('/teams')
  await page.getByRole('button', { name: /^Learnt Community/ }).click()
  await page.waitForURL('**/apps/homepage/myhomepage', { waitUntil: 'commit' })
  await kept(page)
  const leaveSomething = () =>
    page.evaluate(async () => {
      const cache = await caches.open('learnt-something')
      await cache.put('/api/learning/home', new Response('of a person'))
    })
  await leaveSomething()
  expect((await keptOf(page)).sort()).toEqual([
    expect.stringMatching(/^learnt-pages \/offline\?team=learnt-community&/),
    'learnt-something /api/learning/home',
  ])
  await page.getByRole('button', { name: /^Your account: / }).click()
  await page.getByRole('menuitem', { name: 'Learnt Academy' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).getByText('Learnt Academy').waitFor()
  await expect
    .poll(() => keptOf(page))
    .toEqual([expect.stringMatching(/^learnt-pages \/offline\?team=(?!learnt-community)/)])
  front.state = 'gone'
  await page.goto(courses)
  await page.getByRole('heading', { level: 1, name: 'Learnt Academy cannot be reached' }).waitFor()
  front.state = 'up'
  await page.getByRole('heading', { level: 1, name: 'My courses' }).waitFor()

  await leaveSomething()
  const told = page.waitForRequest((request) => request.url().includes('/offline?'))
  await page.goto('/logout')
  await page.getByRole('button', { name: 'Login' }).waitFor()
  expect(await keptOf(page).then((all) => all.filter((one) => one.includes('something')))).toEqual([])
  await told
  await expect.poll(() => keptOf(page)).toEqual([expect.stringMatching(/^learnt-pages \/offline\?team=/)])
})

test('two tenants’ applications have their own names, colours and icons', async () => {
  const manifests: { name: string; theme_color: string; icons: { src: string }[] }[] = []
  for (const team of ['learnt', 'munro']) {
    const { page, context } = await newDevice({ url: front.url, serviceWorkers: 'allow' })
    await page.goto(`/login?team=${team}`)
    await page.evaluate((id) => localStorage.setItem('learnt.team', id), team)
    await page.reload()
    await page.locator('link[rel=manifest]').waitFor({ state: 'attached' })
    await page.locator('link[rel=apple-touch-icon]').waitFor({ state: 'attached' })
    const seen = await page.evaluate(async () => {
      const manifest = await (
        await fetch(document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '')
      ).json()
      const sizes: string[] = []
      for (const { src } of manifest.icons) {
        const bitmap = await createImageBitmap(await (await fetch(src)).blob())
        sizes.push(`${bitmap.width}x${bitmap.height}`)
      }
      return { manifest, sizes }
    })
    expect(seen.sizes).toEqual(seen.manifest.icons.map((icon: { sizes: string }) => icon.sizes))
    manifests.push(seen.manifest)
    const devtools = await context.newCDPSession(page)
    const { errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    const colors = await page
      .locator('meta[name=theme-color]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('content')))
    expect(new Set(colors).size).toBe(1)
  }
  const [learnt, munro] = manifests
  expect(learnt?.name).not.toBe(munro?.name)
  expect(learnt?.theme_color).not.toBe(munro?.theme_color)
  expect(learnt?.icons[0]?.src).not.toBe(munro?.icons[0]?.src)
})

test('the user menu installs the application while the browser offers it', async () => {
  const { page } = await watchedOver(front.url)
  const menu = page.getByRole('button', { name: /^Your account: / })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Install app' }).count()).toBe(0)
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => Object.assign(window, { asked: true }),
    })
    dispatchEvent(offer)
  })
  await page.getByRole('menuitem', { name: 'Install app' }).click()
  await expect.poll(() => page.evaluate('window.asked')).toBe(true)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Install app' }).count()).toBe(0)
})

test('switched off, the worker leaves the browser with everything it stored', async () => {
  const { page } = await watchedOver(front.url)
  const without = await startLearnt({ demo: false, settings: { SERVICE_WORKER: 'off' } })
  try {
    front.target = Number(new URL(without.url).port)
    await page.goto('/login')
    await expect
      .poll(() =>
        page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]),
      )
      .toEqual([0, 0])
    front.state = 'gone'
    await expect(page.goto('/login')).rejects.toThrow(/net::ERR/)
  } finally {
    await without.stop()
  }
})
