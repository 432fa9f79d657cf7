import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useHeldTimer } from './useHeldTimer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('ends after 15 seconds in which neither the pointer nor the focus held it', () => {
  const end = vi.fn()
  const { result } = renderHook(() => useHeldTimer(15_000, true, end))
  vi.advanceTimersByTime(10_000)
  result.current.onMouseEnter()
  result.current.onFocus()
  vi.advanceTimersByTime(60_000)
  result.current.onMouseLeave()
  vi.advanceTimersByTime(60_000)
  expect(end).not.toHaveBeenCalled()
  result.current.onBlur()
  vi.advanceTimersByTime(4_999)
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(end).toHaveBeenCalledTimes(1)
})
