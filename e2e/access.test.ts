import { directionOf, type Locale, locales } from '@learnt/contract/locales'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { accounts, desktop, deviceOf, newDevice, phone } from './given/devices.ts'
import { dress, type Look, openWithin, overflowOf, resize, turn, violationsOf } from './given/looks.ts'
import { listExistingRoutes, listPages, type ProductPage, type Visitor } from './pages.ts'

const visitors: Visitor[] = ['guest', 'learner', 'manager', 'admin', 'superadmin']
/** Each language in a theme of its own; all of them in all looks: `npm run axe`. */
const looks: Record<Locale, Look> = {
  en: { theme: null, colorScheme: 'system', locale: 'en' },
  de: { theme: 'sunset', colorScheme: 'light', locale: 'de' },
  ar: { theme: 'deepOcean', colorScheme: 'dark', locale: 'ar' },
}
// what a worker of the page's own fetches cannot be dressed
const plain = { serviceWorkers: 'block' } as const
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
      const troubles = await visit(visitor, locale, async (page, name) => {
        const measure = async (as: string) => {
          const over = await overflowOf(page)
          if (over > 0) found.push(`${name}, ${as}: ${over} pixels wider than the window`)
        }
        const look = async (as: string) => {
          for (const words of await violationsOf(page)) found.push(`${name}, ${as}: ${words}`)
          await measure(as)
        }
        if ((await page.title()).trim() === '') found.push(`${name}: has no title`)
        await look(looks[locale].theme ?? 'light')
        if (locale !== 'en') {
          await resize(page, phone)
          await measure('narrow')
        } else {
          await turn(page, 'dark')
          await look('dark')
          await turn(page, 'light')
          await resize(page, phone)
          await look('narrow')
        }
        await resize(page, desktop)
      })
      // nor did the policy refuse anything, nor any script stumble
      expect([...found, ...troubles]).toEqual([])
    },
  )
})

/** One person on one device, from page to page by links. Returns what the policy refused and the console complained of. */
async function visit(visitor: Visitor, locale: Locale, look: (page: Page, name: string) => Promise<void>) {
  const own = pages.filter((page) => page.as === visitor)
  expect(own.length).toBeGreaterThan(0)
  const { context, page, troubles } =
    visitor === 'guest' ? await newDevice(plain) : await deviceOf(accounts[visitor], plain)
  await dress(context, looks[locale])
  for (const { name, address } of own) {
    await openWithin(page, address)
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      locale,
      directionOf(locale),
    ])
    await look(page, name)
  }
  return troubles
}
