import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchBrowser } from '../../e2e/browser.ts'
import { type Bench, type Figure, fromEstimate, tenantOf, type Workload } from '../bench.ts'
import { estimate, rounded } from '../measure.ts'
import { Samples, type Span, watchStolenTime } from '../stolen-time.ts'
import type { Person } from '../world.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>

/**
 * What the page itself measured: largest paint, layout shifts, and response times to the person. The browser buffers
 * earlier entries, so nothing of this runs while the page loads.
 */
const watch = `
  window.seen = { lcp: 0, cls: 0, inp: 0 }
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.seen.lcp = e.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.seen.cls += e.value }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.interactionId) window.seen.inp = Math.max(window.seen.inp, e.duration) }).observe({ type: 'event', durationThreshold: 16, buffered: true })
`

/**
 * From the click until the content of the next page is painted, without the former page's heading. The time is taken in
 * the task right after the frame that shows it, before all waiting ones. The page is checked after each change and not
 * in each frame, because requesting frames makes the browser draw frames that it would skip.
 */
const follow = (data: string) => `
  window.crossed = { data: 0, from: 0, until: 0 }
  {
    let began = 0
    const heading = document.querySelector('[data-page-heading]')
    addEventListener('click', (e) => { began = e.timeStamp }, { capture: true, once: true })
    const note = () => requestAnimationFrame(() =>
      scheduler.postTask(() => {
        const [from, until] = [began, performance.now()].map((at) => performance.timeOrigin + at)
        Object.assign(window.crossed, { data: until - from, from, until })
      }, { priority: 'user-blocking' }))
    const observer = new MutationObserver(() => {
      if (began === 0 || heading.isConnected) return
      const main = document.getElementById('content')
      if (main?.querySelector('[aria-busy="true"]') !== null || main.querySelector(${JSON.stringify(data)}) === null) return
      observer.disconnect()
      note()
    })
    const attributeFilter = ['aria-busy', 'href']
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter })
  }
`

interface Seen {
  lcp: number
  cls: number
  inp: number
}

/** From the address until the largest paint. */
interface Visit extends Seen, Span {
  /** Paths of the scripts requested before the largest paint, and of all scripts in the seconds after. */
  before: Set<string>
  all: Set<string>
}

/** From the click until the data. */
interface Crossing extends Span {
  data: number
}

/** The device of a page. The network is slowed for the page only, not for its service worker. */
const devices = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  computer: { viewport: { width: 1280, height: 900 } },
}

interface Part {
  readonly of: readonly Samples<Span>[]
  look(person: Person, admin: Person): Promise<void>
}

export const browserWorkloads: Workload[] = [
  {
    name: 'browser',
    about: 'S14: pages on a slow telephone: processor 4 times slower, 150 ms, 1.6 Mb/s; and S13, their bytes',
    async run(bench) {
      const tenant = tenantOf(bench, 10_000)
      const people = await bench.world.learners(tenant)
      const largest = tenantOf(bench, 100_000)
      const admins = await bench.world.admins(largest)
      const browser = await launchBrowser()
      const stolen = watchStolenTime()
      try {
        const wanted = Math.max(4, bench.options.rounds)
        const samples = <One extends Span>() => new Samples<One>(stolen, wanted)
        const signIn = samples<Visit>()
        const home = samples<Visit>()
        const again = samples<Visit>()
        const toCourses = samples<Crossing>()
        const toCourse = samples<Crossing>()
        const toPeople = samples<Crossing>()
        const parts: Part[] = [
          {
            of: [signIn],
            look: () =>
              using(browser, bench, { device: 'phone' }, async (tab) => {
                signIn.add(
                  await visit(await tab(), `${bench.product.url}/login?team=${tenant.id}`, async (page) => {
                    const field = page.getByRole('textbox').first()
                    await field.click()
                    await field.pressSequentially('somebody', { delay: 60 })
                    await page.waitForTimeout(500)
                  }),
                )
              }),
          },
          {
            of: [home, again, toCourses, toCourse],
            look: (person) =>
              using(browser, bench, { device: 'phone', person }, async (tab) => {
                for (const some of [home, again])
                  some.add(await visit(await tab(), `${bench.product.url}/`, lookAtHome))
                const page = await tab()
                await arrive(page, `${bench.product.url}/`)
                await lookAtHome(page)
                toCourses.add(
                  await cross(page, '#content a[href="/apps/courses/mycourses"]', 'a[href^="/apps/course/"]'),
                )
                await page.waitForTimeout(1500)
                toCourse.add(await cross(page, '#content a[href^="/apps/course/"]', '[data-page-heading]'))
              }),
          },
          {
            of: [toPeople],
            look: (_, admin) =>
              using(browser, bench, { device: 'computer', person: admin }, async (tab) => {
                const page = await tab()
                await arrive(page, `${bench.product.url}/`)
                await lookAtHome(page)
                toPeople.add(await cross(page, 'nav a[href="/apps/admin/users"]', 'table tbody tr'))
                await page.waitForTimeout(1500)
                nodes = Math.max(nodes, await page.evaluate<number>('document.querySelectorAll("*").length'))
              }),
          },
        ]
        let nodes = 0
        for (let round = 0; round <= mostRounds * wanted; round++) {
          const person = people[round % people.length] as Person
          const admin = admins[round % admins.length] as Person
          for (const { of, look } of parts) if (of.some((one) => one.lacks())) await look(person, admin)
          // The first round is discarded: a browser and a server in their first minute compile and read what they never
          // do again.
          if (round === 0) for (const one of parts.flatMap(({ of }) => of)) one.clear()
        }
        return [
          ...figuresOfVisits(signIn, home, again),
          figureOfCrossing('courses', 'Homepage to the courses', toCourses),
          figureOfCrossing('course', 'Courses to a course', toCourse),
          figureOfCrossing('people', `Homepage to ${largest.people} people, as administrator`, toPeople),
          {
            id: 'S14.list.nodes',
            goal: 'S14',
            what: `Elements of the list of ${largest.people} people`,
            unit: '',
            value: nodes,
            atMost: 1500,
            beside: {},
          },
        ]
      } finally {
        stolen.stop()
        await browser.close()
      }
    },
  },
]

/** The maximum number of rounds, as a multiple, until each figure has enough undisturbed ones. */
const mostRounds = 4

function figuresOfVisits(signIn: Samples<Visit>, home: Samples<Visit>, again: Samples<Visit>): Figure[] {
  const line = (id: string, what: string, all: Samples<Visit>, of: keyof Seen, atMost: number): Figure => ({
    id,
    goal: 'S14',
    what,
    unit: of === 'cls' ? '' : 'ms',
    ...p75(all.counted.map((one) => one[of])),
    atMost,
    beside: all.listed((one) => one[of]),
  })
  return [
    line('S14.signIn.lcp', 'Sign-in, largest paint, p75', signIn, 'lcp', 2500),
    line('S14.home.lcp', 'Homepage, largest paint, p75', home, 'lcp', 2500),
    line('S14.again.lcp', 'Homepage again, largest paint, p75', again, 'lcp', 1500),
    line('S14.signIn.inp', 'Sign-in, slowest answer to a key or click, p75', signIn, 'inp', 200),
    line('S14.home.inp', 'Homepage, slowest answer to a key, p75', home, 'inp', 200),
    line('S14.signIn.cls', 'Sign-in, layout shift, p75', signIn, 'cls', 0.05),
    line('S14.home.cls', 'Homepage, layout shift, p75', home, 'cls', 0.05),
    ...(
      [
        ['S13.signIn', 'Script of the sign-in page, gzip', signIn, 150],
        ['S13.home', 'Script of the homepage, gzip', home, 240],
      ] as const
    ).map(([id, what, { counted: visits }, atMost]) => ({
      id,
      goal: 'S13',
      what,
      unit: 'kB',
      value: rounded(Math.max(...visits.map((one) => sizeOf(one.before))) / 1000),
      atMost,
      beside: {
        'with what is fetched in the seconds after': `${rounded(sizeOf(visits.at(-1)?.all ?? new Set()) / 1000)} kB`,
      },
    })),
  ]
}

function figureOfCrossing(name: string, what: string, all: Samples<Crossing>): Figure {
  return {
    id: `S14.${name}.data`,
    goal: 'S14',
    what: `${what}, click to its data, p75`,
    unit: 'ms',
    ...p75(all.counted.map((one) => one.data)),
    atMost: 400,
    beside: all.listed((one) => one.data),
  }
}

/** Median of the upper half, with its range. */
function p75(all: readonly number[]): Pick<Figure, 'value' | 'low' | 'high'> {
  return fromEstimate(estimate(all.toSorted((a, b) => a - b).slice(Math.floor(all.length / 2))))
}

/**
 * How many milliseconds a page is left alone after its request: playwright's script for finding elements takes a tenth
 * of a second of the slowed processor when it first enters a page.
 */
const untouchedMs = 5000

async function arrive(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForTimeout(untouchedMs)
}

async function lookAtHome(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page.keyboard.press('Tab')
  await page.waitForTimeout(300)
}

/** A fresh browser of a person on a slow device; every tab is new, with the cache of the earlier ones. */
async function using(
  browser: Browser,
  bench: Bench,
  of: { device: keyof typeof devices; person?: Person },
  act: (tab: () => Promise<Page>) => Promise<void>,
): Promise<void> {
  const { device, person } = of
  const context = await browser.newContext(devices[device])
  try {
    if (person)
      await context.addCookies([
        {
          name: '__Host-Http-learnt',
          value: person.token,
          // With https, else the browser refuses the prefix of the cookie's name; it sends the cookie to localhost
          // nevertheless.
          url: bench.product.url.replace('http:', 'https:'),
          secure: true,
          httpOnly: true,
          sameSite: 'Lax',
        },
      ])
    let last: Page | undefined
    await act(async () => {
      await last?.close()
      last = await context.newPage()
      const devtools = await context.newCDPSession(last)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: (1.6 * 1024 * 1024) / 8,
        uploadThroughput: (750 * 1024) / 8,
      })
      return last
    })
  } finally {
    await context.close()
  }
}

async function visit(page: Page, address: string, act: (page: Page) => Promise<void>): Promise<Visit> {
  await arrive(page, address)
  await page.evaluate(watch)
  await act(page)
  const seen = await page.evaluate<Seen>('window.seen')
  const from = await page.evaluate<number>('performance.timeOrigin')
  const scripts = await page.evaluate<{ path: string; at: number }[]>(
    `performance.getEntriesByType('resource').map((e) => ({ path: new URL(e.name).pathname, at: e.startTime })).filter((e) => /\\.m?js$/.test(e.path))`,
  )
  return {
    ...seen,
    from,
    until: from + seen.lcp,
    before: new Set(scripts.filter((one) => one.at <= seen.lcp).map((one) => one.path)),
    all: new Set(scripts.map((one) => one.path)),
  }
}

/** How long a finger stays, in milliseconds; playwright's own tap lifts it at once. */
const touchMs = 80
/**
 * How long a pointer rests on a link before the press, as measured with playwright's hover and click: 310 to 440 ms.
 */
const restMs = 300

/**
 * Follows a link as people do: with a finger that stays for a moment, or a pointer that rests on it. The browser makes
 * the click when the finger leaves, and the time counts from the click, so work during the touch costs nothing, as for
 * people.
 */
async function cross(page: Page, link: string, data: string): Promise<Crossing> {
  const there = page.locator(link).first()
  await there.scrollIntoViewIfNeeded()
  await page.evaluate(follow(data))
  if (await page.evaluate('navigator.maxTouchPoints > 0')) await touch(page, there)
  else {
    const { x, y } = await middleOf(there)
    await page.mouse.move(x, y)
    await page.waitForTimeout(restMs)
    await page.mouse.down()
    await page.mouse.up()
  }
  // not asked meanwhile, for the same reason
  const lookingAt = Date.now()
  for (;;) {
    await page.waitForTimeout(1500)
    const crossed = await page.evaluate<Crossing>('window.crossed')
    if (crossed.data > 0) return crossed
    if (Date.now() - lookingAt > 30_000) throw new Error(`${link} led nowhere`)
  }
}

async function middleOf(there: ReturnType<Page['locator']>): Promise<{ x: number; y: number }> {
  const box = await there.boundingBox()
  if (!box) throw new Error('Nothing to press')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function touch(page: Page, there: ReturnType<Page['locator']>): Promise<void> {
  const place = await middleOf(there)
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [place])
  await page.waitForTimeout(touchMs)
  await send('touchEnd', [])
  await devtools.detach()
}

/** Compressed bytes of the built scripts. */
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
