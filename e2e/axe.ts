import { parseArgs } from 'node:util'
import { directionOf } from '@learnt/contract/locales'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { callerOf } from './given/calls.ts'
import { enterAs } from './given/door.ts'
import { dress, type Look, openWithin, overflowOf, resize, turn, violationsOf } from './given/looks.ts'
import { startLearnt } from './learnt.ts'
import { listExistingRoutes, listPages, type ProductPage, type Visitor } from './pages.ts'

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } }
/** A cool, a warm and a dark theme; `team` is the one that the demonstration's team chose. */
const themes = ['default', 'sunset', 'deepOcean']

const help = `Usage: npm run axe -- [options]

The rules of WCAG 2.2 A and AA on every page of every role, in light and dark, in three themes, on a desktop and a phone,
in three languages. Ends with 1 when a rule is broken. With a list, only those.

  --only LIST      names of pages: home,course
  --role LIST      of the person who looks
  --theme LIST     default: ${themes.join(',')}
  --scheme LIST    light, dark
  --size LIST      desktop, phone
  --language LIST  default: en,de,ar
  --tabs N         pages that are looked at side by side; default: 2
  --url URL        a Learnt that runs already, with the demonstration in it
`

const { values: wish } = parseArgs({
  options: {
    only: { type: 'string' },
    role: { type: 'string' },
    theme: { type: 'string', default: themes.join(',') },
    scheme: { type: 'string', default: 'light,dark' },
    size: { type: 'string', default: 'desktop,phone' },
    language: { type: 'string', default: 'en,de,ar' },
    tabs: { type: 'string', default: '2' },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (wish.help) {
  process.stdout.write(help)
  process.exit()
}
const listed = (list: string) => list.split(',')
const among = (list: string | undefined, word: string) => list === undefined || listed(list).includes(word)

/** One visitor in one look, from page to page. */
interface Tour {
  visitor: Visitor
  look: Look
  schemes: ('light' | 'dark')[]
  pages: ProductPage[]
}

const counts = { pages: 0, checks: 0, violations: 0 }
const began = Date.now()
const learnt = wish.url ? undefined : await startLearnt()
const url = wish.url ?? learnt?.url ?? ''
const browser = await launchBrowser()
try {
  const tours = await listTours()
  const count = tours.length
  const workers = Array.from({ length: Math.min(Number(wish.tabs), count) }, async () => {
    for (let tour = tours.shift(); tour; tour = tours.shift()) {
      await walk(browser, tour)
      console.log(`${count - tours.length} of ${count} begun, ${counts.checks} checks, ${counts.violations} violations`)
    }
  })
  await Promise.all(workers)
} finally {
  await browser.close()
  await learnt?.stop()
}
const minutes = ((Date.now() - began) / 60_000).toFixed(1)
console.log(`\n${counts.pages} pages, ${counts.checks} checks, ${counts.violations} violations in ${minutes} minutes`)
process.exit(counts.violations > 0 || counts.checks === 0 ? 1 : 0)

async function listTours(): Promise<Tour[]> {
  const existing = await listExistingRoutes()
  const pages = (await listPages(url)).filter(
    (page) =>
      (existing.includes(page.route) || page.name === 'not-yet') &&
      among(wish.role, page.as) &&
      among(wish.only, page.name),
  )
  counts.pages = pages.length
  const schemes = (['light', 'dark'] as const).filter((scheme) => among(wish.scheme, scheme))
  const tours: Tour[] = []
  for (const locale of listed(wish.language) as Look['locale'][]) {
    for (const name of listed(wish.theme)) {
      for (const visitor of new Set(pages.map((page) => page.as))) {
        const own = pages.filter((page) => page.as === visitor)
        const theme = name === 'team' ? null : name
        // a dark theme stays dark in any colour scheme: its light form has to be chosen
        if (name === 'deepOcean' || name === 'defaultDark' || name === 'slate') {
          for (const colorScheme of schemes)
            tours.push({ visitor, look: { theme, colorScheme, locale }, schemes: [colorScheme], pages: own })
        } else tours.push({ visitor, look: { theme, colorScheme: 'system', locale }, schemes, pages: own })
      }
    }
  }
  return tours
}

async function walk(browser: Browser, { visitor, look, schemes, pages }: Tour): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes.desktop,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // requests by a page's worker cannot be changed like this
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(60_000)
  await dress(context, look)
  const page = await context.newPage()
  if (visitor !== 'guest') await enterAs(page, await callerOf(url, `${visitor}@learnt.example`))
  for (const { name, address } of pages) {
    const tell = (as: string, words: string) => {
      counts.violations++
      console.log(`  ! ${visitor} ${name}, ${[look.theme ?? 'team', as, look.locale].join(' ')}: ${words}`)
    }
    try {
      await openWithin(page, address)
      const [lang, dir] = await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
      if (lang !== look.locale || dir !== directionOf(look.locale)) tell('', `is in ${lang}, ${dir}`)
      for (const size of ['desktop', 'phone'] as const) {
        if (!among(wish.size, size)) continue
        await resize(page, sizes[size])
        await lookAt(page, schemes, (scheme, words) => tell(`${scheme} ${size}`, words))
      }
      await resize(page, sizes.desktop)
    } catch (error) {
      tell('', `could not be looked at: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  await context.close()
}

async function lookAt(page: Page, schemes: Tour['schemes'], tell: (scheme: string, words: string) => void) {
  for (const scheme of schemes) {
    await turn(page, scheme)
    for (const words of await violationsOf(page)) tell(scheme, words)
    counts.checks++
  }
  const over = await overflowOf(page)
  if (over > 0) tell(schemes.join('+'), `is ${over} pixels wider than the window`)
}
