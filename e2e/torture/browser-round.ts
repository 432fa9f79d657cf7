import { api } from '@learnt/contract'
import { RuntimeCommit } from '@learnt/contract/runtime'
import type { Browser, Page, Response } from 'playwright-core'
import type { Chance } from '../../apps/server/demo/chance.ts'
import { type Caller, signInByApi } from '../given/calls.ts'
import { givenCourse, givenPackage, packageStep } from '../given/courses.ts'
import { enterAs } from '../given/door.ts'
import { buildPackage } from '../given/packages.ts'
import type { Learnt } from '../learnt.ts'
import { pause } from './patience.ts'

export interface BrowserRound {
  /** What the page showed the person as saved, in the package's words. */
  shown: string
  /** Where it continued on another device after the kill. */
  found: string
  findings: string[]
}

const slides = 5
const slideOf = (number: number) => `Slide ${number}`

/**
 * A person plays a package in the real browser, sees "Saved" and continues, and the server or PostgreSQL is killed.
 * Another device must continue at the saved place or later. The first window, open all the time, plays to its end.
 */
export async function playBrowserRound(of: {
  learnt: Learnt
  browser: Browser
  admin: Caller
  account: string
  chance: Chance
  kill(): Promise<void>
}): Promise<BrowserRound> {
  const { learnt, browser, admin, account, chance } = of
  const findings: string[] = []
  const packageId = await givenPackage(admin, await buildPackage({ title: 'Counting' }))
  const course = await givenCourse(admin, {
    title: `In the browser ${crypto.randomUUID().slice(0, 8)}`,
    steps: [packageStep('The package', packageId)],
    rule: { rule: {}, everyone: true },
  })
  const caller = await signInByApi(learnt.url, account)
  const open = async (button: 'Start' | 'Continue') => {
    const context = await browser.newContext({
      baseURL: learnt.url,
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.on('dialog', (dialog) => void dialog.accept())
    await enterAs(page, caller)
    await page.goto(`/apps/course/${course.id}`)
    if (button === 'Start') await page.getByRole('link', { name: 'Start the course' }).click()
    await page.getByRole('button', { name: button }).click()
    return page
  }

  const page = await open('Start')
  const content = contentOf(page)
  const at = chance.int(2, slides - 1)
  await content.getByRole('heading', { level: 1, name: slideOf(1) }).waitFor()
  for (let number = 2; number < at; number++) await goTo(page, number)
  const answered = page.waitForResponse((answer) => isCommitAt(answer, at))
  await goTo(page, at)
  await answered
  await page
    .getByRole('dialog')
    .getByText(/^Saved \d\d:\d\d$/)
    .waitFor()
  const next = content.getByRole('button', { name: 'Next', exact: true }).click()
  await pause(chance.int(0, 200))
  await of.kill()
  await next

  const second = await open('Continue')
  const heading = contentOf(second).getByRole('heading', { level: 1, name: /^Slide \d$/ })
  await heading.waitFor({ timeout: 60_000 })
  const found = (await heading.textContent()) ?? ''
  if (![at, at + 1].map(slideOf).includes(found))
    findings.push(`LOST: "Saved" was shown at ${slideOf(at)}, and it went on at "${found}"`)
  await second.context().close()

  // Opening it elsewhere took the first window's right to write: after a reload it continues too, to the end.
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  const again = contentOf(page).getByRole('heading', { level: 1, name: /^Slide \d$/ })
  await again.waitFor({ timeout: 60_000 })
  for (let number = Number((await again.textContent())?.split(' ')[1]) + 1; number <= slides; number++)
    await goTo(page, number)
  await content.getByRole('button', { name: 'Next', exact: true }).click()
  await content.getByRole('radio', { name: 'Four' }).check()
  await content.getByRole('button', { name: 'Check answer' }).click()
  await content.getByRole('button', { name: 'Next', exact: true }).click()
  await content.getByRole('button', { name: 'Finish and leave' }).click()
  await page.getByRole('button', { name: 'Review' }).waitFor()
  const { state } = await caller.call(api.learning.course, { params: { userCourseId: course.id } })
  if (state !== 'passed') findings.push(`played to its end in the browser, and it is ${state}`)
  await page.context().close()
  return { shown: slideOf(at), found, findings }
}

async function goTo(page: Page, number: number): Promise<void> {
  const content = contentOf(page)
  await content.getByRole('button', { name: 'Next', exact: true }).click()
  await content.getByRole('heading', { level: 1, name: slideOf(number) }).waitFor()
}

/** The first slide number in the calls, which count from 0. */
function isCommitAt(answer: Response, slide: number): boolean {
  if (new URL(answer.url()).pathname !== api.runtime.commit.path || !answer.ok()) return false
  const { snapshot } = RuntimeCommit.parse(answer.request().postDataJSON())
  return snapshot?.['cmi.core.lesson_location'] === String(slide - 1)
}

function contentOf(page: Page) {
  return page.frameLocator('iframe[title^="Player:"]').frameLocator('iframe')
}
