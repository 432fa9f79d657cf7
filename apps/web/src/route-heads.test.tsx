import type { CourseCard } from '@learnt/contract/learning'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SessionProvider } from './api/SessionProvider.tsx'
import { i18n, startI18n } from './i18n.ts'
import { parseSearch, stringifySearch } from './lists/address.ts'
import { RouterAnchor } from './RouterAnchor.tsx'
import { findRoute } from './route-book.ts'
import { routeHeads } from './route-heads.tsx'
import './routes.ts'
import { AnchorProvider } from './ui/AppLink.tsx'
import { ThemeFrame } from './ui/theme/ThemeFrame.tsx'

const id = '019a0000-0000-8000-8000-0000000000aa'
const card = {
  userCourseId: id,
  title: 'Fire safety',
  state: 'inprogress',
  dueState: 'soon',
  dueAt: '2030-01-01T00:00:00.000Z',
  activityCount: 3,
  minutes: 20,
  isBundle: false,
} as Partial<CourseCard>
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

test.each(Object.keys(routeHeads))('%s: what is drawn ahead is what the page begins with', async (path) => {
  const address = path.replace(/:\w+/g, id)
  const route = findRoute(address)
  await i18n.loadNamespaces([...(route?.namespaces ?? [])])
  const Page = await route?.load?.()
  if (!Page) throw new Error(`${address} has no page`)
  const client = new QueryClient()
  client.setQueryData(['learning', 'courses', {}], { pages: [{ items: [card], next: null }], pageParams: [''] })
  const headOf = async (element: ReactNode) => {
    const { container } = open(element, address, route?.path ?? '', client)
    await waitFor(() => expect(container.querySelector('.page-head')).toBeTruthy())
    const head = container.querySelector('.page-head')?.outerHTML
    cleanup()
    return head
  }
  const ahead = await headOf(routeHeads[path]?.({ last: id, client }))
  expect(ahead).toContain('data-page-heading')
  expect(ahead).toBe(await headOf(<Page />))
})

test('a course that no list has shown begins with its answer', () => {
  expect(routeHeads['/apps/course/:userCourseId']?.({ last: id, client: new QueryClient() })).toBeNull()
})

function open(page: ReactNode, address: string, path: string, client: QueryClient) {
  const root = createRootRoute()
  const all = createRoute({
    getParentRoute: () => root,
    path: path.replace(/:(\w+)/g, '$$$1'),
    component: () => page,
  })
  const router = createRouter({
    routeTree: root.addChildren([all]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  return render(
    <QueryClientProvider client={client}>
      <SessionProvider first={start as never}>
        <ThemeFrame team={colors} wish="light" direction="ltr">
          <AnchorProvider value={RouterAnchor}>
            <RouterProvider router={router as never} />
          </AnchorProvider>
        </ThemeFrame>
      </SessionProvider>
    </QueryClientProvider>,
  )
}
