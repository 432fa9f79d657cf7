import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { prepareComponents, show } from '../testing/show.tsx'
import { DurationText } from '../ui/DurationText.tsx'
import { takeChosenLanguage } from '../words/chosen-language.ts'
import { changeLanguage, i18n } from '../words/i18n.ts'
import { GuestLanguages } from './GuestLanguages.tsx'

prepareComponents({ namespaces: ['common', 'session'] })

it('speaks the language that a guest chooses, at once, and keeps the choice for the account', async () => {
  show(<GuestLanguages />)
  expect(screen.getByRole('group', { name: 'Language' })).toBeTruthy()
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('English')
  fireEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
  await screen.findByRole('group', { name: 'Sprache' })
  expect(i18n.t('session:login.password')).toBe('Kennwort')
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['de', 'ltr'])

  fireEvent.click(screen.getByRole('button', { name: 'العربية' }))
  await waitFor(() => expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']))
  expect(takeChosenLanguage()).toBe('ar')
  expect(takeChosenLanguage()).toBeNull()
})

it('counts in the plural forms of each language', async () => {
  const minutes = (count: number) => i18n.t('common:duration.minutes', { count })
  await changeLanguage('de')
  expect([1, 2].map(minutes)).toEqual(['1 Minute', '2 Minuten'])
  show(<DurationText seconds={2 * 3600 + 60} />)
  expect(screen.getByText('2 Stunden 1 Minute')).toBeTruthy()
  await changeLanguage('ar')
  // one, two, few, many
  expect(new Set([1, 2, 3, 11].map((count) => minutes(count).replace(/[\d٠-٩]+/g, '#'))).size).toBe(4)
})
