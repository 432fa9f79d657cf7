import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { giveBackMemoryAfterStart } from './give-back-memory.ts'

function givenStart() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer()
  const collect = vi.fn()
  giveBackMemoryAfterStart(server, collect)
  const beAskedFor = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      server.emit('request')
      vi.advanceTimersByTime(1000)
    }
  }
  return { server, collect, beAskedFor }
}

test('what a start leaves is collected once, when nobody waits for it', () => {
  const { server, collect, beAskedFor } = givenStart()
  beAskedFor(20)
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(collect).toHaveBeenCalledOnce()
  expect(server.listenerCount('request')).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledOnce()
})

test('and after a minute whoever comes', () => {
  const { collect, beAskedFor } = givenStart()
  beAskedFor(62)
  expect(collect).toHaveBeenCalledOnce()
})

test('not before everything stands', () => {
  const { collect } = givenStart()
  vi.advanceTimersByTime(6500)
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(collect).toHaveBeenCalledOnce()
})
