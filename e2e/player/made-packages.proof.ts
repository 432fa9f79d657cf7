import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { made12, made2004, silent12 } from './made-packages.ts'

let browser: Browser
let harness: Harness
let context: BrowserContext
let page: Page
const packages: Record<string, string> = {}
let attempts = 0

beforeAll(async () => {
  browser = await launchBrowser()
  harness = await startHarness()
  const folder = await mkdtemp(join(tmpdir(), 'learnt-made-'))
  for (const [name, archive] of Object.entries({
    one: made12(),
    limited: made12({ seconds: 2 }),
    several: made2004(),
    mastery: silent12({ mastery: 80 }),
  })) {
    await writeFile(join(folder, `${name}.zip`), archive)
    packages[name] = await harness.addPackage(join(folder, `${name}.zip`))
  }
  await rm(folder, { recursive: true })
})
afterAll(async () => {
  await browser.close()
  await harness.close()
})
beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
})
afterEach(() => context.close())

interface Said {
  said: { api: Record<string, (...given: string[]) => string>; hello: string; goodbye(): void }
}
const find = (id: string) => harness.attempts.get(id) as Attempt
const nextAttempt = () => `made${++attempts}`
const cmi = (id: string, sco: string) => find(id)?.scos.get(sco)?.cmi ?? {}

async function open(name: string, id = nextAttempt()): Promise<{ id: string; frame: Frame }> {
  await openPackage(page, harness, `package=${packages[name]}&attempt=${id}`)
  return { id, frame: await readyFrame() }
}
async function readyFrame(): Promise<Frame> {
  for (;;) {
    const frame = await packageFrame(page)
    try {
      await frame.waitForFunction(() => 'said' in window)
      return frame
    } catch (error) {
      // Waits until the player has replaced the part in the frame.
      if (!frame.isDetached()) throw error
    }
  }
}
const say = (frame: Frame, name: string, ...given: string[]) =>
  frame.evaluate(
    ([method, values]) => (window as never as Said).said.api[method as string]?.(...(values as string[])),
    [name, given] as const,
  )

describe('large values', () => {
  test.each([20_000, 63_999])('%i characters survive the closing of the tab, on the server at once', async (length) => {
    const { id, frame } = await open('one')
    const long = 'abcdefghij'.repeat(6400).slice(0, length)
    expect(await say(frame, 'SetValue', 'cmi.suspend_data', long)).toBe('true')
    await say(frame, 'Commit', '')
    await until(() => cmi(id, 'one')['cmi.suspend_data'] === long, 'the first words')
    await page.waitForTimeout(300)
    const changed = `${long.slice(0, 1000)}CHANGED${long.slice(1007)}`
    await say(frame, 'SetValue', 'cmi.suspend_data', changed)
    await say(frame, 'SetValue', 'cmi.core.lesson_location', 'last')
    await page.close({ runBeforeUnload: true })
    await until(
      () => cmi(id, 'one')['cmi.suspend_data'] === changed && cmi(id, 'one')['cmi.core.lesson_location'] === 'last',
      'the last words',
      5000,
    )
    await until(() => find(id).commits.at(-1)?.end === true, 'the goodbye', 5000)
    if (length > 60_000)
      expect(find(id).commits.at(-1)?.delta?.splice).toMatchObject([
        { element: 'cmi.suspend_data', keepStart: 1000, keepEnd: length - 1007, insert: 'CHANGED' },
      ])
  })

  test('unacknowledged values wait on this device', async () => {
    const { id, frame } = await open('one')
    await until(() => (find(id)?.commits.length ?? 0) > 0, 'the opening')
    await harness.stopApp()
    const refused = countRefused(page)
    const long = 'y'.repeat(63_999)
    await say(frame, 'SetValue', 'cmi.suspend_data', long)
    await say(frame, 'Commit', '')
    await until(() => refused() > 0, 'a commit that nobody took')
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
    await harness.startApp()
    page = await context.newPage()
    const again = await open('one', id)
    expect(await say(again.frame, 'GetValue', 'cmi.suspend_data')).toBe(long)
  })
})

test('3,000 commits with all their calls end within ten seconds, in one task and in many', async () => {
  const { id, frame } = await open('one')
  const began = Date.now()
  for (const inTasks of [false, true]) {
    await frame.evaluate(async (apart) => {
      const { api } = (window as never as Said).said
      const channel = new MessageChannel()
      for (let number = 0; number < 1500; number++) {
        api.SetValue?.('cmi.suspend_data', `${number} `.padEnd(2000, 'x'))
        api.Commit?.('')
        if (!apart) continue
        await new Promise((resolve) => {
          channel.port1.onmessage = resolve
          channel.port2.postMessage(null)
        })
      }
    }, inTasks)
  }
  await until(() => cmi(id, 'one')['cmi.suspend_data']?.startsWith('1499 ') === true, 'the last words')
  await until(() => [...find(id).calls.values()].filter((call) => call.fn === 'Commit').length === 3000, 'every call')
  expect(Date.now() - began).toBeLessThan(10_000)
})

test('leaving half-way, or closing the tab, applies no mastery score and keeps the learner’s data', async () => {
  for (const leave of [closePackage, (one: Page) => one.close({ runBeforeUnload: true })]) {
    const id = nextAttempt()
    await openPackage(page, harness, `package=${packages.mastery}&attempt=${id}`)
    const frame = await packageFrame(page)
    await frame.waitForFunction(() => 'API' in window.parent)
    const talk = (name: string, ...given: string[]) =>
      frame.evaluate(
        ([method, values]) =>
          (window.parent as never as { API: Said['said']['api'] }).API[method as string]?.(...(values as string[])),
        [name, given] as const,
      )
    await talk('LMSInitialize', '')
    await talk('LMSSetValue', 'cmi.core.lesson_status', 'incomplete')
    await talk('LMSSetValue', 'cmi.core.score.raw', '20')
    await leave(page)
    await until(() => cmi(id, 'one')['cmi.core.score.raw'] === '20', 'the last words')
    expect(find(id).scos.get('one')).toMatchObject({
      status: 'incomplete',
      cmi: { 'cmi.core.lesson_status': 'incomplete' },
      isSuspended: true,
    })
    page = await context.newPage()
  }
})

test('a token that expires is renewed without losing data', async () => {
  const { id, frame } = await open('one')
  await until(() => (find(id)?.commits.length ?? 0) > 0, 'the opening')
  harness.expireTokens()
  for (const value of ['1', '2', '3']) await say(frame, 'SetValue', 'cmi.core.lesson_location', value)
  await until(() => cmi(id, 'one')['cmi.core.lesson_location'] === '3', 'the words after the renewal')
  expect(find(id).commits.at(-1)?.epoch).toBe(2)
  expect(await closePackage(page)).toBe(true)
})

test('the time limit removes the part, and says so', async () => {
  const { frame } = await open('limited')
  expect(await say(frame, 'GetValue', 'cmi.student_data.time_limit_action')).toBe('exit,message')
  await waitForEvent(page, 'exit')
  expect((await eventsOf(page)).find((event) => event.type === 'exit')?.value).toBe('timeLimit')
  expect(await playerFrame(page).locator('main').textContent()).toContain('over')
})

describe('navigation by the package (2004)', () => {
  const title = () => playerFrame(page).locator('.title').textContent()
  const ask = async (frame: Frame, request: string) => {
    await say(frame, 'SetValue', 'adl.nav.request', request)
    await frame.evaluate(() => (window as never as Said).said.goodbye()).catch(() => undefined)
  }

  test('continue, previous, choice, and which of them are allowed', async () => {
    const { id, frame } = await open('several')
    expect(await title()).toBe('Part a')
    const valid = async (one: Frame) =>
      Promise.all(
        [
          'continue',
          'previous',
          'choice.{target=b}',
          'choice.{target=c}',
          'jump.{target=c}',
          'choice.{target=none}',
        ].map((what) => say(one, 'GetValue', `adl.nav.request_valid.${what}`)),
      )
    expect(await valid(frame)).toEqual(['true', 'false', 'true', 'false', 'true', 'false'])
    await ask(frame, 'continue')
    await expect.poll(title).toBe('Part page')
    await until(() => find(id).scos.get('page')?.status === 'completed', 'the page')
    await playerFrame(page).locator('button.next').click()
    await expect.poll(title).toBe('Part b')
    await ask(await readyFrame(), 'continue')
    await expect.poll(title).toBe('Part c')
    const last = await readyFrame()
    expect(await valid(last)).toEqual(['false', 'true', 'true', 'true', 'true', 'false'])
    await ask(last, '{target=a}choice')
    await expect.poll(title).toBe('Part a')
    await until(
      () => ['a', 'page', 'b', 'c'].every((part) => find(id).scos.get(part)?.status === 'completed'),
      'every part',
    )
  })

  test.each([
    ['exitAll', 'exitAll'],
    ['suspendAll', 'suspendAll'],
    ['abandonAll', 'abandonAll'],
  ])('%s leaves the package', async (request, reason) => {
    const { frame, id } = await open('several')
    await ask(frame, request)
    await waitForEvent(page, 'exit')
    expect((await eventsOf(page)).find((event) => event.type === 'exit')?.value).toBe(reason)
    expect(find(id).suspended).toBe(request === 'suspendAll')
  })

  test('exit goes back to the list', async () => {
    const { frame } = await open('several')
    await ask(frame, 'exit')
    await expect.poll(() => playerFrame(page).locator('.contents-panel').isVisible()).toBe(true)
    expect(await playerFrame(page).locator('.entry', { hasText: 'Part c' }).getAttribute('aria-disabled')).toBe('true')
    await playerFrame(page).locator('.entry', { hasText: 'Part b' }).click()
    await expect.poll(title).toBe('Part b')
  })

  test('the learner’s navigation wins over the exit of the part they leave', async () => {
    const { frame } = await open('several')
    await say(frame, 'SetValue', 'adl.nav.request', 'exitAll')
    await playerFrame(page).locator('button.next').click()
    await expect.poll(title).toBe('Part page')
    expect((await eventsOf(page)).some((event) => event.type === 'exit')).toBe(false)
  })

  test('a suspended part is resumed, an ended one is not', async () => {
    const { id, frame } = await open('several')
    await say(frame, 'SetValue', 'cmi.location', '5')
    await say(frame, 'SetValue', 'cmi.exit', 'suspend')
    await ask(frame, 'continue')
    await expect.poll(title).toBe('Part page')
    await playerFrame(page).locator('button.previous').click()
    const again = await readyFrame()
    expect([await say(again, 'GetValue', 'cmi.entry'), await say(again, 'GetValue', 'cmi.location')]).toEqual([
      'resume',
      '5',
    ])
    await ask(again, 'exitAll')
    await waitForEvent(page, 'exit')
    const { frame: third } = await open('several', id)
    expect(await title()).toBe('Part b')
    expect(await say(third, 'GetValue', 'cmi.entry')).toBe('ab-initio')
  })
})
