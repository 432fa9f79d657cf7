import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { settled } from './door.ts'

/** Rules of WCAG 2.0 to 2.2, levels A and AA, broken on the page, and still a second later: documents are drawn in steps. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found = await violationsNow(page)
  if (found.length === 0) return found
  await page.waitForTimeout(1000)
  return violationsNow(page)
}

async function violationsNow(page: Page): Promise<string[]> {
  // what changes its colour has to have it before it is measured
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  })
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // in the page itself: there is no frame of another origin on it, and the other way opens a window each time
    .setLegacyMode()
    .analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim()}`).join(' | ')}`,
  )
}

/** Another size of the window, with the page laid out for it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await settled(page)
}

/** By how many pixels the page is wider than its window, and stays so. */
export async function overflowOf(page: Page): Promise<number> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await vi.waitUntil(async () => (await over()) <= 0, { timeout: 3000 }).catch(() => {})
  return over()
}

/** Opens an address as a link of the application does; what differs in its query only is loaded anew. */
export async function openWithin(page: Page, address: string): Promise<void> {
  const isApplication = (await page.locator('#root main#content').count()) > 0
  if (!isApplication || new URL(address, page.url()).pathname === new URL(page.url()).pathname) await page.goto(address)
  else {
    await page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset.left = 'yes'
      history.pushState(null, '', to)
    }, address)
    await page.locator('h1:not([data-left])').first().waitFor()
  }
  await settled(page)
}
