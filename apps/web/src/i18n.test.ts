import { directionOf } from '@learnt/contract/locales'
import { expect, it } from 'vitest'
import { chooseLanguage } from './i18n.ts'

it('takes the person’s language, else the team’s, else the browser’s, else English', () => {
  expect(chooseLanguage('ar', 'en', ['en-GB'])).toBe('ar')
  expect(chooseLanguage(null, 'ar', ['en-GB'])).toBe('ar')
  expect(chooseLanguage(null, '', ['fr', 'ar-EG', 'en'])).toBe('ar')
  expect(chooseLanguage('de', 'ar', ['en-GB'])).toBe('de')
  expect(chooseLanguage(null, '', ['de-AT', 'en'])).toBe('de')
  expect(chooseLanguage(null, undefined, ['fr'])).toBe('en')
  expect(chooseLanguage('xx', 'yy', ['en-US'])).toBe('en')
})

it('knows which way a language runs', () => {
  expect(directionOf('ar')).toBe('rtl')
  expect(directionOf('de')).toBe('ltr')
  expect(directionOf('en')).toBe('ltr')
})
