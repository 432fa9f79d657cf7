import type { FeatureSwitches } from '@learnt/contract/team-values'
import { isSwitchedOff } from '@learnt/contract/team-values'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { freshMs } from '../api/query-client.ts'
import { parseSearch, stringifySearch } from '../lists/address.ts'
import { paths } from '../routes/paths.ts'
import { findRoute, judge, type Route } from '../routes/route-book.ts'
import { rememberAttempt } from '../session/attempted-path.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { PageFailed } from '../shell/PageFailed.tsx'
import { RootFrame } from '../shell/RootFrame.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { showToast } from '../ui/toasts.ts'
import { i18n, loadWords } from '../words/i18n.ts'
import { routes } from './routes.ts'

/** How long the page that stands is kept for the data of the next one, which shows its own shape after that. */
const patienceMs = 200
/** How long it is kept for the next one's code. */
const pendingMs = 300

export interface RouterContext {
  client: QueryClient
  /** Roles of the signed-in person; null: nobody. */
  held: readonly string[] | null
  features: FeatureSwitches
  /** True until the chooser of teams has forwarded once after signing in. */
  justSignedIn: boolean
  /** Another page stood in this document before the application's first one. */
  wasHere: boolean
}

/** TanStack's tree from routes.ts. The rule of every route is judged before anything of it is loaded or shown. */
export function createAppRouter(context: Omit<RouterContext, 'held'>) {
  const root = createRootRouteWithContext<RouterContext>()({
    component: RootFrame,
    notFoundComponent: () => null,
    beforeLoad: ({ location, context, preload }) => {
      const verdict = judge(location.pathname, context.held)
      if (verdict.enter) return
      if (preload) throw redirect({ to: verdict.to })
      if (verdict.why === 'signIn') {
        rememberAttempt(location.href)
        // the sign-in page lives outside of this application
        globalThis.location.assign(paths.login)
      }
      if (verdict.why === 'refused') {
        const route = findRoute(location.pathname)
        const page = route ? i18n.t(`navigation:titles.${route.title}`) : location.pathname
        showToast({ variant: 'warning', text: i18n.t('shell:denied.toast', { page }) })
      }
      throw redirect({ to: verdict.to, replace: true })
    },
  })
  const tree = routes.map((route) =>
    createRoute({
      getParentRoute: () => root,
      path: tanstackPath(route.path),
      beforeLoad: () => {
        if (route.to) throw redirect({ to: route.to, replace: true })
      },
      loader: async ({ params, location, context }) => {
        const { pathname, searchStr: search } = location
        const page = { client: context.client, params, pathname, search }
        const [loader] = await Promise.all([loaderOf(route), i18n.loadNamespaces([...route.namespaces])])
        if (loader && !isSwitchedOff(pathname, context.features)) await atMost(patienceMs, loader(page))
      },
      component: componentOf(route),
      staticData: { route },
    }),
  )
  return createRouter({
    routeTree: root.addChildren(tree),
    context: { ...context, held: null },
    defaultPreload: savesData() ? false : 'intent',
    defaultPreloadStaleTime: freshMs,
    // a page that comes back asks by itself for what is no longer fresh
    defaultStaleTime: Number.POSITIVE_INFINITY,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: pendingMs,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPanel,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
}

function componentOf(route: Route) {
  const { load } = route
  const fetchPage = async (): Promise<ComponentType> => {
    if (route.guestApp) return (await import('../shell/GuestDoor.tsx')).GuestDoor
    return load ? (await load()).component : (await import('../shell/NotYetPage.tsx')).NotYetPage
  }
  return lazyPart(
    async () => {
      const [page] = await Promise.all([fetchPage(), loadWords(...route.namespaces)])
      return page
    },
    { fallback: <PageSkeleton />, failed: PageFailed },
  )
}

/** Null when the code of a page fails to load; the page then shows the error. */
const loaderOf = (route: Route) =>
  route.load?.().then(
    ({ loader }) => loader,
    () => null,
  )

function atMost(ms: number, done: Promise<unknown>): Promise<unknown> {
  return Promise.race([done, new Promise((resolve) => setTimeout(resolve, ms))])
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

function tanstackPath(path: string): string {
  return path.replace(/:(\w+)\?/g, '{-$$$1}').replace(/:(\w+)/g, '$$$1')
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    route?: Route
  }
}
