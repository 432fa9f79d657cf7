import type { Schedule } from '@learnt/contract/schedules'
import { useTranslation } from 'react-i18next'

/** Name of a day of the week, 1 is Monday. */
export function weekdayName(day: number, language: string, style: 'long' | 'short' = 'long'): string {
  // 4 January 2027 is a Monday.
  return new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2027, 0, 3 + day)),
  )
}

/** When a schedule comes, in words. */
export function useRhythmWords(): (
  of: Pick<Schedule, 'rhythm' | 'weekdays' | 'monthDay' | 'time' | 'timeZone'>,
) => string {
  const { t, i18n } = useTranslation('schedules')
  return ({ rhythm, weekdays, monthDay, time, timeZone }) => {
    const days = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
      [...weekdays].sort().map((day) => weekdayName(day, i18n.language)),
    )
    return t(`when.${rhythm}`, { time, zone: timeZone, days, day: monthDay })
  }
}
