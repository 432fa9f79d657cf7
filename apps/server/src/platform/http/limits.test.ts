import { afterEach, expect, test, vi } from 'vitest'
import { RateLimit } from './limits.ts'

afterEach(() => void vi.useRealTimers())

test('lets a burst through at once, then so many a minute', () => {
  const limit = new RateLimit({ burst: 3, perMinute: 60 })
  const taken = (now: number) => {
    try {
      limit.take('somebody', now)
      return true
    } catch {
      return false
    }
  }
  expect([0, 0, 0, 0].map(taken)).toEqual([true, true, true, false])
  expect([999, 1001, 1002].map(taken)).toEqual([false, true, false])
  limit.take('somebody else', 1002)
})

test('a clock that is set back keeps nobody waiting', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:10:00Z') })
  const limit = new RateLimit({ burst: 3, perMinute: 60 })
  limit.take('somebody')
  vi.setSystemTime(new Date('2026-11-20T09:00:00Z'))
  expect(() => limit.take('somebody')).not.toThrow()
})
