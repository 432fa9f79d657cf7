import { AxeBuilder } from '@axe-core/playwright'
import type { Start } from '@learnt/contract/session'
import type { BrowserContext, Page } from 'playwright-core'
import { settled } from './door.ts'

/** How pages look; `theme` null is the team's own look, and `system` follows the emulated colour scheme. */
export interface Look {
  theme: string | null
  colorScheme: 'light' | 'dark' | 'system'
  locale: 'en' | 'de' | 'ar'
}

/** Shows every page of this device in that look, whichever account is signed in; stores nothing on the account. */
export async function dress(context: BrowserContext, { theme, colorScheme, locale }: Look): Promise<void> {
  await context.addInitScript(
    (of) => {
      try {
        localStorage.setItem('learnt.language', of.locale)
        localStorage.setItem('learnt.look', JSON.stringify({ theme: of.theme, colorScheme: of.colorScheme }))
      } catch {
        // a frame without an origin stores nothing
      }
    },
    { theme, colorScheme, locale },
  )
  await context.route('**/api/start*', async (route) => {
    const response = await route.fetch()
    const start = (await response.json()) as Start
    if (start.me) {
      const barThemes = { navbar: theme, toolbar: theme, footer: theme }
      start.me.preferences = { ...start.me.preferences, theme, colorScheme, locale, barThemes }
    }
    // a theme colours the whole page, also bars in the team's colour
    start.team.settings.allowsOwnBars = true
    await route.fulfill({ response, json: start })
  })
}

/** Light or dark by the device's preference, and drawn like that. */
export async function turn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.waitForFunction(isDrawnIn, scheme)
}

/** Whether the page's background is darker than its text; runs in the page. */
function isDrawnIn(scheme: string): boolean {
  const lightness = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, one) => sum + +one, 0)
  const { backgroundColor, color } = getComputedStyle(document.querySelector('.guest') ?? document.body)
  return lightness(backgroundColor) < lightness(color) === (scheme === 'dark')
}

/**
 * Rules of WCAG 2.0 to 2.2, levels A and AA, that the page breaks, and still breaks in a second check, because
 * documents are drawn in steps. Ignores what a fixed column of a wide table covers until the table is scrolled. `but`
 * leaves parts out that are on every page and need one check only.
 */
export async function violationsOf(page: Page, but: string[] = []): Promise<string[]> {
  let found = await violationsNow(page, but)
  for (let round = 0; found.length > 0 && round < 4; round++) {
    await page.waitForTimeout(250)
    found = await violationsNow(page, but)
  }
  if (!found.some(isOfRoom)) return found.map(({ words }) => words)
  await scrollSideways(page, 'end')
  const atEnd = new Set((await violationsNow(page, but)).filter(isOfRoom).map(({ target }) => target))
  await scrollSideways(page, 'start')
  return found.filter((one) => !isOfRoom(one) || atEnd.has(one.target)).map(({ words }) => words)
}

interface Violation {
  rule: string
  target: string
  words: string
}

const isOfRoom = ({ rule }: Violation) => rule === 'target-size'

async function violationsNow(page: Page, but: string[]): Promise<Violation[]> {
  // colour transitions must end before the measurement
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  })
  const { violations } = await check(page, but)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => {
      const target = node.target.join(' ')
      return { rule: id, target, words: `${id}: ${target} ${node.failureSummary?.split('\n')[1]?.trim()}` }
    }),
  )
}

/** Scrolls everything that scrolls sideways to its end. */
async function scrollSideways(page: Page, to: 'start' | 'end'): Promise<void> {
  await page.evaluate((to) => {
    for (const one of document.querySelectorAll('#content *')) {
      const room = one.scrollWidth - one.clientWidth
      if (room > 0 && getComputedStyle(one).overflowX === 'auto')
        one.scrollLeft = to === 'start' ? 0 : getComputedStyle(one).direction === 'rtl' ? -room : room
    }
  }, to)
}

type Found = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>

// none of these rules needs the style sheets' text
const options = {
  resultTypes: ['violations' as const],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  preload: false,
}

/** The checker is loaded once per document, and run again after the page has changed. */
async function check(page: Page, but: string[]): Promise<Found> {
  const again = await page.evaluate(
    async ({ options, exclude }) => {
      const { axe } = globalThis as never as { axe?: { run(where: object, options: object): Promise<Found> } }
      return axe ? axe.run({ exclude }, options).then(({ violations }) => ({ violations })) : null
    },
    { options, exclude: but.map((selector) => [selector]) },
  )
  if (again) return again
  // in the page itself, because there are no frames of another origin and the usual way opens a window each time
  const builder = new AxeBuilder({ page }).options(options).setLegacyMode()
  return but.reduce((narrower, selector) => narrower.exclude(selector), builder).analyze()
}

/** Another window size, with the page laid out for it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await settled(page)
}

/** By how many pixels the page is permanently wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  await page.waitForFunction(fits, undefined, { timeout: 3000 }).catch(() => {})
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
}

/** Opens an address like a link of the application; a change of the query only reloads the page. */
export async function openWithin(page: Page, address: string): Promise<void> {
  const isApplication = (await page.locator('#root main#content').count()) > 0
  if (!isApplication || new URL(address, page.url()).pathname === new URL(page.url()).pathname) await page.goto(address)
  else {
    await page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset.left = heading.textContent ?? ''
      history.pushState(null, '', to)
    }, address)
    // Another heading, or another text in it, because two documents of one kind share page and heading.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('h1')].some((heading) => heading.dataset.left !== heading.textContent),
    )
  }
  await settled(page)
}
