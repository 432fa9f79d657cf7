import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// the real one: in all other tests it acts at once (testing/setup.ts)
const { afterPaint } = await vi.importActual<typeof import('./after-paint.ts')>('./after-paint.ts')

let frames: (() => void)[]
beforeEach(() => {
  frames = []
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames[id - 1] = () => {}
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('it acts in the task after the next frame, once', () => {
  const act = vi.fn()
  afterPaint(act)
  frames[0]?.()
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1000)
  expect(act).toHaveBeenCalledOnce()
})

test('in a window that nobody sees, where no frames come, it waits for a moment, and once is enough when they come', () => {
  const act = vi.fn()
  afterPaint(act)
  vi.advanceTimersByTime(249)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  frames[0]?.()
  vi.advanceTimersByTime(1000)
  expect(act).toHaveBeenCalledOnce()
})

test('left before or after the frame, it does not act', () => {
  const act = vi.fn()
  afterPaint(act)()
  frames[0]?.()
  const leave = afterPaint(act)
  frames[1]?.()
  leave()
  vi.advanceTimersByTime(1000)
  expect(act).not.toHaveBeenCalled()
})
