import { api } from '@learnt/contract'
import { directionOf, type Locale } from '@learnt/contract/locales'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { listExistingRoutes, listPages, type ProductPage, type Visitor } from '../pages.ts'
import { settle, signInByApi } from './calls.ts'
import { accounts, desktop, deviceOf, newDevice, phone } from './devices.ts'
import { learntUrl } from './learnt-url.ts'
import { dress, type Look, openWithin, overflowOf, resize, turn, violationsOf } from './looks.ts'

const visitors: Visitor[] = ['guest', 'learner', 'manager', 'admin', 'superadmin']
/** Each language in a theme of its own; all of them in all looks: `npm run axe`. */
const looks: Record<Locale, Look> = {
  en: { theme: null, colorScheme: 'system', locale: 'en' },
  de: { theme: 'sunset', colorScheme: 'light', locale: 'de' },
  ar: { theme: 'deepOcean', colorScheme: 'dark', locale: 'ar' },
}
// what a worker of the page's own fetches cannot be dressed
const plain = { serviceWorkers: 'block' } as const

/** Tests of every page in one language; a file for each, so that they go on beside each other. */
export function testPagesIn(locale: Locale): void {
  let pages: ProductPage[] = []
  beforeAll(async () => {
    // so that lists of jobs have one that ended, with a link
    const admin = await signInByApi(learntUrl(), accounts.admin)
    await settle(admin, await admin.call(api.dataExports.make))
    const existing = await listExistingRoutes()
    pages = (await listPages(learntUrl())).filter((page) => existing.includes(page.route) || page.name === 'not-yet')
  })

  describe(`in ${locale}`, () => {
    test.for(visitors)(
      'the pages of a %s break no rule, light and dark, and fit into the window, wide and narrow',
      async (visitor) => {
        const own = pages.filter((page) => page.as === visitor)
        expect(own.length).toBeGreaterThan(0)
        const { context, page, troubles } =
          visitor === 'guest' ? await newDevice(plain) : await deviceOf(accounts[visitor], plain)
        await dress(context, looks[locale])
        const found: string[] = []
        // One person on one device, from page to page by links.
        for (const { name, address } of own)
          found.push(...(await within(180_000, name, (step) => troublesAt(page, { address, locale }, step))))
        // nor did the policy refuse anything, nor any script stumble
        expect([...found, ...troubles]).toEqual([])
      },
    )
  })
}

async function troublesAt(
  page: Page,
  { address, locale }: { address: string; locale: Locale },
  step: (name: string) => void,
): Promise<string[]> {
  const found: string[] = []
  const measure = async (as: string) => {
    step(`width, ${as}`)
    const over = await overflowOf(page)
    if (over > 0) found.push(`${as}: ${over} pixels wider than the window`)
  }
  const look = async (as: string) => {
    step(`rules, ${as}`)
    for (const words of await violationsOf(page)) found.push(`${as}: ${words}`)
    await measure(as)
  }
  const turnTo = async (scheme: 'light' | 'dark') => {
    step(`turned ${scheme}`)
    await turn(page, scheme)
  }
  const resizeTo = async (size: typeof phone) => {
    step(`resized to ${size.width}`)
    await resize(page, size)
  }

  step('opened')
  await openWithin(page, address)
  const { lang, dir } = await page.evaluate(() => {
    const { lang, dir } = document.documentElement
    return { lang, dir }
  })
  if (lang !== locale || dir !== directionOf(locale)) found.push(`is ${lang}, ${dir}`)
  if ((await page.title()).trim() === '') found.push('has no title')
  await look(looks[locale].theme ?? 'light')
  if (locale !== 'en') {
    await resizeTo(phone)
    await measure('narrow')
  } else {
    await turnTo('dark')
    await look('dark')
    await turnTo('light')
    await resizeTo(phone)
    await look('narrow')
  }
  await resizeTo(desktop)
  return found
}

/** What is found at one page, with its name. A browser that answers nothing is waited for so long, and no longer. */
async function within(
  milliseconds: number,
  name: string,
  look: (step: (name: string) => void) => Promise<string[]>,
): Promise<string[]> {
  let at = ''
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => silence.reject(new Error(`${name}: not done after ${milliseconds} ms, at "${at}"`)),
    milliseconds,
  )
  const step = (name: string) => {
    at = name
  }
  try {
    const found = await Promise.race([look(step), silence.promise])
    return found.map((words) => `${name}, ${words}`)
  } finally {
    clearTimeout(timer)
  }
}
