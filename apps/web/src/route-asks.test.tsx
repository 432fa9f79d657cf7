import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SessionProvider } from './api/SessionProvider.tsx'
import { i18n, startI18n } from './i18n.ts'
import { parseSearch, stringifySearch } from './lists/address.ts'
import { type Asked, routeAsks } from './route-asks.ts'
import { findRoute } from './route-book.ts'
import './routes.ts'
import { ThemeFrame } from './ui/theme/ThemeFrame.tsx'

const start = {
  team: { settings: { features: {} } },
  me: { userId: 'u', roles: ['admin'], role: 'admin', firstName: 'Ada', wholeTenant: false },
}
const colors = {
  palette: 'learnt',
  primaryColor: '',
  secondaryColor: '',
  sidebarBackgroundColor: '',
  topHeaderBackgroundColor: '',
}

beforeAll(async () => {
  await startI18n('en', ['common', 'problems'])
  window.matchMedia = (query: string) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
  window.scrollTo = () => {}
})
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Addresses of each page: as links have them, and with what a list can be asked. */
const addresses = Object.keys(routeAsks).flatMap((path) => {
  const address = path.replace(/:\w+/g, '019a0000-0000-8000-8000-0000000000aa')
  if (path === '/apps/admin/users/:userId') return [address, `${address}?teamId=learnt`]
  return /homepage|\/apps\/course\/|\/admin\/courses\/|:userCourseId/.test(path)
    ? [address]
    : [address, `${address}?search=fire&sort=title&direction=desc&limit=50&status=active&show=open`]
})

test.each(addresses)('%s: what is asked ahead is what the page asks', async (address) => {
  const { pathname, search } = new URL(address, 'http://here')
  const route = findRoute(pathname)
  const ahead = routeAsks[route?.path ?? '']?.({ pathname, search, last: pathname.split('/').at(-1) ?? '' }) ?? []
  expect(ahead.length).toBeGreaterThan(0)
  await i18n.loadNamespaces([...(route?.namespaces ?? [])])
  const Page = await route?.load?.()
  if (!Page) throw new Error(`${address} has no page`)
  const client = new QueryClient()
  open(Page, address, route?.path ?? '', client)
  const keyOf = ({ queryKey }: Asked) => JSON.stringify(queryKey)
  const activeKeys = () =>
    client
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ state }) => state.fetchStatus === 'fetching' })
      .map((query) => JSON.stringify(query.queryKey))
  // what the page asks by itself, in its own words
  await waitFor(() => expect(activeKeys()).toEqual(expect.arrayContaining(ahead.map(keyOf))))
})

function open(page: ComponentType, address: string, path: string, client: QueryClient) {
  const root = createRootRoute()
  const all = createRoute({
    getParentRoute: () => root,
    path: path.replace(/:(\w+)/g, '$$$1'),
    component: page as () => ReactNode,
  })
  const router = createRouter({
    routeTree: root.addChildren([all]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  render(
    <QueryClientProvider client={client}>
      <SessionProvider first={start as never}>
        <ThemeFrame team={colors} wish="light" direction="ltr">
          <RouterProvider router={router as never} />
        </ThemeFrame>
      </SessionProvider>
    </QueryClientProvider>,
  )
}
