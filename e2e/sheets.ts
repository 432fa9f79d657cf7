import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { type LayoutSettings, layoutStyles, usualLayout } from '@learnt/contract/layout'
import type { Preferences } from '@learnt/contract/session'
import type { Browser } from 'playwright-core'
import { type Caller, callerOf } from './given/calls.ts'
import { enterAs, settled } from './given/door.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'screens')
const home = '/apps/homepage/myhomepage'
const schemes = ['light', 'dark'] as const
const themes = ['default', 'sunset', 'greeny', 'deepOcean'] as const
const windows = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } }

interface Picture {
  words: string
  size: keyof typeof windows
  prefer: Partial<Preferences>
}

const arranged = (style: LayoutSettings['style']): LayoutSettings => ({
  ...usualLayout,
  style,
  toolbar: { ...usualLayout.toolbar, position: style === 'layout2' ? 'above' : 'below' },
  mode: style === 'layout3' ? 'container' : 'fullwidth',
})
const looks = (size: Picture['size'], locale: Preferences['locale']): Picture[] =>
  layoutStyles.flatMap((style) =>
    schemes.map((colorScheme) => ({
      words: `${style}, ${colorScheme}`,
      size,
      prefer: { colorScheme, locale, layout: arranged(style) },
    })),
  )

/** The pictures of each sheet of docs/screens. */
const sheets: Record<string, Picture[]> = {
  'layouts-desktop': looks('desktop', 'en'),
  'layouts-phone': looks('phone', 'en'),
  'layouts-rtl': looks('desktop', 'ar'),
  themes: themes.flatMap((theme) =>
    schemes.map((colorScheme) => ({
      words: `${theme}, ${colorScheme}`,
      size: 'desktop' as const,
      prefer: { colorScheme, theme, locale: 'en' as const, layout: usualLayout },
    })),
  ),
}

/** Combines pictures of the three layouts and of four themes on a few sheets: `npm run screens -- --sheets`. */
export async function makeSheets(browser: Browser, url: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const caller = await callerOf(url, 'learner@learnt.example')
  const { me } = await caller.call(api.session.start)
  if (!me) throw new Error('The learner of the demonstration could not sign in')
  try {
    for (const [name, pictures] of Object.entries(sheets)) {
      const taken: Buffer[] = []
      for (const picture of pictures) taken.push(await take(browser, url, caller, me.preferences, picture))
      writeFileSync(join(folder, `${name}.jpg`), await compose(browser, pictures, taken))
    }
  } finally {
    await caller.call(api.session.preferences, { body: me.preferences })
  }
}

async function take(browser: Browser, url: string, caller: Caller, usual: Preferences, picture: Picture) {
  await caller.call(api.session.preferences, { body: { ...usual, ...picture.prefer } })
  const context = await browser.newContext({
    baseURL: url,
    viewport: windows[picture.size],
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await enterAs(page, caller)
  await page.goto(home)
  await settled(page)
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await context.close()
  return taken
}

/** The browser arranges the pictures, so no image program is needed. */
async function compose(browser: Browser, pictures: Picture[], taken: Buffer[]): Promise<Buffer> {
  const phone = pictures[0]?.size === 'phone'
  const page = await browser.newPage({ viewport: { width: phone ? 1500 : 1320, height: 800 } })
  const cells = pictures.map(
    ({ words }, index) =>
      `<figure><img src="data:image/png;base64,${taken[index]?.toString('base64')}"><figcaption>${words}</figcaption></figure>`,
  )
  await page.setContent(
    `<style>body{margin:16px;display:grid;gap:16px;grid-template-columns:repeat(${phone ? 6 : 2},1fr);background:#d5d8dc;font:14px sans-serif}
     figure{margin:0}img{width:100%;display:block;border-radius:6px}figcaption{padding:6px 2px}</style>${cells.join('')}`,
  )
  const sheet = await page.screenshot({ type: 'jpeg', quality: 74, fullPage: true })
  await page.close()
  return sheet
}
