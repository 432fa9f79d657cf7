import { expect, test } from 'vitest'
import { type CustomFieldRule, checkCustomValue } from './custom-fields.ts'

const number: CustomFieldRule = { kind: 'number', choices: [] }

test.each([
  ['12', '12'],
  ['007.50', '7.5'],
  ['12,5', '12.5'],
  ['1.234', '1.234'],
  ['1.234,50', '1234.5'],
  ['1 234', '1234'],
  ['12,34,567', '1234567'],
  ['−3', '-3'],
  ['-0', '0'],
  ['٤٢٫١٢٥', '42.125'],
  ['१२', '12'],
  ['123456789012345.1234567891', '123456789012345.1234567891'],
])('the number %j is kept as %s', (typed, value) => {
  expect(checkCustomValue(number, typed)).toEqual({ value })
})

test.each([
  ['1,234', 'twoNumbers'],
  ['12 kg', 'notANumber'],
  ['$5', 'notANumber'],
  ['1234567890123456', 'notANumber'],
  ['2027-01-31', 'notANumber'],
])('%j is no number: %s', (typed, error) => {
  expect(checkCustomValue(number, typed)).toEqual({ error })
})

test('choices and yes and no are compared without capitals', () => {
  expect(checkCustomValue({ kind: 'choices', choices: ['izmir'] }, 'İZMİR')).toEqual({ value: 'izmir' })
  expect(checkCustomValue({ kind: 'yesno', choices: [] }, 'JA')).toEqual({ value: 'yes' })
})
