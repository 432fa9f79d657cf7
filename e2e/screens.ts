import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { api } from '@learnt/contract'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { callerOf } from './given/calls.ts'
import { enterAs, settled } from './given/door.ts'
import { startLearnt } from './learnt.ts'
import { listExistingRoutes, listPages, type ProductPage, type Visitor } from './pages.ts'
import { makeSheets } from './sheets.ts'

const help = `Usage: npm run screens -- [options]

A picture of every page, as its role, on a desktop and a phone, light and dark, for people to look at. With a list, only those.

  --only LIST      names of pages: home,course
  --role LIST      of the person who looks
  --size LIST      desktop, phone
  --scheme LIST    light, dark
  --language NAME  default: en
  --tenant NAME    of the demonstration; default: learnt
  --window         only what fits the window, instead of the whole length of the page
  --sheets         only the sheets of docs/screens: three layouts, four themes, right to left
  --url URL        a Learnt that runs already, with the demonstration in it
`

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } }
const schemes = ['light', 'dark'] as const
const folder = join(import.meta.dirname, 'results', 'screens')

const { values: wish } = parseArgs({
  options: {
    only: { type: 'string' },
    role: { type: 'string' },
    size: { type: 'string' },
    scheme: { type: 'string' },
    language: { type: 'string', default: 'en' },
    tenant: { type: 'string', default: 'learnt' },
    window: { type: 'boolean', default: false },
    sheets: { type: 'boolean', default: false },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (wish.help) {
  process.stdout.write(help)
  process.exit()
}
const among = (list: string | undefined, word: string) => list === undefined || list.split(',').includes(word)

const learnt = wish.url ? undefined : await startLearnt()
const url = wish.url ?? learnt?.url ?? ''
const browser = await launchBrowser()
const troubles: string[] = []
try {
  if (wish.sheets) await makeSheets(browser, url)
  else await takeAll()
} finally {
  await browser.close()
  await learnt?.stop()
}
if (troubles.length > 0) process.exitCode = 1

async function takeAll() {
  const existing = await listExistingRoutes()
  const pages = (await listPages(url)).filter(
    (page) =>
      (existing.includes(page.route) || page.name === 'not-yet') &&
      among(wish.role, page.as) &&
      among(wish.only, page.name),
  )
  for (const visitor of new Set(pages.map((page) => page.as))) {
    for (const size of ['desktop', 'phone'] as const) {
      for (const scheme of schemes) {
        if (!among(wish.size, size) || !among(wish.scheme, scheme)) continue
        await takePictures(
          browser,
          visitor,
          pages.filter((page) => page.as === visitor),
          size,
          scheme,
        )
      }
    }
  }
  writeIndex()
  for (const words of troubles) console.log(words)
  console.log(`${pages.length} pages; open ${join(folder, 'index.html')}`)
}

async function takePictures(
  browser: Browser,
  visitor: Visitor,
  pages: ProductPage[],
  size: keyof typeof sizes,
  scheme: (typeof schemes)[number],
) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[size],
    colorScheme: scheme,
    locale: wish.language === 'en' ? 'en-GB' : wish.language,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...(size === 'phone' ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
  })
  const page = await context.newPage()
  if (visitor !== 'guest') {
    const caller = await callerOf(url, `${visitor}@${wish.tenant}.example`)
    const { me } = await caller.call(api.session.start)
    if (me)
      await caller.call(api.session.preferences, {
        body: { ...me.preferences, colorScheme: 'system', locale: wish.language as 'en' },
      })
    await enterAs(page, caller)
  }
  mkdirSync(join(folder, visitor), { recursive: true })
  for (const { name, address } of pages) {
    const errors: string[] = []
    const hear = (message: { type(): string; text(): string }) =>
      message.type() === 'error' && errors.push(message.text())
    page.on('console', hear)
    try {
      await page.goto(address)
      await settled(page)
    } catch (error) {
      errors.push((error as Error).message.split('\n')[0] ?? '')
    }
    page.off('console', hear)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await showWhole(page, sizes[size])
    await page.screenshot({
      path: join(folder, visitor, `${name}-${size}-${scheme}.png`),
      animations: 'disabled',
      caret: 'hide',
    })
    await page.setViewportSize(sizes[size])
    if (wide > 0) errors.push(`is ${wide} pixels wider than the window`)
    for (const words of errors) troubles.push(`${visitor}/${name}-${size}-${scheme}: ${words}`)
  }
  await context.close()
}

/** Makes the window as tall as the page, because in stitched pictures sticky elements end up half-way. */
async function showWhole(page: Page, { width, height }: { width: number; height: number }) {
  if (wish.window) return
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  if (whole <= height) return
  await page.setViewportSize({ width, height: Math.min(whole, 6000) })
  await settled(page)
}

/** All pictures in the folder, also those of an earlier and smaller run. */
function writeIndex() {
  const sections = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: visitor }) => {
      const files = readdirSync(join(folder, visitor)).filter((file) => file.endsWith('.png'))
      const names = [...new Set(files.map((file) => file.replace(/-(desktop|phone)-(light|dark)\.png$/, '')))].sort()
      const row = (name: string) => {
        const own = files.filter((file) => file.replace(/-(desktop|phone)-(light|dark)\.png$/, '') === name)
        const pictures = own.map(
          (file) => `<a href="${visitor}/${file}"><img loading="lazy" src="${visitor}/${file}" alt="${file}"></a>`,
        )
        return `<h3>${name}</h3><p>${pictures.join('')}</p>`
      }
      return `<h2>${visitor}</h2>${names.map(row).join('')}`
    })
  const style =
    'body{font:16px system-ui;margin:2rem;background:#eee}p{display:flex;gap:1rem;align-items:start}img{height:420px;max-width:45vw;object-fit:cover;object-position:top;background:#fff}'
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Learnt, every page</title><style>${style}</style>${sections.join('')}`,
  )
}
