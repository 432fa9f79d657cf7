import type { Frame, Page } from 'playwright-core'
import { freePort, type Learnt, startLearnt } from '../learnt.ts'
import { type RecordingProxy, startRecordingProxy } from '../torture/recording-proxy.ts'
import { makeWorld, type TortureWorld } from '../torture/world.ts'
import { type GivenCourse, givenCourse, givenPackage, packageStep } from './courses.ts'
import type { Device } from './devices.ts'

/*
 * A package that attacks the application which plays it, in a real browser, while the application's page is open around
 * it. That its probes do work where nothing stops them is shown by player/hostile-package.test.ts.
 *
 * Open by design, and therefore not counted below:
 * - its own attempt: a package speaks for the attempt that it was opened for, and whatever it says is its own word; it
 *   shares an origin with the player and can take the token, which opens that attempt and nothing else
 * - a window that it opens after a click: a visit to any address like one by a link, which it can neither read nor post
 *   in; what stands in that address leaves with it
 * - a call (WebRTC): no policy that browsers follow today keeps a page from sending packets to any address
 * - where the content address has no {label}, packages of one installation share an origin: one can throw away what
 *   another has left unsent in this browser, and cannot forge it, for it is sealed
 */

export interface HostileWorld {
  learnt: Learnt
  /** Stands in front of the application and records all requests. */
  proxy: RecordingProxy
  /** The address that people use: the proxy's. */
  url: string
  world: TortureWorld
  learner: { account: string; userId: string }
  stop(): Promise<void>
}

/** A Learnt of its own behind a proxy that records requests. */
export async function startHostileWorld(): Promise<HostileWorld> {
  const [inner, contentPort] = [await freePort(), await freePort()]
  const proxy = await startRecordingProxy(() => inner)
  const url = `http://localhost:${proxy.port}`
  const learnt = await startLearnt({
    demo: false,
    settings: {
      PORT: String(inner),
      CONTENT_PORT: String(contentPort),
      PUBLIC_URL: url,
      CONTENT_URL: `http://127.0.0.1:${contentPort}`,
    },
  })
  const world = await makeWorld({ url, settings: learnt.settings }, { learners: 2, courses: 1 })
  const [learner] = world.learners
  if (!learner) throw new Error('unreachable')
  const stop = async () => {
    await learnt.stop()
    await proxy.close()
  }
  return { learnt, proxy, url, world, learner, stop }
}

/** A course with that package, assigned to everybody. */
export async function givenHostileCourse({ world }: HostileWorld, title: string, bytes: Buffer): Promise<GivenCourse> {
  return givenCourse(world.admin, {
    title,
    steps: [packageStep('The package', await givenPackage(world.admin, bytes))],
    rule: { rule: {}, everyone: true },
  })
}

/** Opens the package of a course, and returns its frame. */
export async function startPackage(device: Device, of: { course: string }): Promise<Frame> {
  const { page } = device
  // Every package opened in it listens, and one of them is first.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  await page.goto('/apps/courses/mycourses')
  await page.getByRole('link', { name: of.course }).click()
  // Before its first start the course shows its contents.
  await page
    .getByRole('link', { name: /The package|Start the course/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^(Start|Continue|Review)$/ }).click()
  await page.locator('iframe[title^="Player:"]').waitFor()
  return packageFrame(page)
}

async function packageFrame(page: Page): Promise<Frame> {
  for (let round = 0; round < 600; round++) {
    const frame = page.frames().find((one) => /\/c\/[^/]+\/.+\.html/.test(one.url()))
    if (frame) {
      await frame.waitForLoadState('load')
      return frame
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The package was not opened')
}
