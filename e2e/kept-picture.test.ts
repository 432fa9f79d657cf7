import { api } from '@learnt/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInByApi } from './given/calls.ts'
import { type Device, newDevice } from './given/devices.ts'
import { enterAs } from './given/door.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

const greetings = { en: 'Welcome back', ar: 'مرحبًا بعودتك' }

/** What the browser keeps of the homepage; null: nothing. */
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('learnt.picture'))
const picture = (page: Page) => page.locator('#picture')

/** Somebody of one team on a device of their own, whose homepage this browser has a picture of. */
async function givenPicture(locale: keyof typeof greetings = 'en') {
  const person = await givenPerson({ firstName: 'Ada' })
  const caller = await signInByApi(learntUrl(), person.account)
  const { me } = await caller.call(api.session.start)
  if (!me) throw new Error('Nobody is signed in')
  await caller.call(api.session.preferences, { body: { ...me.preferences, locale } })
  // NOTE its answers would go past the routes that hold the modules back
  const device = await newDevice({ serviceWorkers: 'block' })
  await enterAs(device.page, caller)
  await device.page.goto('/')
  await device.page.getByRole('heading', { level: 1, name: greetings[locale] }).waitFor()
  await expect.poll(() => kept(device.page)).not.toBeNull()
  return { person, caller, ...device }
}

/** Holds back what the application is made of, until told. */
async function withoutScripts(context: BrowserContext): Promise<() => void> {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  const scripts = /\/assets\/(?:main|start|app|Application)-[\w-]+\.js$/
  await context.route(scripts, async (route) => {
    await until
    // its page may have been left
    await route.continue().catch(() => {})
  })
  return release
}

/** The next visit, before any script of the application has run. */
async function comeBack({ context, page }: Pick<Device, 'context' | 'page'>, path = '/') {
  await page.close()
  const goOn = await withoutScripts(context)
  const next = await context.newPage()
  await next.goto(path, { waitUntil: 'commit' })
  await next.locator('#splash').waitFor({ state: 'attached' })
  return { next, goOn }
}

/** Area of the largest thing that has been painted so far. */
const largestPaint = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      resolve(Math.max(...list.getEntries().map((entry) => (entry as PerformanceEntry & { size: number }).size)))
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })

/** It had every chance to come. */
async function expectNone(page: Page): Promise<void> {
  await expect.poll(() => kept(page)).toBeNull()
  await page.waitForTimeout(500)
  expect(await picture(page).count()).toBe(0)
}

for (const locale of ['en', 'ar'] as const)
  test(`a further visit begins with the homepage as it was, until it stands itself: ${locale}`, async () => {
    const device = await givenPicture(locale)
    const text = await kept(device.page)
    // nothing of it can be read without the key (whose letters may come to a word, but for its sign)
    expect(text).not.toMatch(/Welcome|مرحبًا|href=|class=/)
    for (const path of ['/', '/apps/homepage/myhomepage']) {
      const { next, goOn } = await comeBack(device, path)
      device.page = next
      await picture(next).waitFor()
      expect(await next.evaluate(() => document.getElementById('root')?.childElementCount)).toBe(0)
      await expect.poll(() => next.evaluate(largestPaint)).toBeGreaterThan(2000)
      // whoever reads the screen or uses the keyboard waits for the page itself
      expect(await next.getByRole('heading').count()).toBe(0)
      await next.keyboard.press('Tab')
      expect(await next.evaluate(() => document.activeElement?.id ?? '')).not.toBe('picture')
      goOn()
      await next.getByRole('heading', { level: 1, name: greetings[locale] }).waitFor()
      expect(await picture(next).count()).toBe(0)
      expect(await next.evaluate(() => document.dir)).toBe(locale === 'ar' ? 'rtl' : 'ltr')
    }
    expect(device.troubles).toEqual([])
  })

test('on a wide screen it goes when all that it shows stands, not before', async () => {
  const device = await givenPicture()
  const { next, goOn } = await comeBack(device)
  device.page = next
  await picture(next).waitFor()
  await next.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.getElementById('picture')) return
      watch.disconnect()
      document.body.dataset.stood = String(document.getElementById('required') !== null)
    })
    watch.observe(document.body, { childList: true })
  })
  goOn()
  await expect.poll(() => next.evaluate(() => document.body.dataset.stood)).toBe('true')
  expect(device.troubles).toEqual([])
})

test('whoever signs out leaves none, and the browser is empty', async () => {
  const device = await givenPicture()
  await device.page.goto('/logout')
  await device.page.waitForURL(/\/login/, { waitUntil: 'commit' })
  expect(await kept(device.page)).toBeNull()
  const { next, goOn } = await comeBack(device)
  await expectNone(next)
  goOn()
  await next.waitForURL(/\/login/, { waitUntil: 'commit' })
  expect(await kept(next)).toBeNull()
})

test('a session that was ended elsewhere shows none, and what is left of it is deleted', async () => {
  const device = await givenPicture()
  // the page is not there to hear of it
  await device.page.goto('about:blank')
  const elsewhere = await signInByApi(learntUrl(), device.person.account)
  await elsewhere.call(api.session.revokeOthers)
  const { next, goOn } = await comeBack(device)
  await expectNone(next)
  goOn()
  await next.waitForURL(/\/login/, { waitUntil: 'commit' })
})

test('another session in the same browser shows none, be it the same person’s or somebody else’s', async () => {
  const device = await givenPicture()
  const other = await givenPerson({ firstName: 'Grace' })
  const text = await kept(device.page)
  for (const account of [other.account, device.person.account]) {
    await device.page.goto('about:blank')
    const page = await device.context.newPage()
    await enterAs(page, await signInByApi(learntUrl(), account))
    await page.evaluate((before) => localStorage.setItem('learnt.picture', before ?? ''), text)
    await device.page.close()
    device.page = page
    const { next, goOn } = await comeBack(device)
    await expectNone(next)
    goOn()
    await next.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
    device.page = next
  }
})

test('a picture that was changed is none', async () => {
  const device = await givenPicture()
  // the page itself would keep another one when it is closed
  await device.page.route('**/nothing', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await device.page.goto('/nothing')
  await device.page.evaluate(() => {
    const [head = '', body = ''] = (localStorage.getItem('learnt.picture') ?? '').split('\n')
    localStorage.setItem(
      'learnt.picture',
      `${head}\n${body.slice(0, 40)}${body[40] === 'A' ? 'B' : 'A'}${body.slice(41)}`,
    )
  })
  const { next, goOn } = await comeBack(device)
  await expectNone(next)
  goOn()
})

test('a change of the look is seen at once on the next visit', async () => {
  const device = await givenPicture()
  const { me } = await device.caller.call(api.session.start)
  if (!me) throw new Error('Nobody is signed in')
  await device.caller.call(api.session.preferences, { body: { ...me.preferences, colorScheme: 'dark' } })
  await device.page.reload()
  await device.page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await expect.poll(async () => (await kept(device.page))?.includes('"scheme":"dark"')).toBe(true)
  const { next, goOn } = await comeBack(device)
  await picture(next).waitFor()
  expect(await next.evaluate(() => document.documentElement.dataset.scheme)).toBe('dark')
  goOn()
})

test('whoever has several teams is shown none on the way to the chooser', async () => {
  const device = await givenPicture()
  const { next: chosen, goOn } = await comeBack(device)
  goOn()
  await chosen.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  // a second team was given to them meanwhile
  await chosen.route('**/api/session/teams', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { teams: object[] }
    await route.fulfill({
      response: answer,
      json: { teams: [...body.teams, { ...body.teams[0], isCurrent: false, membershipId: unique('x') }] },
    })
  })
  await chosen.goto('/')
  await chosen.waitForURL(/\/teams$/, { waitUntil: 'commit' })
  await chosen.getByRole('heading', { level: 1 }).waitFor()
  expect(await picture(chosen).count()).toBe(0)
  await expect.poll(() => kept(chosen)).toBeNull()
})
