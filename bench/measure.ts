/** The result of a round of requests. */
export interface Round {
  requests: number
  seconds: number
  /** Milliseconds, sorted. */
  latencies: Float64Array
  /** Milliseconds of processor time that the program under load used. */
  cpu: number
  /** The same of its database connections. */
  databaseCpu: number
}

/**
 * A figure with the range that contains the true median with at least 95 % (with fewer than six rounds: the observed
 * range).
 */
export interface Estimate {
  value: number
  low: number
  high: number
  rounds: number
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/**
 * The median with its order-statistics interval, which assumes nothing about the distribution of the machine's noise.
 */
export function estimate(values: readonly number[]): Estimate {
  const sorted = [...values].sort((a, b) => a - b)
  const n = sorted.length
  // The k-th smallest and k-th largest enclose the median unless fewer than k rounds are on one of its sides.
  let cut = 0
  for (let k = 1, outside = 2 * 0.5 ** n; k <= n / 2 && outside <= 0.05; k++) {
    cut = k - 1
    outside += 2 * choose(n, k) * 0.5 ** n
  }
  return { value: median(sorted), low: sorted[cut] ?? Number.NaN, high: sorted[n - 1 - cut] ?? Number.NaN, rounds: n }
}

export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Slope of log(cost) over log(size), by least squares, as the factor for ten times the size: 1 is flat, 10 is linear.
 */
export function growthPerTen(points: readonly { size: number; cost: number }[]): number {
  const x = points.map((point) => Math.log10(point.size))
  const y = points.map((point) => Math.log10(point.cost))
  const [mx, my] = [mean(x), mean(y)]
  const above = x.reduce((sum, value, i) => sum + (value - mx) * ((y[i] ?? 0) - my), 0)
  const below = x.reduce((sum, value) => sum + (value - mx) ** 2, 0)
  return 10 ** (above / below)
}

export function mergeLatencies(rounds: readonly Round[]): Float64Array {
  const all = new Float64Array(rounds.reduce((sum, round) => sum + round.latencies.length, 0))
  let at = 0
  for (const round of rounds) {
    all.set(round.latencies, at)
    at += round.latencies.length
  }
  return all.sort()
}

export function rounded(value: number, digits = 3): number {
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : value
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function choose(n: number, k: number): number {
  let result = 1
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i
  return result
}
