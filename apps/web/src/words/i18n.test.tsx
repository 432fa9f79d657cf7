import { directionOf } from '@learnt/contract/locales'
import { act, render, screen } from '@testing-library/react'
import { memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { expect, it } from 'vitest'
import { changeLanguage, chooseLanguage, i18n, startI18n } from './i18n.ts'

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

// nothing of what it is given changes with the language
const Words = memo(function Words() {
  const { t, i18n } = useTranslation(['jobs', 'common'])
  return (
    <p>
      {i18n.language}: {t('title')}, {t('common:actions.cancel')}
    </p>
  )
})

it('waits for catalogues that are not here, and speaks another language as soon as it is chosen', async () => {
  await startI18n('en', ['common'])
  expect(i18n.hasLoadedNamespace('jobs')).toBe(false)
  render(
    <Suspense fallback="on its way">
      <Words />
    </Suspense>,
  )
  expect(screen.getByText('on its way')).toBeTruthy()
  expect(await screen.findByText('en: Jobs, Cancel')).toBeTruthy()
  await act(() => changeLanguage('de'))
  expect(screen.getByText('de: Aufträge, Abbrechen')).toBeTruthy()
})
