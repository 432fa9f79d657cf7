import type { Page } from 'playwright-core'
import type { Caller } from './calls.ts'

/** Gives a browser the session of a person who signed in by the API. */
export async function enterAs(page: Page, { url, cookie }: Pick<Caller, 'url' | 'cookie'>): Promise<void> {
  // Only an HTTP response may set a cookie with this prefix, no script and no tool.
  const door = `${url}/given-session`
  const header = `${cookie.name}=${cookie.value}; Path=/; HttpOnly; SameSite=Lax${cookie.name.startsWith('__Host-') ? '; Secure' : ''}`
  await page.route(door, (route) =>
    route.fulfill({ contentType: 'text/html', body: '', headers: { 'set-cookie': header } }),
  )
  await page.goto(door)
  await page.unroute(door)
}

/** Waits until the page is complete: its heading, no placeholders, nothing loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(hasAll, undefined, { polling: 100 })
  await page.waitForLoadState('networkidle')
}

/** Runs in the page. */
function hasAll(): boolean {
  const { body, images, fonts } = document
  if (document.getElementById('splash') || body.querySelector('[aria-busy="true"], .MuiSkeleton-root')) return false
  return fonts.status === 'loaded' && [...images].every((image) => image.complete || image.loading === 'lazy')
}
