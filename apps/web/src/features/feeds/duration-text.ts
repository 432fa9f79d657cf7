import type { FeedRun } from '@learnt/contract/feeds'
import { formatNumber } from '../../ui/times.ts'

/** How long the jobs of a run took, in seconds or minutes. */
export function durationText(
  { startedAt, finishedAt }: Pick<FeedRun, 'startedAt' | 'finishedAt'>,
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
