import type { RouteGroup } from '@learnt/contract/route-groups'
import type { Namespace } from '../words/catalogues.ts'
import type { PageFile } from './page-from.ts'
import type { Area, PageTitle, Route } from './route-book.ts'

/**
 * A page in the list that a feature's `register.ts` exports. `load` by name: a page of those who look after others; where
 * its code is found stands in a file that learners never fetch.
 */
export type DeclaredPage = Omit<Route, 'load'> & { load?: (() => Promise<PageFile>) | string }

type Extra = Partial<Pick<Route, 'chrome' | 'exact' | 'foldsNavigation' | 'icon' | 'layout' | 'menuId'>>
const plain = { chrome: 'full', namespaces: [], guestApp: false } as const

export const page = (
  path: string,
  who: RouteGroup,
  title: PageTitle,
  load: DeclaredPage['load'] & {},
  words: readonly Namespace[] = [],
  extra: Extra = {},
): DeclaredPage => {
  // pages for those who look after others are lists
  const isList = who !== 'any' && who !== 'signed-in'
  return { ...plain, path, who, title, load, ...extra, namespaces: isList ? [...words, 'parts'] : words }
}

export const redirect = (path: string, who: RouteGroup, title: PageTitle, to: string): DeclaredPage => ({
  ...plain,
  path,
  who,
  title,
  to,
})

/** Declared with its rule; says what will stand here. */
export const notYet = (
  path: string,
  who: RouteGroup,
  title: PageTitle,
  area: Area,
  extra: Extra = {},
): DeclaredPage => ({ ...plain, path, who, title, area, namespaces: ['future'], ...extra })

export const guestPage = (path: string, title: PageTitle, who: RouteGroup = 'guest'): DeclaredPage => ({
  ...plain,
  path,
  who,
  title,
  chrome: 'bare',
  guestApp: true,
})
