import { describe, expect, it } from 'vitest'
import { isZone, momentsOf, startOfDay, wallTimeAt } from './zoned-times.ts'

const texts = (moments: Date[]) => moments.map((one) => one.toISOString())

describe('times of a zone', () => {
  it.each([
    ['2026-01-15T09:00', 'Europe/Berlin', ['2026-01-15T08:00:00.000Z']],
    ['2026-07-15T09:00', 'Europe/Berlin', ['2026-07-15T07:00:00.000Z']],
    // The gap, the doubled hour, and the minutes beside them.
    ['2026-03-29T02:30', 'Europe/Berlin', []],
    ['2026-03-29T03:00', 'Europe/Berlin', ['2026-03-29T01:00:00.000Z']],
    ['2026-10-25T02:30', 'Europe/Berlin', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['2026-10-25T03:00', 'Europe/Berlin', ['2026-10-25T02:00:00.000Z']],
    // Half an hour of summer time, and no summer time.
    ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['2026-06-01T09:00', 'Asia/Kathmandu', ['2026-06-01T03:15:00.000Z']],
    ['2026-02-31T09:00', 'UTC', []],
  ])('%s in %s', (clock, zone, moments) => {
    expect(texts(momentsOf(clock, zone))).toEqual(moments)
    for (const moment of moments) expect(wallTimeAt(new Date(moment), zone)).toBe(clock)
  })

  it('begin a day behind the gap that swallows midnight', () => {
    expect(startOfDay('2026-09-06', 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z')
    expect(startOfDay('2026-09-07', 'America/Santiago').toISOString()).toBe('2026-09-07T03:00:00.000Z')
  })

  it('know the names of zones', () => {
    expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', '', 'berlin'].map(isZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
