import { api } from '@learnt/contract'
import { directionOf, type Locale, locales } from '@learnt/contract/locales'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, desktop, deviceOf, newDevice, phone } from './given/devices.ts'
import { openWithin, overflowOf, resize, violationsOf } from './given/looks.ts'
import { listExistingRoutes, listPages, type ProductPage, type Visitor } from './pages.ts'

const visitors: Visitor[] = ['guest', 'learner', 'manager', 'admin', 'superadmin']
let pages: ProductPage[] = []
let existing: string[] = []
beforeAll(async () => {
  existing = await listExistingRoutes()
  pages = (await listPages(inject('learntUrl'))).filter(
    (page) => existing.includes(page.route) || page.name === 'not-yet',
  )
})

test('every route that exists has a page in the list', () => {
  const listed = new Set(pages.map((page) => page.route))
  // signing out is no page to look at
  expect(existing.filter((route) => !listed.has(route) && route !== '/logout')).toEqual([])
})

describe.for(locales)('in %s', (locale) => {
  test.for(visitors)(
    'the pages of a %s break no rule, light and dark, and fit into the window, wide and narrow',
    async (visitor) => {
      const found: string[] = []
      await visit(visitor, locale, async (page, name) => {
        const measure = async (as: string) => {
          const over = await overflowOf(page)
          if (over > 0) found.push(`${name}, ${as}: ${over} pixels wider than the window`)
        }
        const look = async (as: string) => {
          for (const words of await violationsOf(page)) found.push(`${name}, ${as}: ${words}`)
          await measure(as)
        }
        if ((await page.title()).trim() === '') found.push(`${name}: has no title`)
        await look('light')
        if (locale !== 'en') {
          await resize(page, phone)
          await measure('narrow')
        } else {
          // guests' pages have one look, the team's
          if (visitor !== 'guest') {
            await page.emulateMedia({ colorScheme: 'dark' })
            await page.waitForFunction(isDark)
            await look('dark')
            await page.emulateMedia({ colorScheme: 'light' })
          }
          await resize(page, phone)
          await look('narrow')
        }
        await resize(page, desktop)
      })
      expect(found).toEqual([])
    },
  )
})

/** One person on one device, from page to page by links; what they prefer is put back afterwards. */
async function visit(visitor: Visitor, locale: Locale, look: (page: Page, name: string) => Promise<void>) {
  const own = pages.filter((page) => page.as === visitor)
  expect(own.length).toBeGreaterThan(0)
  const each = async (page: Page) => {
    for (const { name, address } of own) {
      await openWithin(page, address)
      expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
        locale,
        directionOf(locale),
      ])
      await look(page, name)
    }
  }
  if (visitor === 'guest') {
    const { page, context } = await newDevice()
    await context.addInitScript((language) => localStorage.setItem('learnt.language', language), locale)
    return each(page)
  }
  const caller = await callerOf(inject('learntUrl'), accounts[visitor])
  const { me } = await caller.call(api.session.start)
  if (!me) throw new Error(`${accounts[visitor]} is not signed in`)
  const prefer = (preferences: typeof me.preferences) => caller.call(api.session.preferences, { body: preferences })
  await prefer({ ...me.preferences, locale, colorScheme: 'system' })
  try {
    await each((await deviceOf(accounts[visitor], { colorScheme: 'light' })).page)
  } finally {
    await prefer(me.preferences)
  }
}

/** Whether the ground of the page is darker than its text; runs in the page. */
function isDark(): boolean {
  const lightness = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, one) => sum + +one, 0)
  const { backgroundColor, color } = getComputedStyle(document.body)
  return lightness(backgroundColor) < lightness(color)
}
