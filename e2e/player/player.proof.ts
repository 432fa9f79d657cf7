import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import {
  type Attempt,
  closePackage,
  countRefused,
  eventsOf,
  type Harness,
  openPackage,
  packageFrame,
  playerFrame,
  startHarness,
  until,
  waitForEvent,
} from './harness.ts'

const fixtures = resolve(import.meta.dirname, '../..', process.env.LEARNT_FIXTURES ?? '../shared/fixtures')
const fixture = (name: string) => (existsSync(join(fixtures, name)) ? join(fixtures, name) : null)
const golf12 = fixture('singlescobasic.zip')
const golf2004 = fixture('RuntimeBasicCalls_SCORM20043rdEdition.zip')
const golfMini = fixture('RuntimeMinimumCalls_SCORM12-mini.zip')

let browser: Browser
let harness: Harness
let context: BrowserContext
let page: Page
const packages = new Map<string, string>()
let attempts = 0

beforeAll(async () => {
  browser = await launchBrowser()
  harness = await startHarness()
  for (const path of [golf12, golf2004, golfMini]) if (path) packages.set(path, await harness.addPackage(path))
})
afterAll(async () => {
  await browser.close()
  await harness.close()
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
  page = await openPage()
})
afterEach(() => context.close())

async function openPage(): Promise<Page> {
  const made = await context.newPage()
  // Golf asks whether to continue where the learner left off.
  made.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  return made
}

const queryOf = (path: string | null, attempt: string) => `package=${packages.get(path ?? '')}&attempt=${attempt}`
const nextAttempt = () => `attempt${++attempts}`
const find = (id: string) => harness.attempts.get(id) as Attempt
const said = (id: string, element: string, sco?: string) => {
  const scos = find(id)?.scos
  const one = sco === undefined ? [...(scos?.values() ?? [])][0] : scos?.get(sco)
  return one?.cmi[element]
}
const press = (frame: Frame, id: string) =>
  frame.evaluate((button) => (document.getElementById(button) as HTMLInputElement).click(), id)
/** Calls of the package in order, without the player's notes. */
const trace = (attempt: Attempt) =>
  [...attempt.calls.entries()]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([, call]) => call)
    .filter((call) => !['opened', 'closed', 'networkFailed', 'networkBack'].includes(call.fn))

describe.skipIf(golf12 === null)('SCORM 1.2, one SCO', () => {
  test('plays to the end: 22 calls, from "not attempted" to "completed"', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, queryOf(golf12, id))
    const frame = await packageFrame(page)
    await frame.waitForFunction(
      () => 'currentPage' in window && (window as never as { currentPage: number | null }).currentPage === 0,
    )
    await until(() => said(id, 'cmi.core.lesson_status') === 'incomplete', 'the first status')
    while (!(await frame.evaluate(() => (document.getElementById('butNext') as HTMLInputElement).disabled)))
      await press(frame, 'butNext')
    await until(() => said(id, 'cmi.core.lesson_status') === 'completed', 'the last status')
    expect(trace(find(id))).toHaveLength(22)
    await press(frame, 'butExit')
    await waitForEvent(page, 'exit')
    await until(() => trace(find(id)).some((call) => call.fn === 'Terminate'), 'the goodbye')
    expect(find(id).scos.get('item_1')).toMatchObject({ status: 'completed', isSuspended: false })
    const calls = trace(find(id))
    expect(calls.slice(22).map((call) => `${call.fn} ${call.element ?? ''}`.trim())).toEqual([
      'SetValue cmi.core.exit',
      'SetValue cmi.core.session_time',
      'Terminate',
    ])
    expect(calls.every((call) => call.error === '0' && call.result !== 'false')).toBe(true)
    expect(
      calls
        .filter((call) => call.element === 'cmi.core.lesson_status')
        .map((call) => `${call.fn} ${call.value ?? call.result}`),
    ).toEqual(['GetValue not attempted', 'SetValue incomplete', 'SetValue completed'])
    expect(await closePackage(page)).toBe(true)
    expect((await eventsOf(page)).findLast((event) => event.type === 'saved' || event.type === 'unsaved')?.type).toBe(
      'saved',
    )
  })

  test('closing the tab keeps the last values, and another device continues there', async () => {
    for (let round = 0; round < 5; round++) {
      const id = nextAttempt()
      const tab = await openPage()
      await openPackage(tab, harness, queryOf(golf12, id))
      const frame = await packageFrame(tab)
      await frame.waitForSelector('#butNext')
      await frame.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 0)
      await frame.evaluate(() => {
        for (let click = 0; click < 3; click++) (document.getElementById('butNext') as HTMLInputElement).click()
      })
      await tab.close({ runBeforeUnload: true })
      await until(
        () => said(id, 'cmi.core.lesson_location') === '3' && trace(find(id)).some((call) => call.fn === 'Terminate'),
        `the last words of round ${round}`,
      )
      const device = await browser.newContext()
      const other = await device.newPage()
      other.on('dialog', (dialog) => void dialog.accept())
      await openPackage(other, harness, queryOf(golf12, id))
      await (await packageFrame(other)).waitForFunction(
        () => (window as never as { currentPage: number | null }).currentPage === 3,
      )
      await device.close()
    }
  })

  test('closed by the application: the frame is removed once everything is saved', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, queryOf(golf12, id))
    const frame = await packageFrame(page)
    await frame.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 0)
    await press(frame, 'butNext')
    expect(await closePackage(page)).toBe(true)
    expect(said(id, 'cmi.core.lesson_location')).toBe('1')
    // By navigation, not by removal: golf terminates in beforeunload and wants to return.
    expect(said(id, 'cmi.core.exit')).toBe('suspend')
  })

  test('server away: nothing is called saved meanwhile, everything arrives afterwards', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, queryOf(golf12, id))
    const frame = await packageFrame(page)
    await frame.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 0)
    await until(() => said(id, 'cmi.core.lesson_location') === '0', 'the first page')
    await waitForEvent(page, 'saved')
    await harness.stopApp()
    const away = Date.now()
    const refused = countRefused(page)
    for (let click = 0; click < 4; click++) {
      const before = refused()
      await press(frame, 'butNext')
      await until(() => refused() > before, 'a commit that nobody took')
    }
    const during = (await eventsOf(page)).filter((event) => event.at > away + 200)
    expect(during.some((event) => event.type === 'saved')).toBe(false)
    expect(during.some((event) => event.type === 'unsaved' && event.value === true)).toBe(true)
    await harness.startApp()
    const back = Date.now()
    await until(() => said(id, 'cmi.core.lesson_location') === '4', 'what was said meanwhile', 20_000)
    await page.waitForFunction(
      (since) =>
        (window as never as { host: { events: Array<{ type: string; at: number }> } }).host.events.some(
          (event) => event.type === 'saved' && event.at > since,
        ),
      back,
    )
    await until(
      () => [...find(id).calls.values()].some((call) => call.fn === 'networkFailed'),
      'the note about the network',
    )
  })

  test('server away and the tab closed: the next launch sends what waited', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, queryOf(golf12, id))
    const frame = await packageFrame(page)
    await frame.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 0)
    await until(() => said(id, 'cmi.core.lesson_location') === '0', 'the first page')
    await harness.stopApp()
    const refused = countRefused(page)
    for (let click = 0; click < 5; click++) await press(frame, 'butNext')
    await until(() => refused() > 0, 'a commit that nobody took')
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
    await harness.startApp()
    expect(said(id, 'cmi.core.lesson_location')).toBe('0')
    page = await openPage()
    await openPackage(page, harness, queryOf(golf12, id))
    await (await packageFrame(page)).waitForFunction(
      () => (window as never as { currentPage: number | null }).currentPage === 5,
    )
    expect(said(id, 'cmi.core.lesson_location')).toBe('5')
  })

  test('an older window never overwrites a later one', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, queryOf(golf12, id))
    const older = await packageFrame(page)
    await older.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 0)
    const second = await openPage()
    await openPackage(second, harness, queryOf(golf12, id))
    const newer = await packageFrame(second)
    await newer.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 0)
    for (let click = 0; click < 6; click++) await press(newer, 'butNext')
    await until(() => said(id, 'cmi.core.lesson_location') === '6', 'the newer window')
    await press(older, 'butNext')
    await waitForEvent(page, 'error')
    expect((await eventsOf(page)).find((event) => event.type === 'error')?.value).toBe('stale')
    expect(said(id, 'cmi.core.lesson_location')).toBe('6')
    await expect.poll(() => playerFrame(page).locator('[role=alert]').textContent()).toContain('another window')
  })

  test('reviewing writes nothing', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, `${queryOf(golf12, id)}&mode=review`)
    const frame = await packageFrame(page)
    await frame.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 0)
    await press(frame, 'butNext')
    expect(await closePackage(page)).toBe(true)
    expect(find(id).commits).toEqual([])
  })
})

describe.skipIf(golf2004 === null)('SCORM 2004, one SCO', () => {
  test('plays to the end with the quiz, and asks to be closed', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, queryOf(golf2004, id))
    const frame = await packageFrame(page)
    await frame.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 0)
    for (let click = 0; click < 14; click++) await press(frame, 'butNext')
    const quiz = await frame.waitForSelector('#contentFrame')
    const inner = (await quiz.contentFrame()) as Frame
    await inner.waitForSelector('input[type=button]')
    await inner.evaluate(() => {
      const { test, SubmitAnswers } = window as never as {
        test: { Questions: Array<{ Id: string; Type: string; Answers: string[]; CorrectAnswer: unknown }> }
        SubmitAnswers(): void
      }
      for (const question of test.Questions) {
        if (question.Type === 'choice')
          (
            document.getElementById(
              `question_${question.Id}_${question.Answers.indexOf(question.CorrectAnswer as string)}`,
            ) as HTMLInputElement
          ).checked = true
        else if (question.Type === 'true-false')
          (
            document.getElementById(
              `question_${question.Id}_${question.CorrectAnswer ? 'True' : 'False'}`,
            ) as HTMLInputElement
          ).checked = true
        else
          (document.getElementById(`question_${question.Id}_Text`) as HTMLInputElement).value = String(
            question.CorrectAnswer,
          )
      }
      SubmitAnswers()
    })
    await until(() => find(id).scos.get('item_1')?.status === 'passed', 'the result of the quiz')
    expect(trace(find(id))).toHaveLength(25)
    await press(frame, 'butExit')
    await waitForEvent(page, 'exit')
    expect((await eventsOf(page)).find((event) => event.type === 'exit')?.value).toBe('exitAll')
    expect(find(id).scos.get('item_1')).toMatchObject({ status: 'passed', score: 100 })
    expect(said(id, 'cmi.completion_status')).toBe('completed')
    expect(
      trace(find(id))
        .map((call) => call.error)
        .filter((error) => error !== '0' && error !== '403'),
    ).toEqual([])
  })

  test('is resumed where it was left', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, queryOf(golf2004, id))
    const frame = await packageFrame(page)
    await frame.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 0)
    for (let click = 0; click < 4; click++) await press(frame, 'butNext')
    await press(frame, 'butExit')
    await waitForEvent(page, 'exit')
    expect((await eventsOf(page)).find((event) => event.type === 'exit')?.value).toBe('suspendAll')
    await openPackage(page, harness, queryOf(golf2004, id))
    const again = await packageFrame(page)
    await again.waitForFunction(() => (window as never as { currentPage: number | null }).currentPage === 4)
    expect(
      await again.evaluate(() =>
        (window as never as { API: { GetValue(element: string): string } }).API.GetValue('cmi.entry'),
      ),
    ).toBe('resume')
  })
})

describe.skipIf(golfMini === null)('SCORM 1.2, several SCOs', () => {
  const title = () => playerFrame(page).locator('.title').textContent()
  const next = () => playerFrame(page).locator('button.next')
  const entry = (name: string) => playerFrame(page).locator('.entry', { hasText: name })

  test('is walked through with Next until every part is completed', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, queryOf(golfMini, id))
    for (let part = 1; part <= 9; part++) {
      await (await packageFrame(page)).waitForLoadState('load')
      if (part < 9) await next().click()
      await until(
        () => [...find(id).scos.values()].filter((sco) => sco.status === 'completed').length >= Math.min(part, 8),
        `part ${part}`,
      )
    }
    expect(await next().getAttribute('aria-disabled')).toBe('true')
    await playerFrame(page).locator('button.suspend').click()
    await waitForEvent(page, 'exit')
    expect([...find(id).scos.values()].map((sco) => sco.status)).toEqual(Array(9).fill('completed'))
    expect((await eventsOf(page)).findLast((event) => event.type === 'progress')?.value).toMatchObject({
      state: 'completed',
      progress: 100,
    })
  })

  test('is chosen from by keyboard, and reopened where it was left', async () => {
    const id = nextAttempt()
    await openPackage(page, harness, queryOf(golfMini, id))
    await packageFrame(page)
    const contents = playerFrame(page).locator('button.contents')
    await contents.focus()
    await page.keyboard.press('Enter')
    expect(await contents.getAttribute('aria-expanded')).toBe('true')
    expect(await playerFrame(page).evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('step')
    await page.keyboard.press('Escape')
    expect(await playerFrame(page).evaluate(() => document.activeElement?.className)).toBe('contents')
    await page.keyboard.press('Enter')
    for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(title).toBe('Other Scoring Systems')
    await until(() => find(id).scos.get('playing_playing_item')?.status === 'completed', 'the first part')
    await playerFrame(page).locator('button.suspend').click()
    await waitForEvent(page, 'exit')
    await openPackage(page, harness, queryOf(golfMini, id))
    await expect.poll(title).toBe('Other Scoring Systems')
    await contents.click().catch(() => playerFrame(page).locator('button.contents').click())
    expect(await entry('How to Play').getAttribute('data-status')).toBe('completed')
  })

  test.each([
    ['desktop', 1200, 'en'],
    ['phone', 375, 'en'],
    ['phone, long words', 375, 'de'],
    ['phone, right to left', 375, 'ar'],
  ])('is accessible: %s', async (_, width, language) => {
    await page.setViewportSize({ width, height: 740 })
    const id = nextAttempt()
    await openPackage(page, harness, `${queryOf(golfMini, id)}&language=${language}`)
    await packageFrame(page)
    await playerFrame(page).locator('button.contents').click()
    // The package's own pages are not checked.
    const results = await new AxeBuilder({ page })
      .exclude(['iframe', 'iframe'])
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(
      results.violations.map(
        (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
      ),
    ).toEqual([])
    expect(await playerFrame(page).evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(await playerFrame(page).evaluate(() => document.documentElement.dir)).toBe(language === 'ar' ? 'rtl' : 'ltr')
  })
})
