import { checkEmail, checkNumber, checkPassword, checkText } from '@learnt/contract/form-checks'
import { beforeAll, expect, it } from 'vitest'
import { i18n, startI18n } from '../../words/i18n.ts'
import { complaintText } from './complaint-text.ts'

beforeAll(() => startI18n('en', ['problems']))

it('says what the specification says', () => {
  const t = i18n.getFixedT('en', 'problems')
  expect(complaintText(t, checkEmail('nobody'))).toBe('Email is invalid')
  expect(complaintText(t, checkText('R2', 'city'))).toBe('Enter a valid city. Only characters are allowed')
  expect(complaintText(t, checkNumber('two', 'year'))).toBe('Enter a valid year. Only numbers are allowed')
  expect(complaintText(t, checkPassword('12345'))).toBe('')
  expect(complaintText(t, checkEmail('a@b.example'))).toBe('')
})
