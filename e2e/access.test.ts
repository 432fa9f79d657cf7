import { AxeBuilder } from '@axe-core/playwright'
import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { callerOf, password } from './given/calls.ts'
import { givenCourse, pageStep } from './given/courses.ts'
import { accounts, deviceOf, newDevice, phone, signIn } from './given/devices.ts'
import { settled } from './given/door.ts'
import { givenPerson, unique } from './given/people.ts'
import { listExistingRoutes, listPages, type ProductPage, type Visitor } from './pages.ts'

let pages: ProductPage[] = []
let existing: string[] = []
beforeAll(async () => {
  existing = await listExistingRoutes()
  pages = (await listPages(inject('learntUrl'))).filter((page) => existing.includes(page.route))
})

/** Rules of WCAG 2.0 to 2.2, levels A and AA. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim()}`).join(' | ')}`,
  )
}

test('every route that exists has a page in the list', () => {
  const listed = new Set(pages.map((page) => page.route))
  // signing out is no page to look at
  expect(existing.filter((route) => !listed.has(route) && route !== '/logout')).toEqual([])
})

const visitors: Visitor[] = ['guest', 'learner', 'manager', 'admin', 'superadmin']
describe.for(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.for(visitors)('the pages of a %s have no violation', async (visitor) => {
    const device =
      visitor === 'guest' ? await newDevice({ colorScheme }) : await deviceOf(accounts[visitor], { colorScheme })
    const { page } = device
    const found: string[] = []
    for (const { name, address, as } of pages) {
      if (as !== visitor) continue
      await page.goto(address)
      await settled(page)
      for (const words of await violations(page)) found.push(`${name}: ${words}`)
      expect.soft((await page.title()).trim(), `${name} has no title`).not.toBe('')
    }
    expect(found).toEqual([])
  })
})

test('on a phone no page is wider than the window', async () => {
  const wide: string[] = []
  for (const visitor of visitors) {
    const options = { viewport: phone, hasTouch: true, isMobile: true }
    const { page } = visitor === 'guest' ? await newDevice(options) : await deviceOf(accounts[visitor], options)
    for (const { name, address, as } of pages) {
      if (as !== visitor) continue
      await page.goto(address)
      await settled(page)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (over > 0) wide.push(`${visitor}/${name}: ${over} pixels`)
    }
  }
  expect(wide).toEqual([])
})

/** Sees the homepage, takes a course of two pages to its end, finds it done. */
async function takeCourse(page: Page, title: string, words: { home: RegExp; courses: string; done: string }) {
  await page.getByRole('heading', { level: 1, name: words.home }).waitFor()
  await page.goto('/apps/courses/mycourses')
  await page.getByRole('heading', { level: 1, name: words.courses }).waitFor()
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 2, name: 'First page' }).waitFor()
  await page
    .getByRole('link', { name: /Second page/ })
    .last()
    .click()
  await page.getByRole('heading', { level: 2, name: 'Second page' }).waitFor()
  await page.getByText(words.done).first().waitFor()
}

async function givenReader() {
  const position = unique('Reader')
  const person = await givenPerson({ position: [position] })
  const admin = await callerOf(inject('learntUrl'), accounts.admin)
  const course = await givenCourse(admin, {
    title: unique('Two pages'),
    rule: { rule: { position: [position] } },
    steps: [pageStep('First page'), pageStep('Second page')],
  })
  return { ...person, course }
}

test('a learner takes a course in Arabic, from right to left', async () => {
  const { account, course } = await givenReader()
  const { page } = await newDevice()
  await signIn(page, account)
  await page.getByRole('button', { name: /^Your account: / }).click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await page.waitForFunction(() => document.documentElement.dir === 'rtl')
  await page.keyboard.press('Escape')
  await takeCourse(page, course.title, { home: /Robin/, courses: 'دوراتي', done: 'اكتملت الدورة. أحسنت!' })
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'ar',
    'rtl',
  ])
  expect(await violations(page)).toEqual([])
  // the navigation stands at the right
  const navigation = await page.getByRole('navigation').first().boundingBox()
  expect(navigation?.x).toBeGreaterThan(640)
  // the sign-in page remembers the language
  await page.goto('/logout')
  await page.waitForURL(/\/login$/)
  await page.getByRole('heading', { level: 1, name: /Learnt Academy/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
})

test('a learner takes a course on a phone', async () => {
  const { account, course } = await givenReader()
  const { page } = await newDevice({ viewport: phone, hasTouch: true, isMobile: true })
  await signIn(page, account)
  await takeCourse(page, course.title, {
    home: /^Welcome back/,
    courses: 'My courses',
    done: 'Course completed. Well done!',
  })
  await page.getByRole('button', { name: 'Outline' }).click()
  const outline = page.getByRole('dialog', { name: 'Course outline' })
  await outline.getByRole('link', { name: /First page/ }).click()
  await page.getByRole('heading', { level: 2, name: 'First page' }).waitFor()
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  await page.getByRole('link', { name: 'My bundles' }).click()
  await page.getByRole('heading', { level: 1, name: 'My bundles' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
})

test('by keyboard alone: sign in, take a course, sign out', async () => {
  const { account, course } = await givenReader()
  const { page } = await newDevice()
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: /^LOGIN TO/ }).waitFor()
  const { keyboard } = page
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').replace(/\s+/g, ' ').trim()
    })
  /** Tab until the focus stands on that; each stop can be seen. */
  const tabTo = async (name: RegExp) => {
    for (let round = 0; round < 80; round++) {
      if (name.test(await focused())) return
      await keyboard.press('Tab')
    }
    throw new Error(`The focus never came to ${name}`)
  }
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'username')
  await keyboard.type(account)
  await keyboard.press('Tab')
  await keyboard.type(password)
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor()
  await page.getByRole('link', { name: course.title }).first().waitFor()
  // past the navigation
  await page.reload()
  await page.getByRole('link', { name: course.title }).first().waitFor()
  await tabTo(/^Skip to the content$/)
  await keyboard.press('Enter')
  await tabTo(new RegExp(`^${course.title}$`))
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'First page' }).waitFor()
  await tabTo(/^Next ?Second page$/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Second page' }).waitFor()
  await page.getByText('Course completed. Well done!').first().waitFor()
  // the focus follows to the new step
  expect(await focused()).toBe('Second page')
  await page.reload()
  await page.getByRole('heading', { level: 2, name: 'Second page' }).waitFor()
  await tabTo(/^Your account: /)
  await keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await tabTo(/^Logout$/)
  await keyboard.press('Enter')
  await page.waitForURL(/\/login$/, { waitUntil: 'commit' })
  expect(await page.evaluate(() => fetch('/api/session/teams').then((answer) => answer.status))).toBe(401)
  expect((await (await callerOf(inject('learntUrl'), account)).call(api.session.start)).me?.firstName).toBe('Robin')
})
