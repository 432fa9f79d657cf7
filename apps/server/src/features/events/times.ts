import { type EventContent, eventLimits, type SeriesRule, weekdays } from '@learnt/contract/events/content'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { ContentProblem } from '../documents/kind.ts'

const day = 86_400_000

/** Whether it is a zone of the IANA database. Offsets like +02:00 are none: they know no daylight saving. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The moment of a clock's time in a zone, or what is wrong with it: in no day, in the gap, or twice without an offset. */
export function readLocal(text: string, zone: string): { at: Date } | { code: 'localTime' | 'gap' | 'twice' } {
  const [, local = '', offset] = /^(.{16})(.*)$/.exec(text) ?? []
  let plain: Temporal.PlainDateTime
  try {
    plain = Temporal.PlainDateTime.from(local, { overflow: 'reject' })
  } catch {
    return { code: 'localTime' }
  }
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    plain.toZonedDateTime(zone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { at: new Date(earlier.epochMilliseconds) }
  if (!earlier.toPlainDateTime().equals(plain)) return { code: 'gap' }
  const chosen = [earlier, later].find((one) => one.offset === offset)
  return chosen ? { at: new Date(chosen.epochMilliseconds) } : { code: 'twice' }
}

/** The same for content that has been checked. */
export function momentOf(text: string, zone: string): Date {
  const read = readLocal(text, zone)
  if (!('at' in read)) throw new Error(`No moment: ${text} in ${zone}`)
  return read.at
}

/** A moment as the clock of a zone shows it, in the form that contents keep. */
export function localOf(at: Date, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const local = zoned.toPlainDateTime().toString({ smallestUnit: 'minute' })
  return 'code' in readLocal(local, zone) ? `${local}${zoned.offset}` : local
}

/** What is wrong with the times of an event, each at its field. Texts under `events.complaints`. */
export function checkTimes(content: EventContent): ContentProblem[] {
  const { title, timeZone: zone } = content
  if (!isZone(zone)) return [{ path: 'timeZone', code: 'zone', title }]
  const problems: ContentProblem[] = []
  const read = (path: string, text: string | null): Date | null => {
    if (text === null) return null
    const found = readLocal(text, zone)
    if ('at' in found) return found.at
    problems.push({ path, code: found.code, title })
    return null
  }
  const ids = new Set<string>()
  let first: Date | null = null
  content.sessions.forEach((session, i) => {
    const [start, end] = [read(`sessions.${i}.start`, session.start), read(`sessions.${i}.end`, session.end)]
    if (ids.has(session.id)) problems.push({ path: `sessions.${i}.id`, code: 'idTwice', title })
    ids.add(session.id)
    if (start && (first === null || start < first)) first = start
    if (!start || !end) return
    if (end <= start) problems.push({ path: `sessions.${i}.end`, code: 'endBeforeStart', title })
    else if (end.getTime() - start.getTime() > 31 * day)
      problems.push({ path: `sessions.${i}.end`, code: 'tooLong', title })
  })
  const opens = read('registration.opens', content.registration.opens)
  const closes = read('registration.closes', content.registration.closes)
  if (opens && closes && closes <= opens)
    problems.push({ path: 'registration.closes', code: 'closesBeforeOpens', title })
  const starts = first as Date | null
  // A date that was moved ahead of its window would leave nobody a way in.
  if (opens && starts && opens >= starts) problems.push({ path: 'registration.opens', code: 'opensAfterStart', title })
  const { min, max } = content.capacity
  if (max !== null && min > max) problems.push({ path: 'capacity.min', code: 'minOverMax', title })
  const rule = content.attendance
  if (rule.rule === 'some' && content.sessions.length > 0 && rule.count > content.sessions.length)
    problems.push({ path: 'attendance.count', code: 'moreThanDates', title })
  if (rule.rule === 'these') {
    if (rule.sessionIds.length === 0 && content.sessions.length > 0)
      problems.push({ path: 'attendance.sessionIds', code: 'noDateChosen', title })
    rule.sessionIds.forEach((id, i) => {
      if (!ids.has(id)) problems.push({ path: `attendance.sessionIds.${i}`, code: 'dateUnknown', title })
    })
  }
  return problems
}

interface Dates {
  readonly sessions: { start: string; end: string }[]
  readonly problems: { path: string; code: string }[]
}

/** The dates of a rule, as the clock of the zone shows them. More than one event may have: none, and a complaint. */
export function expandSeries(of: { timeZone: string; start: string; end: string; rule: SeriesRule }): Dates {
  const { timeZone: zone, rule } = of
  const refuse = (path: string, code: string): Dates => ({ sessions: [], problems: [{ path, code }] })
  if (!isZone(zone)) return refuse('timeZone', 'zone')
  const [start, end] = [readLocal(of.start, zone), readLocal(of.end, zone)]
  if (!('at' in start)) return refuse('start', start.code)
  if (!('at' in end)) return refuse('end', end.code)
  if (end.at <= start.at) return refuse('end', 'endBeforeStart')
  const { ends } = rule
  const tooMany = ends.by === 'count' ? 'rule.ends.count' : 'rule.ends.day'
  if (ends.by === 'count' && ends.count > eventLimits.sessions) return refuse(tooMany, 'tooManyDates')
  const [from, to] = [of.start, of.end].map((text) => Temporal.PlainDateTime.from(text.slice(0, 16))) as [
    Temporal.PlainDateTime,
    Temporal.PlainDateTime,
  ]
  if (ends.by === 'day' && Temporal.PlainDate.compare(ends.day, from.toPlainDate()) < 0)
    return refuse(tooMany, 'endBeforeStart')
  const length = from.until(to)
  const dates = rule.every === 'month' && rule.nth === null ? monthsFrom(from, rule) : repeat(from, rule)
  const except = new Set(rule.except)
  const found = dates.filter((one) => !except.has(one.toPlainDate().toString()))
  if (found.length > eventLimits.sessions) return refuse(tooMany, 'tooManyDates')
  const text = (one: Temporal.PlainDateTime) => one.toString({ smallestUnit: 'minute' })
  const sessions = found.map((one) => ({ start: text(one), end: text(one.add(length)) }))
  const problems = sessions.flatMap((session, i) =>
    (['start', 'end'] as const).flatMap((side) => {
      const read = readLocal(session[side], zone)
      return 'code' in read ? [{ path: `sessions.${i}.${side}`, code: read.code }] : []
    }),
  )
  return { sessions, problems }
}

/** The same day of every month, or its last one: counted from the first date, and no month is left out as in RFC 5545. */
function monthsFrom(from: Temporal.PlainDateTime, { interval, ends }: SeriesRule): Temporal.PlainDateTime[] {
  const dates: Temporal.PlainDateTime[] = []
  for (let at = 0; at <= eventLimits.sessions; at++) {
    const date = from.add({ months: at * interval })
    const isOver = ends.by === 'count' ? at >= ends.count : Temporal.PlainDate.compare(date.toPlainDate(), ends.day) > 0
    if (isOver) break
    dates.push(date)
  }
  return dates
}

function repeat(from: Temporal.PlainDateTime, rule: SeriesRule): Temporal.PlainDateTime[] {
  const { ends } = rule
  // In UTC the rule reckons with the clock alone; what the zone makes of each date its caller looks at.
  const series = new RRuleTemporal({
    freq: rule.every === 'day' ? 'DAILY' : rule.every === 'week' ? 'WEEKLY' : 'MONTHLY',
    interval: rule.interval,
    dtstart: from.toZonedDateTime('UTC'),
    ...(rule.every !== 'day' && rule.weekdays.length > 0 && (rule.every === 'week' || rule.nth !== null)
      ? { byDay: rule.weekdays.map((one) => (rule.every === 'month' ? `${rule.nth || 1}${one}` : one)) }
      : {}),
    ...(rule.every === 'month' && rule.nth !== null && rule.weekdays.length === 0
      ? { byDay: [`${rule.nth || 1}${weekdays[from.dayOfWeek - 1]}`] }
      : {}),
    ...(ends.by === 'count'
      ? { count: ends.count }
      : { until: Temporal.PlainDate.from(ends.day).toZonedDateTime({ timeZone: 'UTC', plainTime: '23:59' }) }),
    maxIterations: 100_000,
  })
  return series.all((_, count) => count <= eventLimits.sessions).map((one) => one.toPlainDateTime())
}
