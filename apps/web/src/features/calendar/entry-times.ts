import type { CalendarEntry, PersonalEntryInput } from '@learnt/contract/calendar'
import { addDays, dayOf } from '@learnt/contract/cycle-periods'
import { wallTimeAt } from '@learnt/contract/zoned-times'
import { formatClock, formatDay } from '../../ui/times.ts'

/** The zone of the device, by which the calendar is shown. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** The content of an entry as it is sent to change it. */
export function inputOf(entry: CalendarEntry): PersonalEntryInput {
  const { title, description, place, timeZone, days, startsAt, endsAt } = entry
  return {
    title,
    description,
    place,
    timeZone,
    time: days
      ? { by: 'days', ...days }
      : {
          by: 'times',
          starts: wallTimeAt(new Date(startsAt), timeZone),
          ends: wallTimeAt(new Date(endsAt), timeZone),
        },
  }
}

export interface Span {
  start: Date
  end: Date
  /** Days alone count: those of the device, and `end` is the midnight behind the last one. */
  allDay: boolean
}

/** Where the calendar shows an entry. */
export function spanOf({ days, startsAt, endsAt }: Pick<CalendarEntry, 'days' | 'startsAt' | 'endsAt'>): Span {
  return days
    ? { start: midnight(days.first), end: midnight(addDays(days.last, 1)), allDay: true }
    : { start: new Date(startsAt), end: new Date(endsAt), allDay: false }
}

/** The time of an entry that somebody has moved to a place of the calendar. */
export function timeOf({ start, end, allDay }: Span, timeZone: string): PersonalEntryInput['time'] {
  if (!allDay) return { by: 'times', starts: wallTimeAt(start, timeZone), ends: wallTimeAt(end, timeZone) }
  return { by: 'days', first: isoDay(start), last: isoDay(new Date(Math.max(end.getTime() - 1, start.getTime()))) }
}

/** `2026-11-24, 09:00 – 10:30`, or the days. */
export function whenOf(
  { days, startsAt, endsAt }: Pick<CalendarEntry, 'days' | 'startsAt' | 'endsAt'>,
  language: string,
  timeZone?: string,
): string {
  if (days) {
    const [first, last] = [days.first, days.last].map((day) => formatDay(new Date(day), language, 'UTC'))
    return days.first === days.last ? `${first}` : `${first} – ${last}`
  }
  const [starts, ends] = [new Date(startsAt), new Date(endsAt)]
  const from = `${formatDay(starts, language, timeZone)}, ${formatClock(starts, language, timeZone)}`
  if (startsAt === endsAt) return from
  const zone = timeZone ?? ownZone()
  const day = dayOf(starts, zone) === dayOf(ends, zone) ? '' : `${formatDay(ends, language, timeZone)}, `
  return `${from} – ${day}${formatClock(ends, language, timeZone)}`
}

/** The day of a date on the device. */
export function isoDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function midnight(day: string): Date {
  return new Date(`${day}T00:00`)
}
