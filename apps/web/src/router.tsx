import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { rememberAttempt } from './attempted-path.ts'
import { i18n } from './i18n.ts'
import { parseSearch, stringifySearch } from './lists/address.ts'
import { isReady, noteHere } from './page-ready.ts'
import { paths } from './paths.ts'
import { findRoute, judge, type Route } from './route-book.ts'
import { routes } from './routes.ts'
import { LazyErrorPanel } from './shell/LazyErrorPanel.tsx'
import { readNext } from './ui/next-page.ts'
import { PageSkeleton } from './ui/Skeletons.tsx'
import { showToast } from './ui/toasts.ts'

export interface RouterContext {
  /** Roles of the signed-in person; null: nobody. */
  held: readonly string[] | null
  /** True until the chooser of teams has forwarded once after signing in. */
  justSignedIn: boolean
  /** Another page stood in this document before the application's first one. */
  wasHere: boolean
}

/** TanStack's tree from routes.ts. The rule of every route is judged before anything of it is loaded or shown. */
export function createAppRouter({ justSignedIn, wasHere }: Omit<RouterContext, 'held'>) {
  const root = createRootRouteWithContext<RouterContext>()({
    // it is here before the router has its turn (main.tsx)
    component: lazyRouteComponent(() => import('./frame.ts'), 'RootFrame'),
    notFoundComponent: () => null,
    beforeLoad: ({ location, context, preload }) => {
      const verdict = judge(location.pathname, context.held)
      if (verdict.enter) {
        const next = readNext()
        // its head comes first; all that follows would stand in the way
        return next && !preload && next.pathname === location.pathname ? next.painted : undefined
      }
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
      loader: async () => {
        if (route.namespaces.length > 0) await i18n.loadNamespaces([...route.namespaces])
      },
      component: componentOf(route),
      // a page whose code is still to be fetched shows its shape at once, for no longer than it takes; one that is here
      // is drawn sooner than that, and drawing its shape, too, would take as long again
      get pendingMs() {
        return isReady(route) ? 1000 : 50
      },
      staticData: { route },
    }),
  )
  return createRouter({
    routeTree: root.addChildren(tree),
    context: { held: null, justSignedIn, wasHere },
    // words that are here stay: to ask for them again would draw the page again
    defaultStaleTime: Number.POSITIVE_INFINITY,
    defaultPreloadStaleTime: Number.POSITIVE_INFINITY,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMinMs: 0,
    defaultErrorComponent: LazyErrorPanel,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
}

function componentOf(route: Route) {
  if (route.guestApp) return lazyRouteComponent(() => import('./shell/GuestDoor.tsx'), 'GuestDoor')
  const { load } = route
  if (load)
    return lazyRouteComponent(async () => {
      const component = await load()
      noteHere(route)
      return { default: component }
    })
  return lazyRouteComponent(() => import('./shell/NotYetPage.tsx'), 'NotYetPage')
}

function tanstackPath(path: string): string {
  return path.replace(/:(\w+)\?/g, '{-$$$1}').replace(/:(\w+)/g, '$$$1')
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    route?: Route
  }
}
