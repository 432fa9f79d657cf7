import { LRUCache } from 'lru-cache'
import { ProblemError } from '../problem.ts'

/**
 * A token bucket for each key, in this process: `burst` at once, then `perMinute`. With several processes an address gets
 * that many from each, which bounds work all the same; what must hold exactly (lock-out) is counted in the database.
 */
export class RateLimit {
  readonly #buckets: LRUCache<string, { tokens: number; at: number }>
  readonly #burst: number
  readonly #perMs: number

  constructor(of: { burst: number; perMinute: number; keys?: number }) {
    this.#burst = of.burst
    this.#perMs = of.perMinute / 60_000
    // By size, for `max` would take the room for all of them at once: 2.4 MB for each limit before anybody came.
    this.#buckets = new LRUCache({ maxSize: of.keys ?? 100_000, sizeCalculation: () => 1 })
  }

  /** Throws `too-many-requests` with Retry-After when the bucket is empty. `now`: of a clock that nobody sets. */
  take(key: string, now = performance.now()): void {
    const bucket = this.#filled(key, now)
    if (bucket.tokens < 1) {
      const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / this.#perMs / 1000))
      throw new ProblemError('too-many-requests', { headers: { 'retry-after': String(seconds) } })
    }
    bucket.tokens -= 1
  }

  /** As many of `count` tokens as there are: how many. For what is dropped without a word. */
  takeUpTo(count: number, key: string, now = performance.now()): number {
    const bucket = this.#filled(key, now)
    const taken = Math.min(count, Math.floor(bucket.tokens))
    bucket.tokens -= taken
    return taken
  }

  #filled(key: string, now: number): { tokens: number; at: number } {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now }
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (now - bucket.at) * this.#perMs)
    bucket.at = now
    this.#buckets.set(key, bucket)
    return bucket
  }
}
