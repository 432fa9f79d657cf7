import type { Reset } from './cycles.ts'

// Which days a cycle covers: worked out here for the server's job, the learner's page and the editor's preview. Days are
// `YYYY-MM-DD` in the tenant's time zone, so that a change of the clocks moves none of them.

export interface CyclePeriod {
  readonly from: string
  /** The day on which the next cycle begins. */
  readonly end: string
  /** The last day on which what was finished in the cycle is valid. */
  readonly validUntil: string
  /** From which on one can renew before the end; null: not before. */
  readonly opens: string | null
  /** The last day for the next cycle; null: as its rules say. */
  readonly closes: string | null
}

/** The period of a cycle that counts from a day; null: the course is not reset. */
export function periodFrom(reset: Reset, from: string): CyclePeriod | null {
  if (reset.kind === 'none') return null
  const end = endOf(reset, from)
  return {
    from,
    end,
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

/** The periods that follow one another from a day. */
export function periodsFrom(reset: Reset, from: string, count: number): CyclePeriod[] {
  const periods: CyclePeriod[] = []
  for (let start = from; periods.length < count; ) {
    const period = periodFrom(reset, start)
    if (!period) break
    periods.push(period)
    start = period.end
  }
  return periods
}

export interface NextPeriod {
  /** From which the new cycle counts: the last end that has passed, however many were missed. */
  readonly from: string
  /** The last day for it; null: as its rules say. */
  readonly dueDay: string | null
}

/** What the next cycle counts from, once the one that counts from a day is over; null: it is not. */
export function nextPeriod(reset: Reset, from: string, today: string): NextPeriod | null {
  let over: CyclePeriod | null = null
  for (let period = periodFrom(reset, from); period && period.end <= today; period = periodFrom(reset, period.end))
    over = period
  return over && { from: over.end, dueDay: dueDayAt(over, today) }
}

/** The last day for a cycle that begins today. Who begins late, after a leave, has as many days as everybody had. */
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

function endOf(reset: Exclude<Reset, { kind: 'none' }>, from: string): string {
  if (reset.kind === 'timeframe') {
    if (reset.unit === 'day') return addDays(from, reset.amount)
    const months = reset.unit === 'month' ? reset.amount : reset.amount * 12
    const month = yearOf(from) * 12 + Number(from.slice(5, 7)) - 1 + months
    return dayIn(Math.floor(month / 12), (month % 12) + 1, Number(from.slice(8)))
  }
  const day = reset.kind === 'month' ? 1 : reset.day
  for (let year = yearOf(from); ; year++) {
    const end = dayIn(year, reset.month, day)
    // Who begins when the next period can be done already has that one.
    if (addDays(end, -reset.opensBefore) > from) return end
  }
}

/** A day of a month, or its last one where it has fewer. */
function dayIn(year: number, month: number, day: number): string {
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
