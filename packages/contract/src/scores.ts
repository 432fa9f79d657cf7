import type { Elements } from './runtime-delta.ts'

// No zod here: the player loads this before the learner's package.

/**
 * The reported score as a percentage, by the range that the package gave with it; null: none. The one number for the
 * score that is shown and for the verdict by mastery.
 */
export function scorePercent(cmi: Readonly<Record<string, unknown>>, prefix: 'cmi.core.score' | 'cmi.score') {
  const raw = readDecimal(cmi[`${prefix}.raw`])
  if (raw === null) return null
  const least = readDecimal(cmi[`${prefix}.min`]) ?? 0
  const most = readDecimal(cmi[`${prefix}.max`]) ?? 100
  return roundPercent(most > least ? ((raw - least) / (most - least)) * 100 : raw)
}

/** SCORM 1.2: what the mastery score of the manifest makes of the score; null where one of them is missing. */
export function masteryVerdict(cmi: Readonly<Record<string, unknown>>, mastery: number | null) {
  const score = mastery === null ? null : scorePercent(cmi, 'cmi.core.score')
  return mastery === null || score === null ? null : score >= mastery ? ('passed' as const) : ('failed' as const)
}

/** SCORM 1.2 wants raw scores from 0 to 100; another range makes mastery scores ambiguous. */
export function hasOwnScale(cmi: Elements): boolean {
  if (readDecimal(cmi['cmi.core.score.raw']) === null) return false
  return (readDecimal(cmi['cmi.core.score.min']) ?? 0) !== 0 || (readDecimal(cmi['cmi.core.score.max']) ?? 100) !== 100
}

export function roundPercent(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value * 100) / 100))
}

export function readDecimal(
  text: unknown,
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
): number | null {
  // One way to match only: `\d+\.?\d*` would try every cut of a long row of digits.
  if (typeof text !== 'string' || !/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}
