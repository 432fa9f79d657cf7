import { mayEnter } from '@learnt/contract/route-groups'
import { isSwitchedOff } from '@learnt/contract/team-values'
import { searchForm } from '@learnt/contract/text'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useSession } from '../api/SessionProvider.tsx'
import { paths } from '../routes/paths.ts'
import { listRoutes } from '../routes/route-book.ts'

export interface PageEntry {
  path: string
  title: string
  /** Which part of the product it belongs to, where titles repeat. */
  group: string
  /** What else people look for that is found there; never shown. */
  words: string
}

const notForSearch = [
  '/',
  '/teams',
  '/logout',
  '/pages/errors/error-404',
  '/pages/errors/error-500',
  '/pages/coming-soon',
  '/pages/maintenance',
  // the same page as the other home, until the homepage editor comes
  paths.munroHome,
]

/** All pages that exist, that need nothing more in their address, that the person may enter, and that are not switched off. */
export function usePages(): PageEntry[] {
  const { roles } = useMe()
  const { features } = useSession().settings
  const { t } = useTranslation('navigation')
  return useMemo(
    () =>
      listRoutes()
        .filter(
          (route) =>
            route.load &&
            !route.path.includes(':') &&
            !notForSearch.includes(route.path) &&
            mayEnter(route.who, roles) &&
            !isSwitchedOff(route.path, features),
        )
        .map((route) => ({
          path: route.path,
          title: t(`titles.${route.title}`),
          words: route.title === 'profile' || route.title === 'sessions' ? t(`words.${route.title}`) : '',
          group: route.path.startsWith('/apps/admin/')
            ? t('groups.admin')
            : route.path.startsWith('/apps/manager/')
              ? t('groups.myReports')
              : route.path.startsWith('/apps/superadmin/')
                ? t('groups.superadmin')
                : '',
        })),
    [roles, features, t],
  )
}

/** Pages whose title or words have every typed word; first those whose title begins with it, last those found by words. */
export function searchPages(pages: readonly PageEntry[], typed: string, limit: number): PageEntry[] {
  const words = searchForm(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return pages.slice(0, limit)
  const has = (text: string) => words.every((word) => searchForm(text).includes(word))
  const rank = (page: PageEntry) =>
    searchForm(page.title).startsWith(words[0] ?? '') ? 0 : has(`${page.title} ${page.group}`) ? 1 : 2
  return pages
    .filter((page) => has(`${page.title} ${page.group} ${page.words}`))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, limit)
}
