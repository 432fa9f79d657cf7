import type { FeatureSwitches } from '@learnt/contract/team-values'
import type { QueryClient } from '@tanstack/react-query'
import { routeAsks } from './route-asks.ts'
import { findRoute, judge } from './route-book.ts'
import { isSwitchedOff } from './shell/switched-off.ts'

/** A pointer that crosses a list does not rest; neither does somebody who tabs through it. */
const restMs = 65
const focusRestMs = 150
/** Pages asked for ahead at a time. Whoever presses mostly goes there; a finger that begins to scroll presses, too. */
const atATime = { resting: 2, pressing: 4 }
/** Less than the application's own: what was asked ahead is still fresh when the page is there. */
const freshMs = 5000

interface Person {
  held: readonly string[]
  features: FeatureSwitches
}

/**
 * Asks for what a page shows while somebody is about to follow a link to it: when a pointer or the focus rests on it, or
 * when it is pressed, which is a tenth of a second before the click. On the document, so that no link pays for it. Not for
 * whoever saves data. `prepare` hears of each such link within the application. Returns how to stop.
 */
export function followIntents(client: QueryClient, person: Person, prepare: (pathname: string) => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return () => {}
  let resting: HTMLAnchorElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay = 0

  const ask = async (link: HTMLAnchorElement, how: keyof typeof atATime) => {
    const address = addressOf(link)
    if (!address || underWay >= atATime[how]) return
    prepare(address.pathname)
    const asked = asksOf(address, person)
    if (asked.length === 0) return
    underWay++
    await Promise.all(
      asked.map((one) => {
        const options = { staleTime: freshMs, ...one } as never
        return one.initialPageParam === undefined
          ? client.prefetchQuery(options)
          : client.prefetchInfiniteQuery(options)
      }),
    )
    underWay--
  }
  const rest = (link: HTMLAnchorElement | null, ms: number) => {
    if (link === resting) return
    clearTimeout(timer)
    resting = link
    if (link) timer = setTimeout(() => void ask(link, 'resting'), ms)
  }
  const onOver = (event: PointerEvent) => event.pointerType !== 'touch' && rest(linkOf(event), restMs)
  const onLeave = () => rest(null, 0)
  const onDown = (event: PointerEvent) => {
    const link = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey) ? linkOf(event) : null
    if (!link) return
    clearTimeout(timer)
    void ask(link, 'pressing')
  }
  const onFocus = (event: FocusEvent) => {
    const link = linkOf(event)
    if (link?.matches(':focus-visible')) rest(link, focusRestMs)
  }
  const options = { capture: true, passive: true }
  document.addEventListener('pointerover', onOver, options)
  document.addEventListener('pointerdown', onDown, options)
  document.addEventListener('focusin', onFocus, options)
  document.addEventListener('focusout', onLeave, options)
  document.documentElement.addEventListener('pointerleave', onLeave, options)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', onOver, options)
    document.removeEventListener('pointerdown', onDown, options)
    document.removeEventListener('focusin', onFocus, options)
    document.removeEventListener('focusout', onLeave, options)
    document.documentElement.removeEventListener('pointerleave', onLeave, options)
  }
}

const linkOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null)

/** Null for other sites, other windows, and the page that is open. */
function addressOf(link: HTMLAnchorElement): URL | null {
  // NOTE pages hold links that people wrote
  const address = URL.canParse(link.href) ? new URL(link.href) : null
  if (address?.origin !== location.origin || link.target || link.hasAttribute('download')) return null
  return address.pathname === location.pathname ? null : address
}

/** Nothing for pages that the person may not enter. */
function asksOf({ pathname, search }: URL, { held, features }: Person) {
  const route = findRoute(pathname)
  const path = route?.to ?? route?.path
  if (!path || !judge(pathname, held).enter || isSwitchedOff(pathname, features)) return []
  return routeAsks[path]?.({ pathname, search, last: pathname.split('/').at(-1) ?? '' }) ?? []
}
