import { api } from '@learnt/contract'
import { directionOf, type Locale } from '@learnt/contract/locales'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, settle } from './given/calls.ts'
import { accounts, deviceOf, newDevice } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { dress, type Look, openWithin, violationsOf } from './given/looks.ts'
import { listExistingRoutes, listPages, type ProductPage, type Visitor } from './pages.ts'
import { pagesOfCommit } from './pages-of-commit.ts'

// Checks the pages of changed features and a third of the others once, light and in English, and one page of each role in
// the other languages, each in another theme. The bars around the pages are checked on each role's first page.
// `npm run axe` checks every page in all looks.

const visitors: Visitor[] = ['guest', 'learner', 'manager', 'admin', 'superadmin']
const firstPages: Record<Visitor, string> = {
  guest: 'login',
  learner: 'myhomepage',
  manager: 'reporting',
  admin: 'courses',
  superadmin: 'tenants',
}
const looks: Record<Locale, Look> = {
  en: { theme: null, colorScheme: 'system', locale: 'en' },
  de: { theme: 'sunset', colorScheme: 'light', locale: 'de' },
  ar: { theme: 'deepOcean', colorScheme: 'dark', locale: 'ar' },
}

const bars = ['nav:not(main nav)', 'header:not(main header)']

let pages: ProductPage[] = []
beforeAll(async () => {
  // so that lists of jobs contain an ended one with a link
  const admin = await callerOf(learntUrl(), accounts.admin)
  await settle(admin, await admin.call(api.dataExports.make))
  const existing = await listExistingRoutes()
  pages = (await listPages(learntUrl())).filter((page) => existing.includes(page.route) || page.name === 'not-yet')
})

test('every route that exists has a page in the list', async () => {
  const listed = new Set(pages.map((page) => page.route))
  // signing out shows no page
  expect((await listExistingRoutes()).filter((route) => !listed.has(route) && route !== '/logout')).toEqual([])
})

test.for(visitors)('the pages of a %s break no rule', async (visitor) => {
  const isFirst = (page: ProductPage) => page.name === firstPages[visitor]
  const chosen = [...pages.filter(isFirst), ...(await pagesOfCommit(pages)).filter((page) => !isFirst(page))]
  const own = chosen.filter((page) => page.as === visitor)
  expect(await troublesOf(visitor, 'en', own)).toEqual([])
})

test.for(['de', 'ar'] as const)('a page of each role breaks no rule: %s', async (locale) => {
  for (const visitor of visitors) {
    const first = pages.filter((page) => page.as === visitor && page.name === firstPages[visitor])
    expect(await troublesOf(visitor, locale, first)).toEqual([])
  }
})

/** One person on one device who goes from page to page by links: findings, violations of the policy, and errors. */
async function troublesOf(visitor: Visitor, locale: Locale, own: ProductPage[]): Promise<string[]> {
  expect(own.length).toBeGreaterThan(0)
  const { context, page, troubles } = visitor === 'guest' ? await newDevice() : await deviceOf(accounts[visitor])
  await dress(context, looks[locale])
  const found: string[] = []
  for (const [at, { name, address }] of own.entries()) {
    await openWithin(page, address)
    for (const words of await complaintsAt(page, locale, at === 0 ? [] : bars)) found.push(`${name}: ${words}`)
  }
  await context.close()
  return [...found, ...troubles]
}

async function complaintsAt(page: Page, locale: Locale, but: string[]): Promise<string[]> {
  const { lang, dir, title } = await page.evaluate(() => {
    const { lang, dir } = document.documentElement
    return { lang, dir, title: document.title.trim() }
  })
  return [
    ...(lang === locale && dir === directionOf(locale) ? [] : [`is ${lang}, ${dir}`]),
    ...(title === '' ? ['has no title'] : []),
    ...(await violationsOf(page, but)),
  ]
}
