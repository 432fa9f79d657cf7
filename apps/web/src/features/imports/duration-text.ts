import { formatNumber } from '../../ui/times.ts'
import type { AnyRun } from './import-pages.ts'

/** How long the jobs of a run took, in seconds or minutes. */
export function durationText(
  { startedAt, finishedAt }: Pick<AnyRun, 'startedAt' | 'finishedAt'>,
  language: string,
): string {
  if (startedAt === null || finishedAt === null) return '–'
  const seconds = Math.max(0, (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)
  const unit = seconds < 90 ? 'second' : 'minute'
  const value = unit === 'second' ? Math.ceil(seconds) : Math.round(seconds / 60)
  try {
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  } catch {
    return formatNumber(value, language)
  }
}
