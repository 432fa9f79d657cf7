import { readFileSync } from 'node:fs'
import { api } from '@learnt/contract'
import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { refusalOf, signInByApi } from './calls.ts'
import { asAdmin, type Device, deviceOf } from './devices.ts'
import { hearCalls, listCalls } from './heard-calls.ts'
import { learntUrl } from './learnt-url.ts'
import { buildPackage, findFixture } from './packages.ts'
import { givenPerson, unique } from './people.ts'

/** How a learner goes through one package, by its own buttons. */
export interface Played {
  name: string
  file: () => Promise<Buffer | null>
  /** The file card in the editor. */
  card: RegExp
  playHalf(player: FrameLocator, page: Page): Promise<void>
  /** The same place, after opening it again. */
  expectHalf(player: FrameLocator, page: Page): Promise<void>
  playRest(player: FrameLocator, page: Page): Promise<void>
  /** The state of the course at the end. */
  end: 'Completed' | 'Passed'
  score: string | null
  calls: string[]
  /** The sentence of the history, if it differs from "result recorded". */
  verdict?: string
}

const slide = (player: FrameLocator, name: string) =>
  player.frameLocator('iframe').getByRole('heading', { level: 1, name })
const press = (player: FrameLocator, name: string) =>
  player.frameLocator('iframe').getByRole('button', { name, exact: true }).click()

export function ownPackage(version: '1.2' | '2004-4th'): Played {
  return {
    name: `our own package, SCORM ${version}`,
    file: () => buildPackage({ title: 'Counting', version }),
    card: version === '1.2' ? /SCORM 1\.2 · 1 tracked part/ : /SCORM 2004 · 1 tracked part/,
    async playHalf(player) {
      await slide(player, 'Slide 1').waitFor()
      for (const name of ['Slide 2', 'Slide 3']) {
        await press(player, 'Next')
        await slide(player, name).waitFor()
      }
    },
    async expectHalf(player) {
      await slide(player, 'Slide 3').waitFor()
      await player.frameLocator('iframe').getByText('Welcome back: you are at step 3 of 7.').waitFor()
    },
    async playRest(player) {
      for (let round = 0; round < 3; round++) await press(player, 'Next')
      await player.frameLocator('iframe').getByRole('radio', { name: 'Four' }).check()
      await press(player, 'Check answer')
      await press(player, 'Next')
      await slide(player, 'Well done, you have passed').waitFor()
      await press(player, 'Finish and leave')
    },
    end: 'Passed',
    score: '100%',
    calls: ['Initialize', 'GetValue', 'SetValue', 'Commit', 'Terminate'],
  }
}

/**
 * The course of scorm.com about golf: sixteen pages in a frame, a question before it resumes, complete on the last
 * page.
 */
export function golf(name: string, file: string, card: RegExp): Played {
  const content = (player: FrameLocator) => player.frameLocator('iframe').frameLocator('#contentFrame')
  const button = (player: FrameLocator, name: string) => player.frameLocator('iframe').getByRole('button', { name })
  return {
    name,
    file: async () => findFixture(file),
    card,
    async playHalf(player) {
      await content(player).getByRole('heading', { level: 1, name: 'Play of the game' }).waitFor()
      for (let round = 0; round < 7; round++) await button(player, 'Next ->').click()
      await content(player).getByRole('heading', { level: 1, name: 'Etiquette - Playing the Game' }).waitFor()
    },
    async expectHalf(player) {
      await content(player).getByRole('heading', { level: 1, name: 'Etiquette - Playing the Game' }).waitFor()
    },
    async playRest(player) {
      while (await button(player, 'Next ->').isEnabled()) await button(player, 'Next ->').click()
      await content(player)
        .getByRole('button', { name: /submit/i })
        .waitFor()
      await button(player, 'Exit').click()
    },
    end: 'Completed',
    score: null,
    calls: ['Initialize', 'SetValue', 'Terminate'],
  }
}

/** Nine parts that only initialise and terminate; the buttons are the player's. */
export const severalParts: Played = {
  name: 'a real package, SCORM 1.2, nine parts',
  file: async () => findFixture('RuntimeMinimumCalls_SCORM12-mini.zip'),
  card: /SCORM 1\.2 · 9 tracked parts/,
  async playHalf(player) {
    await goThrough(player, ['How to Play', 'Par?', 'Keeping Score', 'Other Scoring Systems'])
  },
  async expectHalf(player) {
    // a part that reports nothing is complete when it is left, so it continues at the next one
    await player.getByRole('banner').getByText('The Rules of Golf', { exact: true }).waitFor()
  },
  async playRest(player) {
    const rest = [
      'The Rules of Golf',
      'Playing Golf Quiz',
      'How to Have Fun Playing Golf',
      'How to Make Friends Playing Golf',
      'Having Fun Quiz',
    ]
    await goThrough(player, rest)
    await player.getByRole('button', { name: 'Save and close' }).click()
  },
  end: 'Completed',
  score: null,
  calls: ['Initialize', 'Terminate'],
  verdict: 'The package never reported a result.',
}

async function goThrough(player: FrameLocator, titles: string[]) {
  for (const [index, title] of titles.entries()) {
    const next = titles[index + 1]
    await player.getByRole('banner').getByText(title, { exact: true }).waitFor()
    const part = player.frameLocator('iframe')
    await (title.endsWith('Quiz')
      ? part.getByRole('button', { name: 'Submit Answers' })
      : part.getByRole('heading').first()
    ).waitFor()
    if (next) await player.getByRole('button', { name: `Next: ${next}` }).click()
  }
}

const playerOf = (page: Page) => page.frameLocator('iframe[title^="Player:"]')

/** Opens the course from the person's list and goes to its step with the package. */
async function openPackageStep({ page }: Device, title: string) {
  await page.goto('/apps/courses/mycourses')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page
    .getByRole('link', { name: /The package/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 2, name: 'The package' }).waitFor()
}

/** A course with that package from creation to report: made, assigned, taken on two devices, shown in reports. */
export async function takeCourseWith(played: Played, bytes: Buffer): Promise<void> {
  const url = learntUrl()
  const [manager, stranger] = [
    await givenPerson({ roles: ['learner', 'manager'] }),
    await givenPerson({ roles: ['learner', 'manager'] }),
  ]
  const position = unique('Golfer')
  const learner = await givenPerson({ position: [position], managers: [manager.userId] })
  const other = await givenPerson({ position: [unique('Bowler')], managers: [manager.userId] })
  const title = unique('Course')

  // The administrator creates it.
  const admin = await asAdmin()
  const { page } = admin
  await page.goto('/apps/admin/courses')
  await page.getByRole('button', { name: 'New course' }).click()
  const create = page.getByRole('dialog', { name: 'New course or bundle' })
  await create.getByRole('textbox', { name: 'Title' }).fill(title)
  await create.getByRole('button', { name: 'Create and edit' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('button', { name: /^PAGE/ }).first().click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Welcome')
  await page.getByRole('textbox', { name: 'Text of the page' }).fill('What this course is about.')
  await page
    .getByRole('button', { name: /^Add a step/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^SCORM/ }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The package')
  const file = { name: 'package.zip', mimeType: 'application/zip' }
  const upload = page.locator('input[type=file]')
  await upload.setInputFiles({ ...file, buffer: bytes.subarray(0, bytes.length / 2) })
  await page.getByText('package.zip was not accepted').waitFor()
  await page.getByText('This is not a zip archive.').waitFor()
  await upload.setInputFiles({ ...file, buffer: bytes })
  await page.getByText(played.card).waitFor()
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()

  // ... and publishes it: nobody has it yet.
  await page.getByRole('button', { name: 'Publish' }).click()
  const publish = page.getByRole('dialog', { name: `Publish “${title}”` })
  await publish.getByText('Published for the first time').waitFor()
  await publish.getByText(/Not assigned to anyone yet/).waitFor()
  await publish.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).waitFor()

  const mine = await deviceOf(learner.account)
  await mine.page.goto('/apps/courses/mycourses')
  await mine.page.getByRole('heading', { level: 1, name: 'My courses' }).waitFor()
  expect(await mine.page.getByRole('link', { name: title }).count()).toBe(0)

  // Assigned by a rule to one position, after a look at the people it matches.
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('button', { name: 'New rule' }).click()
  const rule = page.getByRole('dialog', { name: 'New rule' })
  await rule.getByRole('combobox', { name: 'is any of' }).fill(position)
  await page.getByRole('option', { name: new RegExp(`^${position}`) }).click()
  const preview = rule.getByRole('region', { name: 'Effect of saving' })
  await preview.getByText('1 gains it').waitFor()
  await preview.getByText(learner.name).waitFor()
  await preview.getByText('0 lose it').waitFor()
  expect(await preview.getByText(other.name).count()).toBe(0)
  await rule.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByText(/^Rule “.*” created$/).waitFor()

  // The learner has it at once, and a person of another position does not.
  await mine.page.goto('/apps/homepage/myhomepage')
  await mine.page.getByRole('link', { name: title }).first().waitFor()
  const others = await deviceOf(other.account)
  await others.page.goto('/apps/courses/mycourses')
  await others.page.getByRole('heading', { level: 1, name: 'My courses' }).waitFor()
  await others.page.getByRole('link').filter({ hasText: 'Using Learnt' }).waitFor()
  expect(await others.page.getByRole('link', { name: title }).count()).toBe(0)

  // The page is complete when it has been read; the package is played half-way and left.
  await mine.page.goto('/apps/courses/mycourses')
  await mine.page.getByRole('link', { name: title }).click()
  await mine.page.getByRole('link', { name: 'Start the course' }).click()
  await mine.page.getByText('What this course is about.').waitFor()
  await mine.page.getByText('Step done').waitFor({ state: 'attached' })
  await openPackageStep(mine, title)
  const player = playerOf(mine.page)
  const heardFirst = await hearCalls(mine.context)
  mine.page.on('dialog', (dialog) => void dialog.accept())
  await mine.page.getByRole('button', { name: 'Start' }).click()
  await played.playHalf(player, mine.page)
  await mine.page
    .getByRole('dialog')
    .getByText(/^Saved \d\d:\d\d$/)
    .waitFor()
  await mine.page.getByRole('button', { name: 'Leave', exact: true }).click()
  await mine.page.getByRole('button', { name: 'Continue' }).waitFor()

  // On another device it continues there.
  const second = await deviceOf(learner.account)
  second.page.on('dialog', (dialog) => void dialog.accept())
  await openPackageStep(second, title)
  const heardSecond = await hearCalls(second.context)
  await second.page.getByRole('button', { name: 'Continue' }).click()
  const again = playerOf(second.page)
  await played.expectHalf(again, second.page)
  await played.playRest(again, second.page)
  await second.page.getByText('Course completed. Well done!').first().waitFor()
  await second.page.getByRole('button', { name: 'Review' }).waitFor()
  await second.page.getByRole('progressbar').and(second.page.locator('[aria-valuenow="100"]')).first().waitFor()

  // The learner's manager sees it, down to the run-time calls.
  const boss = await deviceOf(manager.account)
  await boss.page.goto('/apps/manager/reporting')
  await boss.page.getByRole('link', { name: learner.name, exact: true }).click()
  await boss.page.getByRole('link', { name: title, exact: true }).click()
  await boss.page.getByRole('heading', { level: 1, name: title }).waitFor()
  const proof = boss.page.url()
  await boss.page.getByText(played.end, { exact: true }).first().waitFor()
  if (played.score) await boss.page.getByText(played.score, { exact: true }).first().waitFor()
  await boss.page.getByRole('button', { name: /^Open the timeline of attempt 1:/ }).click()
  const timeline = boss.page.getByRole('dialog', { name: /^Timeline/ })
  await timeline.getByText(played.verdict ?? 'The package reported its result, and it was recorded.').waitFor()
  for (const call of played.calls) await timeline.getByRole('cell', { name: call, exact: true }).first().waitFor()
  await timeline.getByRole('cell', { name: 'Recorded', exact: true }).first().waitFor()

  // Another manager sees nothing of it, by page or by operation.
  const apart = await deviceOf(stranger.account)
  await apart.page.goto('/apps/manager/reporting')
  await apart.page.getByText('No people assigned to you yet').waitFor()
  await apart.page.goto(proof)
  await apart.page.getByText('This does not exist').waitFor()
  const userCourseId = proof.split('/').at(-1) ?? ''
  const [ofBoss, ofStranger] = [await signInByApi(url, manager.account), await signInByApi(url, stranger.account)]
  const work = await ofBoss.call(api.reports.manager.assignment, { params: { userCourseId } })
  const attemptId = work.activities.flatMap((activity) => activity.attempts)[0]?.attemptId ?? ''
  // Exactly the calls that the package made on both devices, in order.
  expect(heardSecond.length).toBeGreaterThan(0)
  await expect.poll(() => listCalls(ofBoss, attemptId)).toEqual([...heardFirst, ...heardSecond])
  expect(await refusalOf(ofStranger.call(api.reports.manager.assignment, { params: { userCourseId } }))).toBe(
    'not-found',
  )
  expect(await refusalOf(ofStranger.call(api.reports.manager.timeline, { params: { attemptId }, query: {} }))).toBe(
    'not-found',
  )

  // The administrator has it in the figures of the course and as a file.
  await page.goto('/apps/admin/course-aggregate-reporting')
  await page.getByLabel('Search courses').fill(title)
  await page.getByText('1 result', { exact: true }).waitFor()
  const row = page.getByRole('row').filter({ hasText: title })
  await expect.poll(async () => (await row.getByRole('cell').allTextContents()).slice(1, 6).join()).toBe('0,1,0,0,1')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const lines = readFileSync(await (await waiting).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(title)
  await row.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('link', { name: learner.name, exact: true }).waitFor()
}
