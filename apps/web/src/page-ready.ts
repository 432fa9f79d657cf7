import { i18n } from './i18n.ts'
import type { Route } from './route-book.ts'

const here = new WeakSet<Route>()

/** The code of a page is in the browser. */
export function noteHere(route: Route): void {
  here.add(route)
}

/** Whether nothing of a page but its data is still to be fetched. */
export function isReady(route: Route): boolean {
  return here.has(route) && route.namespaces.every((one) => i18n.hasLoadedNamespace(one))
}
