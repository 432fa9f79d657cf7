import { renderHook } from '@testing-library/react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { i18n } from '../i18n.ts'
import { paths } from '../paths.ts'
import '../routes.ts'
import { prepareComponents } from '../testing/show.tsx'
import { searchPages, usePages } from './page-list.ts'

vi.mock('../api/SessionProvider.tsx', () => ({ useMe: () => ({ roles: ['learner'] }) }))
prepareComponents({ namespaces: ['navigation'] })

const search = (typed: string) => {
  const pages = renderHook(() => usePages()).result.current
  return searchPages(pages, typed, 10).map((page) => page.path)
}

beforeAll(() => i18n.changeLanguage('en'))
afterAll(() => i18n.changeLanguage('en'))

it.each([
  ['en', ['password', 'second factor', 'language', 'sessions']],
  ['de', ['kennwort', 'zweiter Faktor', 'Sprache', 'Sitzungen']],
  ['ar', ['كلمة المرور', 'العامل الثاني', 'اللغة', 'الجلسات']],
])('finds the parts of one’s own profile by their names (%s)', async (language, typed) => {
  await i18n.changeLanguage(language)
  for (const one of typed) expect(search(one), one).toContain(paths.profile)
})

it('lists the page that is called as typed before those that have it somewhere', async () => {
  await i18n.changeLanguage('en')
  expect(search('sessions').slice(0, 2)).toEqual([paths.sessions, paths.profile])
})

it('lists the homepage once', async () => {
  await i18n.changeLanguage('en')
  expect(search('home')).toEqual([paths.home])
})
