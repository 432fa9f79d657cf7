import { expect, test } from 'vitest'
import { chance } from '../../../demo/chance.ts'
import type { LiveEvent } from './fan-out.ts'
import { Sequence, type Telling } from './follow.ts'
import { delayAfter, Order } from './nats.ts'
import { tellingsOf } from './relay.ts'

const event = (position: number, subjectId = String(position)): LiveEvent => ({
  position,
  tenantId: 'acme',
  topic: 'courses',
  userId: null,
  kind: 'published',
  subjectId,
})
const telling = (after: number, upTo: number): Telling => ({
  after,
  upTo,
  events: Array.from({ length: upTo - after }, (_, at) => event(after + at + 1)),
})
const placesOf = (events: readonly LiveEvent[]) => events.map(({ position }) => position)

test('tellings are handed out in their order and once, in any order of arrival', () => {
  const sequence = new Sequence(10)
  expect(placesOf(sequence.take(telling(10, 12)))).toEqual([11, 12])
  expect(sequence.take(telling(10, 12))).toEqual([])
  expect(sequence.take(telling(15, 17))).toEqual([])
  expect(sequence.hasGap).toBe(true)
  expect(placesOf(sequence.take(telling(12, 15)))).toEqual([13, 14, 15, 16, 17])
  expect(sequence.hasGap).toBe(false)
  // What was found in the database meanwhile is not handed out again.
  sequence.take(telling(20, 25))
  expect(placesOf(sequence.skipTo(22))).toEqual([23, 24, 25])
  expect(sequence.take(telling(17, 20))).toEqual([])
  expect(sequence.heard).toBe(25)
})

test('what waits may be dropped: it is not handed out in the place of others', () => {
  const sequence = new Sequence(10)
  sequence.take(telling(15, 30))
  expect(sequence.waiting).toHaveLength(1)
  sequence.drop(sequence.waiting)
  expect(sequence.hasGap).toBe(false)
  expect(placesOf(sequence.take(telling(10, 15)))).toEqual([11, 12, 13, 14, 15])
  expect(sequence.heard).toBe(15)
})

test('shuffled, doubled and lost in any way, nothing comes twice or is passed over unseen', () => {
  const chances = chance('follow')
  const random = () => chances.int(0, 9999) / 10_000
  for (let round = 0; round < 500; round++) {
    const told: Telling[] = []
    for (let at = 0; at < 60; ) {
      const upTo = at + 1 + Math.floor(random() * 5)
      told.push(telling(at, upTo))
      at = upTo
    }
    const lost = new Set(told.filter(() => random() < 0.1))
    const come = told
      .filter((one) => !lost.has(one))
      .flatMap((one) => (random() < 0.2 ? [one, one] : [one]))
      .map((one) => ({ one, at: one.after + random() * 8 }))
      .sort((a, b) => a.at - b.at)
    const sequence = new Sequence(0)
    const out = come.flatMap(({ one }) => placesOf(sequence.take(one)))
    expect(out).toEqual([...new Set(out)].sort((a, b) => a - b))
    const firstLost = told.find((one) => lost.has(one))
    const end = told.at(-1)?.upTo ?? 0
    expect(sequence.heard).toBe(firstLost?.after ?? end)
    // What is read from the database up to some place, and what came early behind it, are all there is.
    const rest = placesOf(sequence.skipTo(end))
    expect(rest).toEqual([])
    expect(sequence.heard).toBe(end)
  }
})

test('the parts of one telling lead from one to the next, and leave out what a later one repeats', () => {
  const rows = [event(5, 'a'), event(6, 'b'), event(7, 'a'), event(8, 'c')]
  const parts = tellingsOf(4, rows, 1)
  expect(parts.map(({ after, upTo, events }) => [after, upTo, ...placesOf(events)])).toEqual([
    [4, 6, 6],
    [6, 7, 7],
    [7, 8, 8],
  ])
  expect(tellingsOf(4, rows, 100_000)).toMatchObject([{ after: 4, upTo: 8, events: { length: 3 } }])
})

test('of each sender, finds the next, repeated or missing message, and reports a silent one once', () => {
  const order = new Order()
  const say = (n: number) => order.take({ from: 'one', n, what: {} }, 0)
  const beat = (n: number) => order.take({ from: 'one', n }, 0)
  expect([say(1), say(2), say(2), say(4), say(3), say(5)]).toEqual(['next', 'next', 'again', 'gap', 'again', 'next'])
  expect([beat(5), beat(6), beat(6)]).toEqual(['again', 'gap', 'again'])
  expect(new Order().take({ from: 'late', n: 3, what: {} }, 0)).toBe('gap')
  expect(order.isQuiet(6000)).toBe(false)
  expect(order.isQuiet(8000)).toBe(true)
  expect(order.isQuiet(9000)).toBe(false)
})

test('each failure waits longer, up to five seconds, and never all alike', () => {
  expect([0, 1, 2, 10, 1000].map((failures) => delayAfter(failures, 1))).toEqual([100, 200, 400, 5000, 5000])
  expect(delayAfter(3, 0)).toBe(400)
  expect(delayAfter(3, 0.5)).toBe(600)
})
