import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { noPreferences, SessionProvider } from '../api/SessionProvider.tsx'
import { memoryRouter } from './memory-router.ts'
import { showInRouter } from './show-in-router.tsx'

/** What a test says about who is signed in, and where: only what it is about. */
export interface Who {
  me?: object
  team?: object
  settings?: object
  serverTime?: string
}

/** As `showInRouter`, for somebody who is signed in. */
export function showSignedIn(
  element: ReactElement,
  {
    client = makeClient(),
    router = memoryRouter('/', {}) as AnyRouter,
    ...who
  }: Who & { client?: QueryClient; router?: AnyRouter } = {},
) {
  return showInRouter(
    <QueryClientProvider client={client}>
      <Session {...who}>{element}</Session>
    </QueryClientProvider>,
    router,
  )
}

/** The session alone, for hooks. */
export function signedIn(who: Who) {
  const client = makeClient()
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Session {...who}>{children}</Session>
    </QueryClientProvider>
  )
}

function Session({ me, team, settings, serverTime, children }: Who & { children: ReactNode }) {
  const first = {
    serverTime,
    team: { settings: { features: {}, ...settings }, ...team },
    me: { userId: 'u', tenantId: 'learnt', roles: ['learner'], preferences: noPreferences, ...me },
  }
  return <SessionProvider first={first as never}>{children}</SessionProvider>
}

/** Asks once: what is refused is shown at once. */
function makeClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}
