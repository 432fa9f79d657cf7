import { noTheme } from '@learnt/contract/themes'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, vi } from 'vitest'
import { SessionProvider } from '../api/SessionProvider.tsx'
import { RouterAnchor } from '../routes/RouterAnchor.tsx'
import { AnchorProvider } from '../ui/AppLink.tsx'
import { ThemeFrame } from '../ui/theme/ThemeFrame.tsx'
import { startI18n } from '../words/i18n.ts'
import { memoryRouter } from './memory-router.ts'

const start = {
  team: { settings: { features: {} } },
  me: { userId: 'u', roles: ['admin'], role: 'admin', firstName: 'Ada', wholeTenant: false },
}

/** Prepares a test file for whole pages, whose questions are never answered. */
export function preparePages(): void {
  beforeAll(async () => {
    await startI18n('en', ['common', 'problems'])
    window.matchMedia = (query: string) =>
      ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
    window.scrollTo = () => {}
  })
  beforeEach(() => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
  })
}

/** What `router` shows, in all that stands round the pages of the application; `first` is the answer to the first question. */
export function showRouter(router: object, { first, client }: { first: object; client: QueryClient }) {
  return render(
    <QueryClientProvider client={client}>
      <SessionProvider first={first as never}>
        <ThemeFrame team={noTheme} wish="light" direction="ltr">
          <AnchorProvider value={RouterAnchor}>
            <RouterProvider router={router as never} />
          </AnchorProvider>
        </ThemeFrame>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

/** What stands at an address, for an administrator; `path` as the routes write it. */
export function showAt(
  address: string,
  { path, page, client }: { path: string; page: ReactNode; client: QueryClient },
) {
  const router = memoryRouter(address, { [path.replace(/:(\w+)/g, '$$$1')]: () => page })
  return showRouter(router, { first: start, client })
}
