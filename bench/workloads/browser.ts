import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchBrowser } from '../../e2e/browser.ts'
import { type Bench, type Figure, fromEstimate, tenantOf, type Workload } from '../bench.ts'
import { estimate, rounded } from '../measure.ts'
import type { Person } from '../world.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>

/** What the page itself saw: largest paint, shifts, and how long its answers to the person took. */
const watch = `
  window.seen = { lcp: 0, cls: 0, inp: 0 }
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.seen.lcp = e.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.seen.cls += e.value }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.interactionId) window.seen.inp = Math.max(window.seen.inp, e.duration) }).observe({ type: 'event', durationThreshold: 16, buffered: true })
`

interface Seen {
  lcp: number
  cls: number
  inp: number
}

export const browserWorkloads: Workload[] = [
  {
    name: 'browser',
    about: 'S14: pages on a slow telephone: processor 4 times slower, 150 ms, 1.6 Mb/s; and S13, their bytes',
    async run(bench) {
      const tenant = tenantOf(bench, 10_000)
      const people = await bench.world.learners(tenant)
      const browser = await launchBrowser()
      try {
        const signIn: Seen[] = []
        const home: Seen[] = []
        const again: Seen[] = []
        let bytes = { signIn: 0, home: 0 }
        for (let round = 0; round < Math.max(4, bench.options.rounds); round++) {
          const first = await visit(browser, bench, null, async (page) => {
            await page.goto(`${bench.product.url}/login?team=${tenant.id}`)
            const field = page.getByRole('textbox').first()
            await field.waitFor()
            await page.waitForTimeout(1500)
            await field.click()
            await field.pressSequentially('somebody', { delay: 60 })
            await page.waitForTimeout(500)
          })
          signIn.push(first.seen)
          const person = people[round % people.length] as Person
          const second = await visit(browser, bench, person, async (page) => {
            await page.goto(`${bench.product.url}/`)
            await page.getByRole('heading').first().waitFor()
            await page.waitForTimeout(3000)
            await page.keyboard.press('Tab')
            await page.waitForTimeout(300)
          })
          home.push(second.seen)
          again.push(second.again)
          bytes = { signIn: first.script, home: second.script }
        }
        const p75 = (all: Seen[], of: keyof Seen) =>
          estimate(
            all
              .map((one) => one[of])
              .sort((a, b) => a - b)
              .slice(Math.floor(all.length / 2)),
          )
        const figures: Figure[] = []
        const line = (id: string, what: string, unit: string, all: Seen[], of: keyof Seen, atMost: number) =>
          figures.push({
            id,
            goal: 'S14',
            what,
            unit,
            ...fromEstimate(p75(all, of)),
            atMost,
            beside: { all: all.map((one) => rounded(one[of])).join(', ') },
          })
        line('S14.signIn.lcp', 'Sign-in, largest paint, p75', 'ms', signIn, 'lcp', 1800)
        line('S14.home.lcp', 'Homepage, largest paint, p75', 'ms', home, 'lcp', 2500)
        line('S14.again.lcp', 'Homepage again, largest paint, p75', 'ms', again, 'lcp', 500)
        line('S14.signIn.inp', 'Sign-in, slowest answer to a key or click, p75', 'ms', signIn, 'inp', 100)
        line('S14.home.inp', 'Homepage, slowest answer to a key, p75', 'ms', home, 'inp', 100)
        line('S14.signIn.cls', 'Sign-in, layout shift, p75', '', signIn, 'cls', 0.02)
        line('S14.home.cls', 'Homepage, layout shift, p75', '', home, 'cls', 0.02)
        for (const [id, what, value, atMost] of [
          ['S13.signIn', 'Script of the sign-in page, gzip', bytes.signIn, 140],
          ['S13.home', 'Script of the homepage, gzip', bytes.home, 220],
        ] as const)
          figures.push({ id, goal: 'S13', what, unit: 'kB', value: rounded(value / 1000), atMost, beside: {} })
        return figures
      } finally {
        await browser.close()
      }
    },
  },
]

/** A fresh browser of somebody on a slow telephone; the page is opened twice, the second time with what it kept. */
async function visit(
  browser: Browser,
  bench: Bench,
  person: Person | null,
  act: (page: Page) => Promise<void>,
): Promise<{ seen: Seen; again: Seen; script: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    if (person)
      await context.addCookies([
        {
          name: '__Host-Http-learnt',
          value: person.token,
          // Of an https address, or the prefix of its name is refused; the browser sends it to localhost all the same.
          url: bench.product.url.replace('http:', 'https:'),
          secure: true,
          httpOnly: true,
          sameSite: 'Lax',
        },
      ])
    await context.addInitScript(watch)
    const page = await context.newPage()
    const scripts = new Set<string>()
    page.on('response', (reply) => {
      if (reply.request().resourceType() === 'script') scripts.add(new URL(reply.url()).pathname)
    })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    })
    await act(page)
    const seen = await page.evaluate<Seen>('window.seen')
    await page.reload()
    await page.getByRole('heading').first().waitFor()
    await page.waitForTimeout(2000)
    return { seen, again: await page.evaluate<Seen>('window.seen'), script: sizeOf(scripts) }
  } finally {
    await context.close()
  }
}

/** Bytes of the built scripts as they travel. */
function sizeOf(paths: ReadonlySet<string>): number {
  const folder = join(import.meta.dirname, '../../apps/web/dist')
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [[entry.name, join(entry.parentPath, entry.name)] as const] : [],
    ),
  )
  let sum = 0
  for (const path of paths) {
    const file = files.get(path.split('/').at(-1) ?? '')
    if (file) sum += gzipSync(readFileSync(file), { level: 9 }).length
  }
  return sum
}
