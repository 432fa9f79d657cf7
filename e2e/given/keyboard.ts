import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** A person with a keyboard and no mouse; the focus must be visible wherever it stops. */
export interface Keyboard {
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** Presses one key until the focus is on this element. */
  to(target: Locator, key?: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowUp' | 'ArrowRight'): Promise<void>
  /** The same, then presses Enter there. */
  enter(target: Locator): Promise<void>
  /** Waits until the focus gets there by itself. */
  has(target: Locator): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const requests = new Set<Request>()
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  const isOn = (target: Locator) =>
    target.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))
  const press = async (key: string) => {
    await page.keyboard.press(key)
    // an edge of a dialog passes the focus on, and a page scrolls to it, a moment later
    if (key.endsWith('Tab') || key.startsWith('Arrow'))
      await expect.poll(() => page.evaluate(findHiddenFocus)).toBeNull()
  }
  const to: Keyboard['to'] = async (target, key = 'Tab') => {
    await target.first().waitFor()
    // late content moves the focused element: like people, wait until the page is still
    await expect.poll(() => requests.size).toBe(0)
    const passed: string[] = []
    for (let round = 0; round < 150; round++) {
      if (await isOn(target)) return
      await press(key)
      passed.push(await page.evaluate(() => document.activeElement?.textContent?.slice(0, 40) ?? ''))
    }
    throw new Error(`The focus never came to ${target}, but to ${passed.slice(-30).join(' | ')}`)
  }
  return {
    press,
    type: (text) => page.keyboard.type(text),
    to,
    async enter(target) {
      await to(target)
      await page.keyboard.press('Enter')
    },
    async has(target) {
      await target.first().waitFor()
      await expect.poll(() => isOn(target)).toBe(true)
    },
  }
}

/** A focused element that shows no focus, or is covered. Runs in the page. */
async function findHiddenFocus(): Promise<string | null> {
  // effects of the focus are drawn in the next frame
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await Promise.allSettled(document.getAnimations().map((one) => one instanceof CSSTransition && one.finished))
  const element = document.activeElement
  const words = () => `${element?.outerHTML.slice(0, 200)}`
  // after the last one come the browser's own buttons
  if (!element || element === document.body) return null
  const line = element.getClientRects()[0]
  if (!line) return `has no place: ${words()}`
  const [x, y] = [line.x + line.width / 2, line.y + line.height / 2]
  const top = document.elementFromPoint(x, y)
  const isAbove = top && (element.contains(top) || top.contains(element) || element.closest('label')?.contains(top))
  // the middle of a table's frame that is wider than the window may be outside
  if (x >= 0 && x < innerWidth && y >= 0 && y < innerHeight ? !isAbove : line.bottom <= 0 || line.top >= innerHeight)
    return `is covered by ${top?.outerHTML.slice(0, 120)} or out of sight: ${words()}`
  // a caret blinks in it
  if (element.matches('textarea, [contenteditable="true"], input:not([type=checkbox], [type=radio], [type=file])'))
    return null
  const field = element.closest('.Mui-focused')?.querySelector('fieldset')
  if (field && Number.parseFloat(getComputedStyle(field).borderTopWidth) >= 2) return null
  for (let at: Element | null = element, level = 0; at && level < 6; at = at.parentElement, level++) {
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(at)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && Number.parseFloat(opacity) > 0.5) return null
  }
  return `cannot be seen: ${words()}`
}
