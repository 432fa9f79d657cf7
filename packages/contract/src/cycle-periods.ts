import type { Reset } from './cycles.ts'

// Which days a cycle covers: worked out here for the server's job, the learner's page and the editor's preview. Days are
// `YYYY-MM-DD` in the tenant's time zone, so that a change of the clocks moves none of them.

/** The day from which a cycle counts. */
export interface CycleStart {
  readonly from: string
  /**
   * The day of the month of the first date, where the month of `from` is too short for it: 31 on 28 February. So months are
   * counted from the first date, and after 28 February comes 31 March. Null: the day of `from`.
   */
  readonly monthDay: number | null
}

export interface CyclePeriod extends CycleStart {
  /** The day on which the next cycle begins. */
  readonly end: string
  /** From what the next cycle counts: `end`, and the day of the month that it stands for. */
  readonly next: CycleStart
  /** The last day on which what was finished in the cycle is valid. */
  readonly validUntil: string
  /** From which on one can renew before the end; null: not before. */
  readonly opens: string | null
  /** The last day for the next cycle; null: as its rules say. */
  readonly closes: string | null
}

/** The period of a cycle; null: the course is not reset. */
export function periodFrom(reset: Reset, start: CycleStart): CyclePeriod | null {
  if (reset.kind === 'none') return null
  const next = endOf(reset, start)
  const end = next.from
  return {
    from: start.from,
    monthDay: start.monthDay,
    end,
    next,
    validUntil: addDays(end, -1),
    opens: reset.opensBefore > 0 ? addDays(end, -reset.opensBefore) : null,
    closes:
      reset.kind === 'month'
        ? dayIn(yearOf(end), reset.month, 31)
        : reset.closesAfter === null
          ? null
          : addDays(end, reset.closesAfter),
  }
}

/** The periods that follow one another from the first day. */
export function periodsFrom(reset: Reset, from: string, count: number): CyclePeriod[] {
  const periods: CyclePeriod[] = []
  for (let start: CycleStart = { from, monthDay: null }; periods.length < count; ) {
    const period = periodFrom(reset, start)
    if (!period) break
    periods.push(period)
    start = period.next
  }
  return periods
}

export interface NextPeriod extends CycleStart {
  /** The last day for it; null: as its rules say. */
  readonly dueDay: string | null
}

/**
 * What the next cycle counts from, once one is over: the last end that has passed, however many were missed. Null: it is not
 * over.
 */
export function nextPeriod(reset: Reset, start: CycleStart, today: string): NextPeriod | null {
  let over: CyclePeriod | null = null
  for (let period = periodFrom(reset, start); period && period.end <= today; period = periodFrom(reset, period.next))
    over = period
  return over && { ...over.next, dueDay: dueDayAt(over, today) }
}

/** The last day for a cycle that begins today. After a leave, a person has as many days as everybody. */
export function dueDayAt({ end, closes }: Pick<CyclePeriod, 'end' | 'closes'>, today: string): string | null {
  if (closes === null || closes >= today) return closes
  return addDays(today, daysBetween(end, closes))
}

/** Whether a finished cycle can be renewed today, before its end. */
export function mayRenew(period: CyclePeriod | null, today: string): boolean {
  return period !== null && period.opens !== null && period.opens <= today && today < period.end
}

/** The day that it is somewhere. */
export function dayOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

export function addDays(day: string, days: number): string {
  return isoDay(new Date(Date.parse(day) + days * dayMs))
}

const dayMs = 86_400_000

function endOf(reset: Exclude<Reset, { kind: 'none' }>, { from, monthDay }: CycleStart): CycleStart {
  if (reset.kind === 'timeframe') {
    if (reset.unit === 'day') return { from: addDays(from, reset.amount), monthDay: null }
    return addMonths(from, reset.unit === 'month' ? reset.amount : reset.amount * 12, monthDay)
  }
  const day = reset.kind === 'month' ? 1 : reset.day
  for (let year = yearOf(from); ; year++) {
    const end = dayIn(year, reset.month, day)
    // A person who begins when the next period has opened gets that one.
    if (addDays(end, -reset.opensBefore) > from) return { from: end, monthDay: null }
  }
}

/**
 * The same day some months later, or the last of that month. To add months again, pass the result's `monthDay`, so that
 * the first date decides.
 */
export function addMonths(day: string, months: number, monthDay: number | null = null): CycleStart {
  const month = yearOf(day) * 12 + Number(day.slice(5, 7)) - 1 + months
  const own = Number(day.slice(8))
  // `monthDay` counts only if the date is the last of its month: else somebody changed the date later.
  const isCut = addDays(day, 1).endsWith('-01')
  const wanted = isCut && monthDay !== null ? Math.max(own, monthDay) : own
  const end = dayIn(Math.floor(month / 12), (month % 12) + 1, wanted)
  return { from: end, monthDay: Number(end.slice(8)) < wanted ? wanted : null }
}

/** A day of a month, or its last one where it has fewer. */
export function dayIn(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(year, month - 1, Math.min(day, last))))
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
