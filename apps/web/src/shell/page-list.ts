import { mayEnter } from '@learnt/contract/route-groups'
import { useMemo } from 'react'
import { useMe } from '../api/SessionProvider.tsx'
import { listRoutes } from '../route-book.ts'
import { useTranslation } from '../translation.ts'
import { fold } from './fold-text.ts'

export interface PageEntry {
  path: string
  title: string
  /** Which part of the product it belongs to, where titles repeat. */
  group: string
}

const notForSearch = [
  '/',
  '/teams',
  '/logout',
  '/pages/errors/error-404',
  '/pages/errors/error-500',
  '/pages/coming-soon',
  '/pages/maintenance',
]

/** All pages that exist, that need nothing more in their address, and that the person may enter. */
export function usePages(): PageEntry[] {
  const { roles } = useMe()
  const { t } = useTranslation('navigation')
  return useMemo(
    () =>
      listRoutes()
        .filter(
          (route) =>
            route.load && !route.path.includes(':') && !notForSearch.includes(route.path) && mayEnter(route.who, roles),
        )
        .map((route) => ({
          path: route.path,
          title: t(`titles.${route.title}`),
          group: route.path.startsWith('/apps/admin/')
            ? t('groups.admin')
            : route.path.startsWith('/apps/manager/')
              ? t('groups.myReports')
              : route.path.startsWith('/apps/superadmin/')
                ? t('groups.superadmin')
                : '',
        })),
    [roles, t],
  )
}

/** Pages whose title has every typed word, those that begin with it first. */
export function searchPages(pages: readonly PageEntry[], typed: string, limit: number): PageEntry[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return pages.slice(0, limit)
  const rank = (page: PageEntry) => (fold(page.title).startsWith(words[0] ?? '') ? 0 : 1)
  return pages
    .filter((page) => words.every((word) => fold(`${page.title} ${page.group}`).includes(word)))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, limit)
}
