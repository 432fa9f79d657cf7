import { describe, expect, it } from 'vitest'
import { mergeSegments, readPlayed, subtractSegments, watchedPercent } from './segments.ts'

const ranges = (...list: [number, number][]) => ({
  length: list.length,
  start: (i: number) => list[i]?.[0] ?? 0,
  end: (i: number) => list[i]?.[1] ?? 0,
})

describe('mergeSegments', () => {
  it('sorts, joins what overlaps or nearly touches, and leaves real gaps', () => {
    expect(
      mergeSegments(
        [
          [30, 41],
          [0, 10],
        ],
        [
          [10.3, 12.5],
          [35, 50],
        ],
      ),
    ).toEqual([
      [0, 12.5],
      [30, 50],
    ])
    expect(mergeSegments([[0, 10]], [[11, 12]])).toEqual([
      [0, 10],
      [11, 12],
    ])
  })
  it('drops empty and reversed stretches', () => {
    expect(
      mergeSegments([
        [5, 5],
        [9, 3],
        [1, 2],
      ]),
    ).toEqual([[1, 2]])
  })
  it('leaves its arguments alone', () => {
    const one: [number, number][] = [[0, 10]]
    mergeSegments(one, [[5, 20]])
    expect(one).toEqual([[0, 10]])
  })
})

describe('subtractSegments', () => {
  it('gives what is new, in as many pieces as it takes', () => {
    expect(
      subtractSegments(
        [[0, 30]],
        [
          [5, 10],
          [20, 25],
        ],
      ),
    ).toEqual([
      [0, 5],
      [10, 20],
      [25, 30],
    ])
    expect(
      subtractSegments(
        [
          [0, 5],
          [10, 15],
        ],
        [[0, 20]],
      ),
    ).toEqual([])
    expect(subtractSegments([[0, 5]], [])).toEqual([[0, 5]])
    expect(
      subtractSegments(
        [[4, 8]],
        [
          [0, 5],
          [7, 9],
        ],
      ),
    ).toEqual([[5, 7]])
  })
  it('finds no news in the rests of rounding', () => {
    expect(subtractSegments([[0, 10.03]], [[0, 10]])).toEqual([])
  })
})

describe('watchedPercent', () => {
  it('counts every second once, however often it was watched', () => {
    expect(
      watchedPercent(
        [
          [0, 30],
          [10, 40],
        ],
        100,
      ),
    ).toBe(40)
  })
  it('does not count what was skipped', () => {
    expect(
      watchedPercent(
        [
          [0, 10],
          [90, 100],
        ],
        100,
      ),
    ).toBe(20)
  })
  it('forgives the last half second, and nothing more', () => {
    expect(watchedPercent([[0, 99.6]], 100)).toBe(100)
    expect(watchedPercent([[0, 99]], 100)).toBe(99)
  })
  it('is nothing while the length is not known, and cuts what lies beyond it', () => {
    expect(watchedPercent([[0, 10]], 0)).toBe(0)
    expect(watchedPercent([[0, 10]], Number.NaN)).toBe(0)
    expect(
      watchedPercent(
        [
          [0, 50],
          [90, 140],
        ],
        100,
      ),
    ).toBe(60)
  })
})

describe('readPlayed', () => {
  it('takes over the element’s own account, rounded to hundredths', () => {
    expect(readPlayed(ranges([0, 2.9444], [12.001, 17.823407]))).toEqual([
      [0, 2.94],
      [12, 17.82],
    ])
    expect(readPlayed(ranges())).toEqual([])
  })
})
