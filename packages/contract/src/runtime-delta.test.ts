import { describe, expect, test } from 'vitest'
import { RuntimeDelta } from './runtime.ts'
import { applyDelta, makeDelta } from './runtime-delta.ts'

describe('deltas', () => {
  const long = 'abc'.repeat(20_000)

  test('turn one snapshot into the other, and are small', () => {
    const before = { a: '1', b: '2', data: long, same: 'x' }
    const after = { a: '1', c: '3', data: `${long.slice(0, 30_000)}changed${long.slice(30_010)}`, same: 'x' }
    const delta = makeDelta(3, before, after)
    expect(applyDelta(before, delta)).toEqual(after)
    expect(JSON.stringify(RuntimeDelta.parse(delta)).length).toBeLessThan(400)
  })

  test('hold on whichever snapshot the server has, and stay small', () => {
    const base = { a: '1', data: long, gone: 'x' }
    const now = { a: '1', data: `${long}?`, last: 'z' }
    const sent = { a: '2', data: `${long}?`, new: 'y', gone: 'x' }
    const delta = makeDelta(1, base, now, [sent, base, now])
    for (const server of [base, sent, now]) expect(applyDelta(server, delta)).toEqual(now)
    expect(JSON.stringify(delta).length).toBeLessThan(400)
  })

  test('send a text whole when the server may have a third one', () => {
    const base = { data: long }
    const now = { data: `${long}?` }
    const sent = { data: `${long}!` }
    const delta = makeDelta(1, base, now, [sent])
    for (const server of [base, sent]) expect(applyDelta(server, delta)).toEqual(now)
  })

  test('are refused on another text than the one that they were made for', () => {
    const delta = makeDelta(1, { data: long }, { data: `${long}?` })
    expect(applyDelta({ data: long.replace('a', 'b') }, delta)).toBeNull()
    expect(applyDelta({}, delta)).toBeNull()
  })

  test('of random texts', () => {
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const text = () => Array.from({ length: random(1200) }, () => 'ab'[random(2)]).join('')
    const elements = () => Object.fromEntries(Array.from({ length: random(5) }, () => [`e${random(6)}`, text()]))
    for (let round = 0; round < 300; round++) {
      const [base, sent, now] = [elements(), elements(), elements()]
      const delta = makeDelta(0, base, now, [sent])
      for (const server of [base, sent, now]) expect(applyDelta(server, delta)).toEqual(now)
    }
  })
})
