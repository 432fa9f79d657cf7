import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type IdleMark, type IdlePhase, watchIdle } from './idle-watch.ts'

const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})

/** A browser with one storage for all its tabs. */
function givenBrowser() {
  let mark: IdleMark | null = null
  const running = { is: false }
  const told: number[] = []
  const openTab = () => {
    const phases: IdlePhase[] = []
    const left: boolean[] = []
    const watch = watchIdle({
      timeoutMs: minute,
      now: Date.now,
      read: () => mark,
      write: (next) => {
        mark = next
      },
      isRunning: () => running.is,
      onPhase: (phase) => phases.push(phase),
      tell: () => told.push(Date.now()),
      leave: (first) => left.push(first),
    })
    return { ...watch, phases, left, asks: () => phases.at(-1)?.at === 'asking' }
  }
  return { openTab, running, told }
}

describe('one tab', () => {
  it('asks after the timeout and leaves after another, once', () => {
    const tab = givenBrowser().openTab()
    vi.advanceTimersByTime(minute - 1)
    expect(tab.phases).toEqual([])
    vi.advanceTimersByTime(1)
    expect(tab.phases).toEqual([{ at: 'asking', until: 1_000_000 + 2 * minute }])
    vi.advanceTimersByTime(minute - 1)
    expect(tab.left).toEqual([])
    vi.advanceTimersByTime(1)
    expect(tab.left).toEqual([true])
    vi.advanceTimersByTime(10 * minute)
    expect(tab.left).toEqual([true])
  })

  it('is set back by any action, 250 ms after it, also while it asks', () => {
    const tab = givenBrowser().openTab()
    vi.advanceTimersByTime(minute - 1000)
    tab.touch()
    vi.advanceTimersByTime(minute)
    expect(tab.asks()).toBe(false)
    vi.advanceTimersByTime(minute / 2)
    expect(tab.asks()).toBe(true)
    tab.touch()
    vi.advanceTimersByTime(249)
    expect(tab.asks()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(tab.asks()).toBe(false)
    vi.advanceTimersByTime(2 * minute - 1)
    expect(tab.left).toEqual([])
  })

  it('leaves at once when the machine slept over both timeouts, whatever is pressed then', () => {
    const tab = givenBrowser().openTab()
    vi.setSystemTime(1_000_000 + 60 * minute)
    tab.touch()
    vi.advanceTimersByTime(250)
    expect(tab.left).toEqual([true])
  })

  it('goes on while something runs by itself, and counts from when that stops', () => {
    const browser = givenBrowser()
    const tab = browser.openTab()
    browser.running.is = true
    vi.advanceTimersByTime(10 * minute)
    expect([tab.phases, tab.left]).toEqual([[], []])
    browser.running.is = false
    vi.advanceTimersByTime(minute)
    expect(tab.asks()).toBe(true)
    vi.advanceTimersByTime(minute)
    expect(tab.left).toEqual([true])
  })

  it('tells the server at the beginning and then every quarter of the timeout at most', () => {
    const browser = givenBrowser()
    const tab = browser.openTab()
    expect(browser.told).toEqual([1_000_000])
    for (let second = 0; second < 60; second++) {
      tab.touch()
      vi.advanceTimersByTime(1000)
    }
    expect(browser.told.length).toBe(4)
    vi.advanceTimersByTime(minute)
    expect(browser.told.length).toBe(4)
  })

  it('says nothing after it was stopped', () => {
    const tab = givenBrowser().openTab()
    tab.touch()
    tab.stop()
    vi.advanceTimersByTime(10 * minute)
    expect([tab.phases, tab.left]).toEqual([[], []])
  })
})

describe('several tabs', () => {
  it('are one person: what is done in one keeps the others, and takes their question away', () => {
    const browser = givenBrowser()
    const [one, other] = [browser.openTab(), browser.openTab()]
    vi.advanceTimersByTime(minute)
    expect([one.asks(), other.asks()]).toEqual([true, true])
    one.touch()
    vi.advanceTimersByTime(250)
    // the browser tells the other tab of the new mark
    other.check()
    expect([one.asks(), other.asks()]).toEqual([false, false])
    vi.advanceTimersByTime(2 * minute - 1)
    expect([one.left, other.left]).toEqual([[], []])
    expect(browser.told.length).toBe(2)
  })

  it('leave together, and one of them signs out', () => {
    const browser = givenBrowser()
    const [one, other] = [browser.openTab(), browser.openTab()]
    vi.advanceTimersByTime(2 * minute)
    expect([...one.left, ...other.left].sort()).toEqual([false, true])
  })
})

it('a page that opens in a session whose sign-out was not heard signs out again', () => {
  const browser = givenBrowser()
  const first = browser.openTab()
  vi.advanceTimersByTime(2 * minute)
  expect(first.left).toEqual([true])
  vi.advanceTimersByTime(30_000)
  const told = browser.told.length
  const next = browser.openTab()
  next.touch()
  vi.advanceTimersByTime(10 * minute)
  expect([next.left, next.phases, browser.told.length]).toEqual([[true], [], told])
})
