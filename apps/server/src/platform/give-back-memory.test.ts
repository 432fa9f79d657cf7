import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { giveBackMemoryAfterStart } from './give-back-memory.ts'

test('what a start leaves is collected once, when nobody waits for it', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer()
  const collect = vi.fn()
  giveBackMemoryAfterStart(server, collect)
  for (let second = 0; second < 20; second++) {
    server.emit('request')
    vi.advanceTimersByTime(1000)
  }
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(collect).toHaveBeenCalledOnce()
  expect(server.listenerCount('request')).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledOnce()
})

test('and after a minute whoever comes', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer()
  const collect = vi.fn()
  giveBackMemoryAfterStart(server, collect)
  for (let second = 0; second < 62; second++) {
    server.emit('request')
    vi.advanceTimersByTime(1000)
  }
  expect(collect).toHaveBeenCalledOnce()
})

test('not before everything stands', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const collect = vi.fn()
  giveBackMemoryAfterStart(createServer(), collect)
  vi.advanceTimersByTime(6500)
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(collect).toHaveBeenCalledOnce()
})
