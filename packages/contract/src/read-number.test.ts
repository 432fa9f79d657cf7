import { describe, expect, it } from 'vitest'
import { decimalSignOf, latinDigits, readNumber, readPlainNumber, tidyUnit } from './read-number.ts'

describe('a number as people write it', () => {
  it.each<[typed: string, values: number[], unit?: string]>([
    ['3.5', [3.5]],
    ['3,5', [3.5]],
    ['.5', [0.5]],
    [',5', [0.5]],
    ['5.', [5]],
    ['+5', [5]],
    ['007', [7]],
    ['-0', [0]],
    // one mark before three digits
    ['1,234', [1.234, 1234]],
    ['-1.234', [-1.234, -1234]],
    ['0,234', [0.234]],
    ['1234,567', [1234.567]],
    // groups
    ['1.234,5', [1234.5]],
    ['1,234,567.5', [1234567.5]],
    ["1'234.5", [1234.5]],
    ['1’234’567', [1234567]],
    ['1 234 567', [1234567]],
    ['1\u00a0234', [1234]],
    ['1\u202f234,5', [1234.5]],
    ['1\u2009234', [1234]],
    ['1,00,000', [100000]],
    ['12,34,567.50', [1234567.5]],
    ['1 00 000', [100000]],
    ['1,0000,0000', [100000000]],
    // signs
    ['−2', [-2]],
    ['– 2', [-2]],
    ['\u200e-18', [-18]],
    ['１２．５', [12.5]],
    // powers
    ['1.5e3', [1500]],
    ['1,602E−19', [1.602e-19]],
    ['6.022·10^23', [6.022e23]],
    ['6.022⋅10^23', [6.022e23]],
    ['6.022 x 10^23', [6.022e23]],
    ['6.022X10^23', [6.022e23]],
    ['6,022×10²³', [6.022e23]],
    ['6.022*10**23', [6.022e23]],
    ['1.602 × 10⁻¹⁹', [1.602e-19]],
    ['1.602 x 10^(-19)', [1.602e-19]],
    ['1.602\\cdot10^{-19}', [1.602e-19]],
    ['10^3', [1000]],
    ['-10³', [-1000]],
    ['٦٫٠٢٢×١٠^٢٣', [6.022e23]],
    // products
    ['2x100', [200]],
    ['2×100', [200]],
    ['2 * 3 · 4', [24]],
    ['2x-3', [-6]],
    ['2x10', [20]],
    // other scripts
    ['٣٫٥', [3.5]],
    ['١٬٢٣٤', [1234]],
    ['١٫٢٣٤', [1.234]],
    ['١٬٢٣٤٫٥', [1234.5]],
    ['۱۲۳۴٫۵', [1234.5]],
    ['१,००,०००', [100000]],
    ['৪২', [42]],
    ['๔๒', [42]],
    ['𝟜𝟚', [42]],
    // units and money
    ['9.81 m/s^2', [9.81], 'm/s^2'],
    ['5 m²', [5], 'm^2'],
    ['72/min', [72], '/min'],
    ['50 %', [50], '%'],
    ['٥٠٪', [50], '%'],
    ['$5', [5], '$'],
    ['$ 1,000.50', [1000.5], '$'],
    ['-$5', [-5], '$'],
    ['$-5', [-5], '$'],
    ['US$5', [5], 'US$'],
    ['EUR 5', [5], 'EUR'],
    ['5 €', [5], '€'],
    ['5€', [5], '€'],
    ['₹1,00,000', [100000], '₹'],
    ['Rs. 500', [500], 'Rs.'],
    ['CHF 5.–', [5], 'CHF'],
    ['2 x 3 m', [6], 'm'],
  ])('%s', (typed, values, unit = '') => {
    const read = readNumber(typed)
    expect(read?.unit).toBe(unit)
    expect(read?.values).toHaveLength(values.length)
    for (const [at, value] of values.entries())
      expect((read?.values[at] ?? 0) / (value || 1)).toBeCloseTo(value ? 1 : 0, 14)
  })

  it.each([
    '',
    '-',
    'abc',
    '1,2,3',
    '3.1.4',
    '--1',
    '-$-5',
    'Infinity',
    '1e999',
    '3-14',
    '5-',
    '5-10',
    '1/2',
    '1½',
    '5²',
    '2^10',
    '15 00',
    '1 23',
    '1 234 56',
    '2027-01-31',
    '31.01.2027',
    '09:30',
    'about 3.14',
    'km/h 50',
    '$5 €',
    '1,00,00',
  ])('%j is none', (typed) => {
    expect(readNumber(typed)).toBeNull()
  })

  it('takes no time for long rows of digits', () => {
    const began = performance.now()
    for (const part of ['1', '1 111', "1'", '1,11', '1.', '10^', '1x', ' ', '1e1']) readNumber(part.repeat(5000))
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

it('the meaning that the language has, or that fits, comes first', () => {
  expect([decimalSignOf('en'), decimalSignOf('de'), decimalSignOf('ar')]).toEqual(['.', ',', '.'])
  expect(readNumber('1,234', { decimal: '.' })?.values).toEqual([1234, 1.234])
  expect(readPlainNumber('1,234', { decimal: ',' })).toBe(1.234)
  expect(readPlainNumber('1.234', { fits: Number.isInteger })).toBe(1234)
  expect(readPlainNumber('1.2345', { fits: Number.isInteger })).toBe(1.2345)
  expect(readPlainNumber('5 km')).toBeNull()
  expect(readNumber('123456789012345.1234567890')?.texts).toEqual(['123456789012345.1234567890'])
})

it('digits of every script are kept as those of all keyboards', () => {
  expect(latinDigits('٠١٢٣٤٥٦ / ۷۸۹ / ०१ / ９ / 𝟗 / x1')).toBe('0123456 / 789 / 01 / 9 / 9 / x1')
})

it('units are compared without what people write differently', () => {
  for (const [one, other] of [
    ['m²', 'm^2'],
    ['N·m', 'N m'],
    ['㎏', 'kg'],
  ] as const)
    expect(tidyUnit(one)).toBe(tidyUnit(other))
})
