import type { DeclaredPage } from '../routes/feature.ts'
import { pageFrom } from '../routes/page-from.ts'
import { keepRoutes, type Route } from '../routes/route-book.ts'
import { features } from './features.ts'
import { plannedPages } from './planned-pages.ts'

const isForAll = ({ who }: Route) => who === 'any' || who === 'signed-in' || who === 'guest'

/** Every route of the product with its rule; everybody's first, as search lists them. */
export const routes = keepRoutes(
  [...features.flatMap(({ pages }) => pages), ...plannedPages]
    .map(withCode)
    .sort((a, b) => Number(isForAll(b)) - Number(isForAll(a))),
)

function withCode({ load, ...route }: DeclaredPage): Route {
  if (!load) return route
  const fetchFile = typeof load === 'string' ? async () => (await import('./staff-pages.ts')).loadStaffPage(load) : load
  return { ...route, load: async () => pageFrom(await fetchFile()) }
}
