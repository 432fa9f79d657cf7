import type { Start } from '@learnt/contract/session'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveProvider } from './api/LiveProvider.tsx'
import { ApiProblem } from './api/problem.ts'
import { SessionProvider, useSession } from './api/SessionProvider.tsx'
import { changeLanguage, chooseLanguage, directionOf, pseudoLocale } from './i18n.ts'
import { leaveSignedOut } from './leaving.ts'
import { RouterAnchor } from './RouterAnchor.tsx'
import { createAppRouter } from './router.tsx'
import { AnchorProvider } from './ui/AppLink.tsx'
import { DialogHost } from './ui/DialogHost.tsx'
import { ToastHost } from './ui/ToastHost.tsx'
import { ThemeFrame } from './ui/theme/ThemeFrame.tsx'

const Guard = lazy(async () => ({ default: (await import('./shell/Guard.tsx')).Guard }))

/** The whole application, for signed-in people and for pages that are open to everybody. */
export function Application({
  start,
  justSignedIn,
  onReady,
}: {
  start: Start
  justSignedIn: boolean
  onReady: () => void
}) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // NOTE the browser's own word on being online is often wrong: ask, and show what came of it
          mutations: { networkMode: 'always' },
          queries: {
            networkMode: 'always',
            staleTime: 10_000,
            retry: (round, error) =>
              round < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 502),
            refetchOnWindowFocus: true,
          },
        },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      <SessionProvider first={start}>
        <Dressed justSignedIn={justSignedIn} onReady={onReady} />
      </SessionProvider>
    </QueryClientProvider>
  )
}

function Dressed({ justSignedIn, onReady }: { justSignedIn: boolean; onReady: () => void }) {
  const { team, me, preferences, settings } = useSession()
  const { i18n } = useTranslation()
  const [router] = useState(() => createAppRouter({ justSignedIn }))
  useEffect(onReady, [onReady])

  const locale = chooseLanguage(preferences.locale, settings.defaultLocale, navigator.languages)
  useEffect(() => {
    if (me && i18n.language !== pseudoLocale && i18n.language !== locale) void changeLanguage(locale)
  }, [me, locale, i18n])

  const held = useMemo(() => me?.roles ?? null, [me])
  const { palette, primaryColor, secondaryColor, sidebarBackgroundColor, topHeaderBackgroundColor } = team.theme
  const own = preferences.theme
  const colors = useMemo(
    () => ({
      palette: own ?? palette,
      // a person's own theme leaves the team's bars as they are
      primaryColor: own ? '' : primaryColor,
      secondaryColor: own ? '' : secondaryColor,
      sidebarBackgroundColor,
      topHeaderBackgroundColor,
    }),
    [own, palette, primaryColor, secondaryColor, sidebarBackgroundColor, topHeaderBackgroundColor],
  )
  const content = (
    <AnchorProvider value={RouterAnchor}>
      <RouterProvider router={router} context={{ held }} />
      <ToastHost />
      <DialogHost />
      {me && (me.impersonation || settings.sessionConfig.checkUserInactivity) && (
        <Suspense>
          <Guard />
        </Suspense>
      )}
    </AnchorProvider>
  )
  return (
    <ThemeFrame team={colors} wish={me ? preferences.colorScheme : 'light'} direction={directionOf(i18n.language)}>
      {me ? <LiveProvider onSignedOut={leaveSignedOut}>{content}</LiveProvider> : content}
    </ThemeFrame>
  )
}
