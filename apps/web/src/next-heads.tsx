import type { Team } from '@learnt/contract/session'
import type { QueryClient } from '@tanstack/react-query'
import { Activity, type ReactElement, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { isReady, onHere } from './page-ready.ts'
import { paths } from './paths.ts'
import { findRoute, judge } from './route-book.ts'
import { routeFrames, routeHeads } from './route-heads.tsx'
import type { createAppRouter } from './router.tsx'
import { isSwitchedOff } from './shell/switched-off.ts'
import { afterPaint } from './ui/after-paint.ts'
import { hasComeBack } from './ui/came-back.ts'
import { LaterPlace } from './ui/Later.tsx'
import { drawAhead, dropAhead, readNext, showNext } from './ui/next-page.ts'
import { whenIdle } from './when-idle.ts'

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
  let left: Left = { scrollX: 0, scrollY: 0, focused: null }
  const stop = router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    const before = readNext()
    const isBehind = before !== null && fromLocation !== undefined && fromLocation.pathname !== before.pathname
    if (!isBehind) left = { scrollX, scrollY, focused: document.activeElement }
    // the place that somebody comes back to is looked for in the whole page; nothing is painted where nobody looks
    const isDrawn = fromLocation && pathChanged && toLocation.hash === '' && !hasComeBack() && !document.hidden
    const { pathname } = toLocation
    const head = isDrawn ? headAt(pathname, fromLocation.pathname, client, person) : null
    const next = head && { pathname, head, painted: new Promise<void>((resolve) => void afterPaint(resolve)) }
    showNext(next)
    // after React, which shows the page again in a microtask, too
    if (isBehind && !next) queueMicrotask(() => goBackTo(left))
  })
  return () => {
    stop()
    showNext(null)
    dropAhead()
    drawn.clear()
  }
}

/** Paths of the routes whose heads have been drawn ahead. */
const drawn = new Set<string>()

/** How long a page stands before the heads of others are drawn, in milliseconds: what it shows comes first. */
const standMs = 1000

/**
 * Draws the heads of all pages ahead whose code is here, one after the other, as it comes and whenever a page has come
 * that leads to others. Returns how to stop.
 */
export function drawHeadsAhead(
  router: Pick<ReturnType<typeof createAppRouter>, 'subscribe'>,
  client: QueryClient,
  person: Person,
): () => void {
  let isWaiting = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const drawLater = () => {
    if (isWaiting) return
    isWaiting = true
    whenIdle(() => {
      isWaiting = false
      if (isStopped) return
      const left = Object.keys(routeHeads).filter((path) => !drawn.has(path))
      if (left.some((path) => drawHeadAhead(linkTo(path), client, person))) drawLater()
    })
  }
  const stops = [
    onHere(drawLater),
    router.subscribe('onRendered', () => {
      clearTimeout(timer)
      timer = setTimeout(drawLater, standMs)
    }),
  ]
  drawLater()
  return () => {
    isStopped = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** Where the page leads by that route; the path itself where it names nothing. */
function linkTo(path: string): string {
  if (!path.includes(':')) return path
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#content a[href^="/"]')]
  return links.find((link) => findRoute(link.pathname)?.path === path)?.pathname ?? path
}

/**
 * Draws the head of a page that somebody may be about to go to, when the browser has nothing else to do and outside of the
 * document: when it is drawn for the eye, its code has run once and its styles are there. Once for each route; returns
 * whether it is drawn now.
 */
export function drawHeadAhead(pathname: string, client: QueryClient, person: Person): boolean {
  const route = findRoute(pathname)
  if (!route || drawn.has(route.path) || pathname === location.pathname) return false
  const head = headAt(pathname, location.pathname, client, person)
  if (!head) return false
  drawn.add(route.path)
  const hidden = (
    <Activity mode="hidden">
      {head}
      {routeFrames[route.path]}
    </Activity>
  )
  drawAhead(createPortal(hidden, document.createElement('div'), route.path))
  return true
}

/** Where somebody was in a page that is hidden behind the head of the next one. */
interface Left {
  scrollX: number
  scrollY: number
  focused: Element | null
}

/** The page stands again as it was left, for good or until another one comes. */
function goBackTo({ scrollX, scrollY, focused }: Left): void {
  scrollTo(scrollX, scrollY)
  if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}

function headAt(pathname: string, from: string, client: QueryClient, { held, team }: Person): ReactElement | null {
  const route = findRoute(pathname)
  const before = findRoute(from)
  if (!route || !isReady(route) || !judge(pathname, held).enter) return null
  if (team.closed || isSwitchedOff(pathname, team.settings.features)) return null
  // what stands around the page would be another
  if (route.chrome !== before?.chrome || route.layout !== before.layout) return null
  if (team.settings.hidesToolbarOnHomepage && (isHome(pathname) || isHome(from))) return null
  const head = routeHeads[route.path]?.({ last: pathname.split('/').at(-1) ?? '', client })
  return head ? <Head>{head}</Head> : null
}

function Head({ children }: { children: ReactElement }) {
  useLayoutEffect(() => {
    addEventListener('scroll', hide, true)
    // a page begins at its top, wherever the one before was left
    scrollTo(0, 0)
    return () => removeEventListener('scroll', hide, true)
  }, [])
  return (
    <>
      {children}
      <LaterPlace />
    </>
  )
}

/** The router would take it for the page before, and keep another place of that when somebody clicks a second time. */
function hide(event: Event): void {
  if (event.target === document) event.stopPropagation()
}

const isHome = (pathname: string) => pathname === paths.home || pathname === paths.munroHome
