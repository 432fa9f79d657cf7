import { i18n } from './i18n.ts'
import type { Route } from './route-book.ts'

const here = new WeakSet<Route>()
const listeners = new Set<() => void>()

/** The code of a page is in the browser. */
export function noteHere(route: Route): void {
  if (here.has(route)) return
  here.add(route)
  for (const listener of listeners) listener()
}

/** Hears of each page whose code has come. Returns how to stop. */
export function onHere(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether nothing of a page but its data is still to be fetched. */
export function isReady(route: Route): boolean {
  return here.has(route) && route.namespaces.every((one) => i18n.hasLoadedNamespace(one))
}
