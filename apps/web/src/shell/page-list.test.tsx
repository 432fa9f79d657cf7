import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../routes/paths.ts'
import { prepareComponents } from '../testing/show.tsx'
import { signedIn } from '../testing/show-signed-in.tsx'
import { i18n } from '../words/i18n.ts'
import { searchPages, usePages } from './page-list.ts'

prepareComponents({ namespaces: ['navigation'] })

const search = (typed: string) => {
  const pages = renderHook(usePages, { wrapper: signedIn({ me: { roles: ['learner'] } }) }).result.current
  return searchPages(pages, typed, 10).map((page) => page.path)
}

it.each([
  ['en', ['password', 'second factor', 'language', 'sessions']],
  ['de', ['kennwort', 'zweiter Faktor', 'Sprache', 'Sitzungen']],
  ['ar', ['كلمة المرور', 'العامل الثاني', 'اللغة', 'الجلسات']],
])('finds the parts of one’s own profile by their names (%s)', async (language, typed) => {
  await i18n.changeLanguage(language)
  for (const one of typed) expect(search(one), one).toContain(paths.profile)
})

it('lists the page that is called as typed before those that have it somewhere', async () => {
  expect(search('sessions').slice(0, 2)).toEqual([paths.sessions, paths.profile])
})

it('lists the homepage once', async () => {
  expect(search('home')).toEqual([paths.home])
})
