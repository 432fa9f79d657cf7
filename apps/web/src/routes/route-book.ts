import type { LayoutSettings } from '@learnt/contract/layout'
import { mayEnter, type RouteGroup } from '@learnt/contract/route-groups'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Namespace } from '../words/catalogues.ts'
import type { future } from '../words/future.en.ts'
import type { navigation } from './words/navigation.en.ts'

export type PageTitle = keyof typeof navigation.titles
export type Area = keyof typeof future.about
/** What of the shell stands around a page. `bare`: nothing, `noToolbar`: navigation only. */
export type Chrome = 'full' | 'noToolbar' | 'bare'

/** A part of the layout settings. */
export type LayoutChange = {
  [Name in keyof LayoutSettings]?: LayoutSettings[Name] extends object
    ? Partial<LayoutSettings[Name]>
    : LayoutSettings[Name]
}

/**
 * Fills the query cache with what a page asks first: when somebody is about to go there, and when the page opens. What
 * fails is asked again by the page, which says what is wrong.
 */
export type Loader = (page: {
  client: QueryClient
  params: Readonly<Record<string, string | undefined>>
  pathname: string
  /** The query string of the address. */
  search: string
}) => Promise<unknown>

export interface Page {
  component: ComponentType
  loader: Loader | undefined
}

export interface Route {
  /** As routes.tsv writes it: `:name`, `:name?`. */
  path: string
  who: RouteGroup
  title: PageTitle
  /** The page; absent for redirects and for pages that do not exist yet. */
  load?: () => Promise<Page>
  /** Address to go on to. */
  to?: string
  /** Part of the product that a page that does not exist yet will belong to. */
  area?: Area
  chrome: Chrome
  /** What the page arranges in its own way while it is open; all else is as the person has it. */
  layout?: LayoutChange
  /** Name of an icon of NavIcon.tsx: the page may stand in the navigation. */
  icon?: string
  /** How teams' stored navigations name it, where that is not what its address says (`menuIdOf`). */
  menuId?: string
  /** Only this very address marks its entry as open, not the pages below it. */
  exact?: boolean
  /** The navigation at the side is folded while the page is open, until the person unfolds it. */
  foldsNavigation?: boolean
  /** Catalogues that the page needs beside common, shell and navigation; fetched together with its code. */
  namespaces: readonly Namespace[]
  /** Stands in the light application for people who are not signed in (guest/GuestApp.tsx). */
  guestApp: boolean
}

let routes: readonly Route[] = []
let patterns = new Map<string, RegExp>()

/** The table of routes.ts, known from here on to everybody who may not import it: the shell stands below the pages. */
export function keepRoutes(table: readonly Route[]): readonly Route[] {
  routes = table
  patterns = new Map()
  return table
}

export function listRoutes(): readonly Route[] {
  return routes
}

export const notFoundPath = '/pages/errors/error-404'

/** The route of an address; fixed words win over parameters. */
export function findRoute(pathname: string): Route | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const matching = routes.filter((route) => patternOf(route.path).test(path))
  return matching.sort((a, b) => a.path.split(':').length - b.path.split(':').length)[0] ?? null
}

/** What the address says in the places of the route's parameters. */
export function paramsOf(route: Route, pathname: string): Record<string, string | undefined> {
  const found = patternOf(route.path).exec(pathname)?.groups ?? {}
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, value === undefined ? value : decodeURIComponent(value)]),
  )
}

/** Whether the page itself exists; a redirect exists when its target does. */
export function works(route: Route | null): boolean {
  if (!route) return false
  return route.to ? works(findRoute(route.to)) : Boolean(route.load) || route.guestApp
}

export type Verdict = { enter: true } | { enter: false; to: string; why: 'signIn' | 'refused' | 'signedIn' | 'unknown' }

/**
 * The rule of an address for somebody who holds `held` (null: nobody signed in). Nobody: to the sign-in page. Refused:
 * to the chooser of teams, which every signed-in person may enter, so there is no loop. Guests' pages send the signed-in on.
 */
export function judge(pathname: string, held: readonly string[] | null): Verdict {
  const route = findRoute(pathname)
  if (!route) return { enter: false, to: notFoundPath, why: 'unknown' }
  if (mayEnter(route.who, held)) return { enter: true }
  if (held === null) return { enter: false, to: '/login', why: 'signIn' }
  return { enter: false, to: '/teams', why: route.who === 'guest' ? 'signedIn' : 'refused' }
}

function patternOf(path: string): RegExp {
  let pattern = patterns.get(path)
  if (!pattern) {
    pattern = new RegExp(`^${path.replace(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]+))?').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    patterns.set(path, pattern)
  }
  return pattern
}
