import { act, cleanup, render, screen } from '@testing-library/react'
import { memo, Suspense } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { changeLanguage, i18n, startI18n } from './i18n.ts'
import { LanguageProvider } from './LanguageProvider.tsx'
import { useTranslation } from './translation.ts'

beforeAll(() => startI18n('en', ['common']))
afterEach(async () => {
  cleanup()
  await changeLanguage('en')
})

const seen: unknown[] = []
// nothing of what it is given changes with the language
const Words = memo(function Words() {
  const { t, i18n } = useTranslation(['administration', 'common'])
  seen.push(t)
  return (
    <p>
      {i18n.language}: {t('jobs.title')}, {t('common:actions.cancel')}
    </p>
  )
})

function Common() {
  return useTranslation().t('actions.cancel')
}

test('waits for catalogues that are not here, and speaks another language as soon as it is chosen', async () => {
  expect(i18n.hasLoadedNamespace('administration')).toBe(false)
  render(
    <LanguageProvider>
      <Suspense fallback="on its way">
        <Words />
        <Words />
      </Suspense>
    </LanguageProvider>,
  )
  expect(screen.getByText('on its way')).toBeTruthy()
  expect(await screen.findAllByText('en: Jobs, Cancel')).toHaveLength(2)
  // one for all, so that what depends on it is not made anew
  expect(new Set(seen).size).toBe(1)
  await act(() => changeLanguage('de'))
  expect(screen.getAllByText('de: Aufträge, Abbrechen')).toHaveLength(2)
  expect(new Set(seen).size).toBe(2)
})

test('without names it has the common words', () => {
  render(<Common />)
  expect(screen.getByText('Cancel')).toBeTruthy()
})
