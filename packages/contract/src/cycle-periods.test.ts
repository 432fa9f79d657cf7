import { describe, expect, it } from 'vitest'
import { addMonths, dayOf, dueDayAt, mayRenew, nextPeriod, periodFrom, periodsFrom } from './cycle-periods.ts'
import { Reset } from './cycles.ts'

const reset = (of: object): Reset => Reset.parse(of)
const on = (from: string, monthDay: number | null = null) => ({ from, monthDay })
const yearly = reset({ kind: 'timeframe', amount: 1, unit: 'year' })
const leapDay = reset({ kind: 'fixedDate', month: 2, day: 29 })
const january = reset({ kind: 'month', month: 1, opensBefore: 31 })

describe('the period of a cycle', () => {
  it.each([
    ['timeframe of a year', yearly, '2026-11-25', '2027-11-25'],
    ['timeframe of a year from a leap day', yearly, '2028-02-29', '2029-02-28'],
    [
      'timeframe of a month from the end of January',
      reset({ kind: 'timeframe', amount: 1, unit: 'month' }),
      '2027-01-31',
      '2027-02-28',
    ],
    ['the same in a leap year', reset({ kind: 'timeframe', amount: 1, unit: 'month' }), '2028-01-31', '2028-02-29'],
    [
      'timeframe over the end of a year',
      reset({ kind: 'timeframe', amount: 3, unit: 'month' }),
      '2026-11-30',
      '2027-02-28',
    ],
    [
      'timeframe of days over a change of the clocks',
      reset({ kind: 'timeframe', amount: 10, unit: 'day' }),
      '2027-03-25',
      '2027-04-04',
    ],
    ['a fixed date later in the year', reset({ kind: 'fixedDate', month: 12, day: 31 }), '2026-11-25', '2026-12-31'],
    ['a fixed date that has passed', reset({ kind: 'fixedDate', month: 1, day: 1 }), '2026-11-25', '2027-01-01'],
    ['a fixed date on that very day', reset({ kind: 'fixedDate', month: 11, day: 25 }), '2026-11-25', '2027-11-25'],
    ['29 February in other years', leapDay, '2026-11-25', '2027-02-28'],
    ['29 February in a leap year', leapDay, '2027-02-28', '2028-02-29'],
    ['a month', reset({ kind: 'month', month: 1 }), '2026-11-25', '2027-01-01'],
    ['who begins in the window, for the period after it', january, '2026-12-15', '2028-01-01'],
    ['who begins the day before the window', january, '2026-11-30', '2027-01-01'],
  ] as const)('%s', (_, setting, from, end) => {
    expect(periodFrom(setting, on(from))).toMatchObject({ from, end })
  })

  it('has a window before its end and a last day after it', () => {
    expect(
      periodFrom(
        reset({ kind: 'timeframe', amount: 1, unit: 'year', opensBefore: 30, closesAfter: 14 }),
        on('2026-03-01'),
      ),
    ).toEqual({
      from: '2026-03-01',
      monthDay: null,
      end: '2027-03-01',
      next: on('2027-03-01'),
      validUntil: '2027-02-28',
      opens: '2027-01-30',
      closes: '2027-03-15',
    })
    expect(periodFrom(reset({ kind: 'month', month: 2 }), on('2027-06-01'))).toMatchObject({
      end: '2028-02-01',
      closes: '2028-02-29',
      opens: null,
    })
  })

  it.each([
    [1, 'month', '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    [1, 'month', '2028-01-30', ['2028-02-29', '2028-03-30', '2028-04-30']],
    [1, 'month', '2027-02-28', ['2027-03-28', '2027-04-28']],
    [6, 'month', '2026-08-31', ['2027-02-28', '2027-08-31', '2028-02-29']],
    [3, 'month', '2026-11-30', ['2027-02-28', '2027-05-30']],
    [1, 'year', '2028-02-29', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28']],
    [2, 'year', '2028-02-29', ['2030-02-28', '2032-02-29']],
    [30, 'day', '2027-01-31', ['2027-03-02', '2027-04-01']],
  ])('%s %s from %s counts from the first date', (amount, unit, from, ends) => {
    const every = reset({ kind: 'timeframe', amount, unit })
    expect(periodsFrom(every, from, ends.length).map((period) => period.end)).toEqual(ends)
    // One by one, as cycles are kept, and after several were missed.
    let start = on(from)
    for (const end of ends) {
      const next = nextPeriod(every, start, end)
      expect(next).toMatchObject({ from: end })
      start = on(next?.from ?? '', next?.monthDay ?? null)
    }
    expect(nextPeriod(every, on(from), ends.at(-1) ?? '')).toMatchObject(start)
  })

  it('forgets the first date where days are counted, or the start has moved', () => {
    expect(periodFrom(reset({ kind: 'timeframe', amount: 5, unit: 'day' }), on('2027-02-28', 31))?.next).toEqual(
      on('2027-03-05'),
    )
    expect(addMonths('2027-03-15', 1, 31)).toEqual(on('2027-04-15'))
    expect(addMonths('2027-03-31', 1, 30)).toEqual(on('2027-04-30', 31))
  })

  it('never overlaps with the next one', () => {
    for (const setting of [yearly, leapDay, january, reset({ kind: 'timeframe', amount: 1, unit: 'month' })]) {
      const periods = periodsFrom(setting, '2024-01-31', 40)
      expect(periods).toHaveLength(40)
      expect(periods.slice(1).map(({ from }) => from)).toEqual(periods.slice(0, -1).map(({ end }) => end))
    }
  })
})

describe('the next period', () => {
  it('begins on the day and not before it', () => {
    expect(nextPeriod(yearly, on('2025-11-26'), '2026-11-25')).toBeNull()
    expect(nextPeriod(yearly, on('2025-11-25'), '2026-11-25')).toEqual({
      from: '2026-11-25',
      monthDay: null,
      dueDay: null,
    })
  })

  it('is the last one that has begun, however many were missed', () => {
    expect(nextPeriod(yearly, on('2020-06-01'), '2026-11-25')).toEqual({
      from: '2026-06-01',
      monthDay: null,
      dueDay: null,
    })
    expect(nextPeriod(leapDay, on('2023-03-01'), '2028-03-01')).toEqual({
      from: '2028-02-29',
      monthDay: null,
      dueDay: null,
    })
  })

  it('is due by the closing day, or as many days later as it begins late', () => {
    expect(nextPeriod(january, on('2026-05-01'), '2027-01-03')).toEqual({
      from: '2027-01-01',
      monthDay: null,
      dueDay: '2027-01-31',
    })
    expect(nextPeriod(january, on('2026-05-01'), '2027-03-01')).toEqual({
      from: '2027-01-01',
      monthDay: null,
      dueDay: '2027-03-31',
    })
    expect(dueDayAt({ end: '2027-01-01', closes: null }, '2027-03-01')).toBeNull()
  })

  it('can be begun early from the opening day to the day before the end', () => {
    const period = periodFrom(january, on('2026-05-01'))
    expect(['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map((today) => mayRenew(period, today))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(mayRenew(periodFrom(yearly, on('2026-05-01')), '2027-04-30')).toBe(false)
  })
})

describe('the day somewhere', () => {
  it.each([
    ['2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01'],
    ['2026-12-31T23:30:00Z', 'America/New_York', '2026-12-31'],
    ['2027-03-27T22:59:59Z', 'Europe/Berlin', '2027-03-27'],
    ['2027-03-28T21:59:59Z', 'Europe/Berlin', '2027-03-28'],
    ['2027-03-28T22:00:00Z', 'Europe/Berlin', '2027-03-29'],
    ['2027-02-28T12:00:00Z', 'Pacific/Kiritimati', '2027-03-01'],
  ])('%s in %s is %s', (moment, zone, day) => {
    expect(dayOf(new Date(moment), zone)).toBe(day)
  })
})

describe('a setting', () => {
  it.each([
    [{ kind: 'fixedDate', month: 2, day: 30 }, 'day'],
    [{ kind: 'fixedDate', month: 4, day: 31 }, 'day'],
    [{ kind: 'timeframe', amount: 1, unit: 'month', opensBefore: 28 }, 'opensBefore'],
    [{ kind: 'timeframe', amount: 1, unit: 'month', closesAfter: 28 }, 'closesAfter'],
    [{ kind: 'timeframe', amount: 2, unit: 'day', warnings: [2] }, 'warnings'],
    [{ kind: 'timeframe', amount: 0, unit: 'day' }, 'amount'],
  ])('that makes no sense is refused at its field: %j', (given, field) => {
    const parsed = Reset.safeParse(given)
    expect(parsed.error?.issues[0]?.path).toEqual([field])
  })
})
