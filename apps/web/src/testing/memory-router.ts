import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lists/address.ts'

/** A router that stands at an address, with pages by their paths as TanStack writes them, in a history of its own. */
export function memoryRouter(address: string, pages: Record<string, RouteComponent>, frame: RouteComponent = Outlet) {
  const root = createRootRoute({ component: frame })
  return createRouter({
    routeTree: root.addChildren(
      Object.entries(pages).map(([path, component]) => createRoute({ getParentRoute: () => root, path, component })),
    ),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
}
