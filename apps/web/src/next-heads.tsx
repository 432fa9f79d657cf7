import type { Team } from '@learnt/contract/session'
import type { QueryClient } from '@tanstack/react-query'
import { type ReactElement, useLayoutEffect } from 'react'
import { isReady } from './page-ready.ts'
import { paths } from './paths.ts'
import { findRoute, judge } from './route-book.ts'
import { routeHeads } from './route-heads.tsx'
import type { createAppRouter } from './router.tsx'
import { isSwitchedOff } from './shell/switched-off.ts'
import { afterPaint } from './ui/after-paint.ts'
import { hasComeBack } from './ui/came-back.ts'
import { LaterPlace } from './ui/Later.tsx'
import { type NextPage, showNext } from './ui/next-page.ts'

interface Person {
  held: readonly string[]
  team: Team
}

/**
 * Draws the head of the next page as soon as somebody has gone there, and what stands in the way after it: the router's
 * work, the end of the page before, and the page itself. After whatever may keep somebody on the page, and only where the
 * page follows at once. Returns how to stop.
 */
export function followHeads(
  router: Pick<ReturnType<typeof createAppRouter>, 'subscribe'>,
  client: QueryClient,
  person: Person,
): () => void {
  const stop = router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    // the place that somebody comes back to is looked for in the whole page; nothing is painted where nobody looks
    const isDrawn = fromLocation && pathChanged && toLocation.hash === '' && !hasComeBack() && !document.hidden
    showNext(isDrawn ? nextAt(toLocation.pathname, fromLocation.pathname, client, person) : null)
  })
  return () => {
    stop()
    showNext(null)
  }
}

function nextAt(pathname: string, from: string, client: QueryClient, { held, team }: Person): NextPage | null {
  const route = findRoute(pathname)
  const before = findRoute(from)
  if (!route || !isReady(route) || !judge(pathname, held).enter) return null
  if (team.closed || isSwitchedOff(pathname, team.settings.features)) return null
  // what stands around the page would be another
  if (route.chrome !== before?.chrome || route.layout !== before.layout) return null
  if (team.settings.hidesToolbarOnHomepage && (isHome(pathname) || isHome(from))) return null
  const head = routeHeads[route.path]?.({ last: pathname.split('/').at(-1) ?? '', client })
  if (!head) return null
  return { pathname, head: <Head>{head}</Head>, painted: new Promise((resolve) => void afterPaint(resolve)) }
}

function Head({ children }: { children: ReactElement }) {
  useLayoutEffect(() => {
    // a page begins at its top, wherever the one before was left
    scrollTo(0, 0)
  }, [])
  return (
    <>
      {children}
      <LaterPlace />
    </>
  )
}

const isHome = (pathname: string) => pathname === paths.home || pathname === paths.munroHome
