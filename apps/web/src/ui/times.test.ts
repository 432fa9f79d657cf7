import { afterEach, describe, expect, it } from 'vitest'
import { chooseDayForm, formatAgo, formatBytes, formatClock, formatDay, formatNumber } from './times.ts'

const moment = new Date('2026-03-05T14:07:00Z')

describe('days', () => {
  afterEach(() => chooseDayForm(null, 'iso'))

  it('are YYYY-MM-DD in English, and in the long form of another language', () => {
    expect(formatDay(moment, 'en', 'UTC')).toBe('2026-03-05')
    expect(formatDay(moment, 'de', 'UTC')).toBe('5. März 2026')
    expect(formatDay(moment, 'ar', 'UTC')).toMatch(/مارس/)
  })

  it('are in words in English where the tenant chose that', () => {
    chooseDayForm(null, 'words')
    expect(formatDay(moment, 'en', 'UTC')).toBe('5 Mar 2026')
    expect(formatDay(moment, 'de', 'UTC')).toBe('5. März 2026')
  })

  it.each([
    ['iso', 'en', '2026-03-05'],
    ['iso', 'de', '2026-03-05'],
    ['iso', 'ar', '2026-03-05'],
    ['words', 'en', '5 Mar 2026'],
    ['words', 'de', '5. März 2026'],
  ] as const)('are as the person chose: %s in %s', (own, language, written) => {
    chooseDayForm(own, own === 'iso' ? 'words' : 'iso')
    expect(formatDay(moment, language, 'UTC')).toBe(written)
  })

  it('are those of the zone', () => {
    const late = new Date('2026-03-05T23:30:00Z')
    expect(formatDay(late, 'de', 'Europe/Berlin')).toBe('6. März 2026')
    expect(formatDay(late, 'en', 'Europe/Berlin')).toBe('2026-03-06')
  })
})

it('tells the time by 24 hours in English and German', () => {
  expect(formatClock(moment, 'en', 'UTC')).toBe('14:07')
  expect(formatClock(moment, 'de', 'UTC')).toBe('14:07')
})

it('says how long ago in the language', () => {
  const later = (hours: number) => new Date(moment.getTime() + hours * 3_600_000)
  expect(formatAgo(moment, later(72), 'de')).toBe('vor 3 Tagen')
  expect(formatAgo(moment, later(24), 'de')).toBe('gestern')
  expect(formatAgo(later(2), moment, 'de')).toBe('in 2 Stunden')
  expect(formatAgo(moment, later(72), 'en')).toBe('3 days ago')
  expect(formatAgo(moment, moment, 'de')).toBeNull()
})

it('separates thousands and decimals as the language does', () => {
  expect(formatNumber(1234567.5, 'en')).toBe('1,234,567.5')
  expect(formatNumber(1234567.5, 'de')).toBe('1.234.567,5')
  expect(formatBytes(1.45 * 1024 ** 3, 'de')).toMatch(/^1,5\sGB$/)
})

it('counts bytes as the limits of files do', () => {
  expect(formatBytes(50 * 1024 * 1024, 'en')).toBe('50 MB')
  expect(formatBytes(875, 'en')).toBe('875 bytes')
  expect(formatBytes(1023, 'de')).toMatch(/^1\.?023\sByte/)
})
