/** Repeatable random numbers: the same seed gives the same sequence on every machine. Never for secrets. */
export interface Chance {
  /** 0 up to, not including, 1. */
  next(): number
  /** Whole number, both ends included. */
  int(from: number, to: number): number
  between(from: number, to: number): number
  is(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Each item with its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T
  /** About normal, mean 0, deviation 1, never beyond 3. */
  bell(): number
}

export function chance(seed: string): Chance {
  // FNV-1a of the seed, then mulberry32.
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  function pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return {
    next,
    pick,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    between: (from, to) => from + next() * (to - from),
    is: (probability) => next() < probability,
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      return pick(items)[0]
    },
    bell() {
      const sum = next() + next() + next() + next() + next() + next()
      return Math.max(-3, Math.min(3, (sum - 3) * Math.SQRT2))
    },
  }
}
