import { expect, it } from 'vitest'
import { measureTime } from './time-spent.ts'

function clock(visible = true) {
  let at = 0
  const time = measureTime(() => at, visible)
  return { time, pass: (seconds: number) => (at += seconds * 1000) }
}

it('counts while the page is visible, in whole seconds, and keeps the rest', () => {
  const { time, pass } = clock()
  pass(2.6)
  expect(time.take()).toBe(2)
  pass(0.5)
  expect(time.take()).toBe(1)
  expect(time.take()).toBe(0)
})

it('does not count a hidden page, unless something plays in it', () => {
  const { time, pass } = clock()
  pass(10)
  time.setVisible(false)
  pass(100)
  expect(time.take()).toBe(10)
  time.setPlaying(true)
  pass(30)
  time.setPlaying(false)
  pass(30)
  expect(time.take()).toBe(30)
})

it('stops for somebody who has gone away, and goes on at the next touch', () => {
  const { time, pass } = clock()
  pass(3000)
  expect(time.peek()).toBe(300)
  time.touch()
  pass(60)
  expect(time.take()).toBe(360)
})

it('reports an hour at most', () => {
  const { time, pass } = clock()
  time.setPlaying(true)
  pass(5000)
  expect(time.take()).toBe(3600)
  expect(time.take()).toBe(1400)
})
