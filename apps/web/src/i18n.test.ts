import { expect, it } from 'vitest'
import { chooseLanguage, directionOf } from './i18n.ts'

it('takes the person’s language, else the team’s, else the browser’s, else English', () => {
  expect(chooseLanguage('ar', 'en', ['en-GB'])).toBe('ar')
  expect(chooseLanguage(null, 'ar', ['en-GB'])).toBe('ar')
  expect(chooseLanguage(null, '', ['fr', 'ar-EG', 'en'])).toBe('ar')
  expect(chooseLanguage(null, undefined, ['fr'])).toBe('en')
  expect(chooseLanguage('xx', 'yy', ['en-US'])).toBe('en')
})

it('knows which way a language runs', () => {
  expect(directionOf('ar')).toBe('rtl')
  expect(directionOf('en')).toBe('ltr')
})
