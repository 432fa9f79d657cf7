import type { Segments as SegmentsSchema } from '@learnt/contract/learning'
import type { z } from 'zod'

/** Stretches of a film or a sound in seconds of its own time, merged and sorted: `[[0, 12.5], [30, 41]]`. */
export type Segments = z.infer<typeof SegmentsSchema>

/** Gaps this small were not skipped; the server counts the same way. */
const gap = 0.5
/** Rests of rounding are no stretches. */
const crumb = 0.05
/** As many as one report may carry. */
export const mostSegments = 2000

/** Both together, merged and sorted; what touches or nearly touches becomes one. */
export function mergeSegments(one: Segments, other: Segments = []): Segments {
  const sorted = [...one, ...other].filter(([from, to]) => to > from).sort((a, b) => a[0] - b[0])
  const merged: Segments = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from <= last[1] + gap) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** What of `segments` is not in `known`. */
export function subtractSegments(segments: Segments, known: Segments): Segments {
  const rest: Segments = []
  for (const [from, to] of mergeSegments(segments)) {
    let start = from
    for (const [knownFrom, knownTo] of mergeSegments(known)) {
      if (knownTo <= start) continue
      if (knownFrom >= to) break
      if (knownFrom - start > crumb) rest.push([start, knownFrom])
      start = Math.max(start, knownTo)
    }
    if (to - start > crumb) rest.push([start, to])
  }
  return rest
}

/** Percent of the whole that was really watched, 0 to 100. */
export function watchedPercent(segments: Segments, duration: number): number {
  if (!(duration > 0)) return 0
  const seconds = mergeSegments(segments).reduce(
    (sum, [from, to]) => sum + Math.min(to, duration) - Math.min(from, duration),
    0,
  )
  // the last half second of a film is often never played out
  return seconds >= duration - gap ? 100 : Math.min(100, (seconds / duration) * 100)
}

/**
 * What the browser's element has played. It keeps this account itself, in media time: skipped parts are not in it, and
 * an hour at double speed is two hours.
 */
export function readPlayed(ranges: Pick<TimeRanges, 'length' | 'start' | 'end'>): Segments {
  const played: Segments = []
  for (let index = 0; index < ranges.length; index++)
    played.push([round(ranges.start(index)), round(ranges.end(index))])
  return mergeSegments(played)
}

function round(seconds: number): number {
  return Math.round(Math.max(0, seconds) * 100) / 100
}
