import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accounts, desktop, deviceOf, phone } from './given/devices.ts'
import { settled } from './given/door.ts'

const paths = { home: '/apps/homepage/myhomepage', myCourses: '/apps/courses/mycourses', people: '/apps/admin/users' }

interface Drawn {
  heading: string
  /** Of the page that is still to be made. */
  ahead: boolean
  place: string
}

/** The headings that are seen from now on, one after the other. */
async function watchHeadings(page: Page): Promise<() => Promise<Drawn[]>> {
  await page.evaluate(() => {
    const all: Drawn[] = []
    const look = () => {
      const seen = [...document.querySelectorAll('#content [data-page-heading]')].filter((one) => one.checkVisibility())
      const heading = seen.map((one) => one.textContent).join(' and ')
      const ahead = seen.some((one) => one.closest('[inert]'))
      const { x, y, width, height } = seen[0]?.getBoundingClientRect() ?? new DOMRect()
      const place = [x, y, width, height].map(Math.round).join(' ')
      const last = all.at(-1)
      if (last?.heading !== heading || last.ahead !== ahead || last.place !== place) all.push({ heading, ahead, place })
      requestAnimationFrame(look)
    }
    look()
    Object.assign(globalThis, { allDrawn: all })
  })
  return () => page.evaluate(() => (globalThis as never as { allDrawn: Drawn[] }).allDrawn)
}

/** Stands on a page until what it fetches in the seconds after is here, `last` too. */
async function stand(page: Page, address: string, last: string): Promise<void> {
  await page.goto(address)
  await settled(page)
  for (const file of ['follow-links', last])
    await page.waitForFunction(
      (name) => performance.getEntriesByType('resource').some((one) => one.name.includes(`/${name}`)),
      file,
    )
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
}

test.each([
  ['desktop', desktop],
  ['phone', phone],
])(
  '%s: the next page’s heading comes first, where it stays, and has the focus when its page is there',
  async (_, viewport) => {
    const { page, troubles } = await deviceOf(accounts.learner, { viewport })
    await stand(page, paths.home, 'PackageView')
    const link = page.getByRole('link', { name: 'All my courses' })
    await link.scrollIntoViewIfNeeded()
    const drawn = await watchHeadings(page)
    await link.click()
    await page.waitForFunction(() => document.activeElement?.textContent === 'My courses')
    await settled(page)
    const [before, ahead, own, ...more] = await drawn()
    expect([before?.ahead, ahead, own, more]).toEqual([
      false,
      { heading: 'My courses', ahead: true, place: own?.place },
      { heading: 'My courses', ahead: false, place: own?.place },
      [],
    ])
    const title = (await page.locator('#content a[href^="/apps/course/"]').first().textContent()) ?? ''
    const course = page.getByRole('link', { name: title }).first()
    await course.scrollIntoViewIfNeeded()
    const drawnNow = await watchHeadings(page)
    await course.click()
    await page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, title)
    await settled(page)
    expect((await drawnNow()).map(({ heading, ahead }) => [heading, ahead])).toEqual([
      ['My courses', false],
      [title, true],
      [title, false],
    ])
    expect(await page.locator('#content [data-page-heading]').count()).toBe(1)
    expect(troubles).toEqual([])
  },
)

test('who comes back has the whole page at once, at the place that was left', async () => {
  const { page } = await deviceOf(accounts.admin, { viewport: { ...desktop, height: 400 } })
  await stand(page, paths.people, 'CoursesPage')
  const row = page.locator('tbody tr').nth(8).getByRole('link').first()
  await row.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(100)
  await row.click()
  await page.waitForURL(/\/users\/.+/, { waitUntil: 'commit' })
  await settled(page)
  await page.goBack()
  await page.waitForURL(/\/users$/, { waitUntil: 'commit' })
  const drawn = await watchHeadings(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  expect((await drawn()).filter(({ ahead }) => ahead)).toEqual([])
})

test('nothing of the next page is shown to whoever stays for what is unsaved', async () => {
  const { page } = await deviceOf(accounts.admin)
  await stand(page, '/apps/admin/users/new', 'CoursesPage')
  const field = page.getByRole('textbox', { name: 'First name' })
  await field.fill('Unsaved')
  const back = page.locator('.page-head a.back')
  await back.scrollIntoViewIfNeeded()
  const drawn = await watchHeadings(page)
  await back.click()
  const stay = page.getByRole('button', { name: 'Stay here' })
  await stay.click()
  await stay.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('Unsaved')
  const ofPeople = async () => (await drawn()).filter(({ heading }) => heading === 'Users').map(({ ahead }) => ahead)
  expect(await ofPeople()).toEqual([])
  await back.click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Users')
  expect(await ofPeople()).toEqual([true, false])
})

test('whoever presses a link twice finds the page before where it was left', async () => {
  const { page } = await deviceOf(accounts.learner, { viewport: { ...desktop, height: 400 } })
  await stand(page, paths.home, 'PackageView')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const link = page.getByRole('link', { name: 'All my courses' })
  await link.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  await page.waitForTimeout(500)
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(100)
  const ahead = await link.evaluate(async (one: HTMLElement) => {
    one.click()
    const heading = await new Promise<string | null>((found) => {
      const look = () => {
        const next = document.querySelector('#content [inert] h1')
        if (next === null) requestAnimationFrame(look)
        else found(next.textContent)
      }
      look()
    })
    one.click()
    return heading
  })
  expect(ahead).toBe('My courses')
  await page.waitForFunction(() => document.activeElement?.textContent === 'My courses')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await page.waitForURL(paths.home, { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})
