import { expect, test } from 'vitest'
import { Day, Moment, webAddress } from './values.ts'

test('days and moments are those of years that somebody means', () => {
  for (const day of ['1900-01-01', '2026-02-28', '2200-12-31']) expect(Day.safeParse(day).success, day).toBe(true)
  for (const day of ['0000-01-01', '1899-12-31', '2201-01-01', '9999-12-31'])
    expect(Day.safeParse(day).error?.issues, day).toMatchObject([{ message: 'dateRange' }])
  expect(Moment.safeParse('2026-11-20T09:00:00-23:59').success).toBe(true)
  for (const moment of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59'])
    expect(Moment.safeParse(moment).error?.issues, moment).toMatchObject([{ message: 'dateRange' }])
})

test('addresses of other sites are http or https, in small letters', () => {
  expect(webAddress().parse(' HTTPS://Idp.example/a ')).toBe('https://Idp.example/a')
  expect(webAddress().parse('')).toBe('')
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'x',
    '//a.example',
    'https://a@b.example',
    'https:///a',
  ])
    expect(webAddress().safeParse(address).error?.issues, address).toMatchObject([{ message: 'url' }])
})
