/** What one round of a workload came to. */
export interface Round {
  requests: number
  seconds: number
  /** Milliseconds, sorted. */
  latencies: number[]
}

/** Sends requests with `clients` at a time for `seconds`; a refused one ends the measurement, for it would be cheaper. */
export async function load(
  send: (i: number) => Promise<void>,
  of: { clients: number; seconds: number },
): Promise<Round> {
  const latencies: number[] = []
  const end = performance.now() + of.seconds * 1000
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: of.clients }, async () => {
      while (performance.now() < end) {
        const began = performance.now()
        await send(next++)
        latencies.push(performance.now() - began)
      }
    }),
  )
  return {
    requests: latencies.length,
    seconds: (performance.now() - started) / 1000,
    latencies: latencies.sort((a, b) => a - b),
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
