import { expect, onTestFinished, test, vi } from 'vitest'
import { givenRequestInHand } from '../../test/given/requests.ts'
import { elsewhere, letOthersGoFirst } from './give-way.ts'

/** One that lets the others go first, and what it then wrote down. */
function givenPolite(name: string, log: string[]) {
  const request = givenRequestInHand()
  const went = letOthersGoFirst().then(() => void log.push(name))
  return { ...request, went }
}

function givenNoClock() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

/** What is already decided is done. */
const settled = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve()
}

test('who is alone goes on at once', async () => {
  givenNoClock()
  const log: string[] = []
  const one = givenPolite('one', log)
  await settled()
  expect(log).toEqual(['one'])
  one.answered()
})

test('others go first, and those who let them go on one after the other, as they came', async () => {
  givenNoClock()
  const log: string[] = []
  const page = givenRequestInHand()
  const download = givenRequestInHand()
  const first = givenPolite('first', log)
  const second = givenPolite('second', log)
  page.answered()
  await settled()
  expect(log).toEqual([])
  // Nobody waits for its answer any more.
  download.lost()
  await settled()
  expect(log).toEqual(['first'])
  first.answered()
  await settled()
  expect(log).toEqual(['first', 'second'])
  second.answered()
})

test('who waits for a computation elsewhere holds nobody back meanwhile, and is in hand again after it', async () => {
  givenNoClock()
  const log: string[] = []
  const computing = givenRequestInHand()
  let finish = () => {}
  const computed = elsewhere(() => new Promise<void>((resolve) => (finish = resolve)))
  const one = givenPolite('one', log)
  await settled()
  expect(log).toEqual(['one'])
  one.answered()
  finish()
  await computed
  const two = givenPolite('two', log)
  await settled()
  expect(log).toEqual(['one'])
  computing.answered()
  await settled()
  expect(log).toEqual(['one', 'two'])
  two.answered()
})

test('a computation that fails says so, and its request is in hand again', async () => {
  givenNoClock()
  const log: string[] = []
  const computing = givenRequestInHand()
  await expect(elsewhere(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
  const one = givenPolite('one', log)
  await settled()
  expect(log).toEqual([])
  computing.answered()
  await settled()
  expect(log).toEqual(['one'])
  one.answered()
})

test('nobody is waited for longer than 20 ms', async () => {
  givenNoClock()
  const log: string[] = []
  const download = givenRequestInHand()
  const one = givenPolite('one', log)
  await vi.advanceTimersByTimeAsync(19)
  expect(log).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(log).toEqual(['one'])
  one.answered()
  download.answered()
  // And who went by itself is not let go again.
  const last = givenPolite('last', log)
  await settled()
  expect(log).toEqual(['one', 'last'])
  last.answered()
})
