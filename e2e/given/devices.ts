import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from '../browser.ts'
import { callerOf, password } from './calls.ts'
import { enterAs } from './door.ts'
import { learntUrl } from './learnt-url.ts'

export const accounts = {
  learner: 'learner@learnt.example',
  manager: 'manager@learnt.example',
  admin: 'admin@learnt.example',
  superadmin: 'superadmin@learnt.example',
} as const
export type RoleWord = keyof typeof accounts

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

/** A browser context: one device of one person. Closed after the test. */
export interface Device {
  context: BrowserContext
  page: Page
  /** Violations of the content security policy, uncaught errors and console errors since its creation. */
  troubles: string[]
}

/** A test's page closes before optimised code pays off: without it the browser takes a sixth less of the processor. */
const unoptimised = '--js-flags=--no-turbofan --no-maglev'

let browser: Promise<Browser> | undefined
const open = new Set<BrowserContext>()

/** The one browser of this worker, whose files run one after the other in one process. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser({ args: [unoptimised] })
  return browser
}

/** A device whose service worker is blocked unless a test asks for it: starting one takes a third of a page's time. */
export async function newDevice(options: BrowserContextOptions & { url?: string } = {}): Promise<Device> {
  const { url = learntUrl(), ...rest } = options
  const context = await (await sharedBrowser()).newContext({
    baseURL: url,
    viewport: desktop,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers: 'block',
    ...rest,
  })
  open.add(context)
  // Generous, because the machine may be busy.
  context.setDefaultTimeout(90_000)
  const troubles: string[] = []
  await context.exposeBinding('reportViolation', (_, words: string) => void troubles.push(words))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const tell = (globalThis as never as { reportViolation(words: string): void }).reportViolation
      tell(`policy: ${event.effectiveDirective} refused ${event.blockedURI} ${event.sample} at ${location.pathname}`)
    })
  })
  context.on('weberror', (error) => void troubles.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`)
  })
  return { context, page: await context.newPage(), troubles }
}

/** A device on which the account is signed in already; only entering.test.ts uses the form. */
export async function deviceOf(
  account: string,
  options: BrowserContextOptions & { url?: string } = {},
): Promise<Device> {
  const url = options.url ?? learntUrl()
  const device = await newDevice(options)
  // only browsers resolve names under localhost
  const { cookie } = await callerOf(url.replace(/[^/]+\.localhost/, 'localhost'), account)
  await enterAs(device.page, { url, cookie })
  return device
}

/** Called after each test by devices-end.ts. Returns what the pages of a failed test showed, for its report. */
export async function endDevices(test: { name: string; hasFailed: boolean }): Promise<string[]> {
  const shown = test.hasFailed ? await readPages() : []
  if (test.hasFailed) await takePictures(test.name)
  await Promise.all([...open].map((context) => context.close()))
  open.clear()
  return shown
}

/** The address of every open page, its alerts, and the beginning of its main part. */
async function readPages(): Promise<string[]> {
  const pages = [...open].flatMap((context) => context.pages())
  return Promise.all(
    pages.map(async (page) => {
      const words = await page
        .evaluate(() => {
          const textOf = (selector: string) =>
            [...document.querySelectorAll(selector)].map((one) => one.textContent.replace(/\s+/g, ' '))
          const alerts = textOf('[role=alert], [role=dialog], [aria-invalid=true] ~ *').map((text) =>
            text.slice(0, 200),
          )
          return [...alerts, textOf('main').join(' ').slice(0, 400)].join(' | ')
        })
        .catch((error: Error) => error.message)
      return `${page.url()}: ${words}`
    }),
  )
}

/** Pictures of every device when a test fails: results/failed. */
async function takePictures(test: string): Promise<void> {
  const name = test.replace(/[^\w]+/g, '-').slice(0, 60)
  for (const [index, page] of [...open].flatMap((context) => context.pages()).entries()) {
    await page
      .screenshot({
        path: join(import.meta.dirname, '..', 'results', 'failed', `${name}-${index + 1}.png`),
        timeout: 5000,
      })
      .catch(() => {})
  }
}

export const asLearner = (options?: BrowserContextOptions) => deviceOf(accounts.learner, options)
export const asManager = (options?: BrowserContextOptions) => deviceOf(accounts.manager, options)
export const asAdmin = (options?: BrowserContextOptions) => deviceOf(accounts.admin, options)
export const asSuperadmin = (options?: BrowserContextOptions) => deviceOf(accounts.superadmin, options)

/** Fills in and sends the sign-in form, from any page that leads there. */
export async function signIn(
  page: Page,
  account: string,
  of: { secret?: string; persist?: boolean } = {},
): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(account)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(of.secret ?? password)
  if (of.persist) await page.getByRole('checkbox', { name: 'Keep me signed in on this device' }).check()
  await page.getByRole('button', { name: 'Login' }).click()
}
