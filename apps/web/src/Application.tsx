import { directionOf } from '@learnt/contract/locales'
import type { Start } from '@learnt/contract/session'
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { configureAnalytics } from './api/analytics.ts'
import { type FirstHome, keepFirstHome } from './api/first-home.ts'
import { LiveProvider } from './api/LiveProvider.tsx'
import { ApiProblem } from './api/problem.ts'
import { SessionProvider, useSession } from './api/SessionProvider.tsx'
import { onGuestLook, readGuestLook } from './guest-look.ts'
import { i18n as catalogues, changeLanguage, chooseLanguage, pseudoLocale } from './i18n.ts'
import { OwedFactorHost } from './OwedFactorHost.tsx'
import { RouterAnchor } from './RouterAnchor.tsx'
import { createAppRouter } from './router.tsx'
import { NewVersionHost } from './shell/NewVersionHost.tsx'
import { followOtherTabs, stayOrLeave } from './staying.ts'
import { takeSwitchNotice } from './team-switch.ts'
import { AnchorProvider } from './ui/AppLink.tsx'
import { DialogHost } from './ui/DialogHost.tsx'
import { ToastHost } from './ui/ToastHost.tsx'
import { ThemeFrame } from './ui/theme/ThemeFrame.tsx'
import { showToast } from './ui/toasts.ts'

const Guard = lazy(async () => ({ default: (await import('./shell/Guard.tsx')).Guard }))
const GuestStrip = lazy(async () => {
  const [{ GuestStrip: component }] = await Promise.all([
    import('./guest/GuestStrip.tsx'),
    catalogues.loadNamespaces('session'),
  ])
  return { default: component }
})

interface Opening {
  justSignedIn: boolean
  /** A guest's page stood here before: for whoever reads the screen this is a navigation. */
  wasHere: boolean
  /** What pages are drawn with (frame.ts); null: it is here. All that needs none of it is made meanwhile. */
  frame: Promise<unknown> | null
  /** The router has its turn. */
  onReady: () => void
}

/** The whole application, for signed-in people and for pages that are open to everybody. */
export function Application({
  start,
  home,
  ...rest
}: {
  start: Start
  /** Where the homepage is what opens. */
  home: FirstHome | null
} & Opening) {
  const [client] = useState(() => {
    const made = new QueryClient({
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
    })
    if (home) keepFirstHome(made, home)
    return made
  })
  // the person whom the page was opened for: a later answer may be about whoever has signed in since
  useEffect(() => (start.me ? followOtherTabs(start.me) : undefined), [start.me])
  return (
    <QueryClientProvider client={client}>
      <SessionProvider first={start}>
        <Dressed {...rest} />
      </SessionProvider>
    </QueryClientProvider>
  )
}

function Dressed({ justSignedIn, wasHere, frame, onReady }: Opening) {
  const { team, me, preferences, settings } = useSession()
  const { i18n } = useTranslation()
  const guestLook = useSyncExternalStore(onGuestLook, readGuestLook)
  const [router] = useState(() => createAppRouter({ justSignedIn, wasHere }))
  // Before the first page is shown, so that its view counts.
  useMemo(
    () => configureAnalytics({ isOn: settings.analytics, me, team: { id: team.id, tenantId: team.tenantId } }),
    [settings.analytics, me, team.id, team.tenantId],
  )
  useEffect(() => {
    const text = takeSwitchNotice()
    if (text) showToast({ variant: 'error', text })
  }, [])

  const locale = chooseLanguage(preferences.locale, settings.defaultLocale, navigator.languages)
  useEffect(() => {
    if (me && i18n.language !== pseudoLocale && i18n.language !== locale) void changeLanguage(locale)
  }, [me, locale, i18n])

  const held = useMemo(() => me?.roles ?? null, [me])
  const client = useQueryClient()
  useEffect(() => {
    if (!held) return
    let stop = () => {}
    const follow = async () => {
      const { followLinks } = await import('./follow-links.ts')
      if (timer !== null) stop = followLinks(client, router, { held, team })
    }
    // after the first page: nobody follows a link before
    let timer: ReturnType<typeof setTimeout> | null = setTimeout(() => void follow().catch(() => {}), 1000)
    return () => {
      clearTimeout(timer ?? undefined)
      timer = null
      stop()
    }
  }, [client, router, held, team])
  const { palette, primaryColor, secondaryColor, sidebarBackgroundColor, topHeaderBackgroundColor } = team.theme
  const look = me ? preferences : guestLook
  const own = look.theme
  const { navbar: navbarTheme, toolbar: toolbarTheme, footer: footerTheme } = preferences.barThemes
  const colors = useMemo(
    () => ({
      palette: own ?? palette,
      // a person's own theme leaves the team's bars as they are
      primaryColor: own ? '' : primaryColor,
      secondaryColor: own ? '' : secondaryColor,
      sidebarBackgroundColor,
      topHeaderBackgroundColor,
      navbarTheme,
      toolbarTheme,
      footerTheme,
      ownBars: settings.allowsOwnBars,
    }),
    [
      own,
      palette,
      primaryColor,
      secondaryColor,
      sidebarBackgroundColor,
      topHeaderBackgroundColor,
      navbarTheme,
      toolbarTheme,
      footerTheme,
      settings.allowsOwnBars,
    ],
  )
  const direction = preferences.direction ?? directionOf(i18n.language)
  useEffect(() => {
    // a language that is fetched later must not turn the page back (i18n.ts)
    document.documentElement.dataset.direction = preferences.direction ?? ''
    document.documentElement.dir = direction
  }, [preferences.direction, direction])
  const content = (
    <AnchorProvider value={RouterAnchor}>
      <Pages router={router} held={held} frame={frame} onReady={onReady} />
      {!me && (
        <Suspense>
          <GuestStrip team={team} />
        </Suspense>
      )}
      <ToastHost />
      <DialogHost />
      <NewVersionHost />
      {me && <OwedFactorHost />}
      {me && (me.impersonation || settings.sessionConfig.checkUserInactivity) && (
        <Suspense>
          <Guard onLeave={(href) => void router.navigate({ href, reloadDocument: true, ignoreBlocker: true })} />
        </Suspense>
      )}
    </AnchorProvider>
  )
  return (
    <ThemeFrame
      team={colors}
      wish={look.colorScheme}
      direction={direction}
      customScrollbars={preferences.customScrollbars}
    >
      {me ? <LiveProvider onSignedOut={() => stayOrLeave(me)}>{content}</LiveProvider> : content}
    </ThemeFrame>
  )
}

/** Whatever the router shows, as soon as what it is drawn with is here. */
function Pages({
  router,
  held,
  frame,
  onReady,
}: Pick<Opening, 'frame' | 'onReady'> & {
  router: ReturnType<typeof createAppRouter>
  held: readonly string[] | null
}) {
  const [isHere, setIsHere] = useState(frame === null)
  useEffect(() => {
    // where it does not come, nothing of this stays (main.tsx)
    frame?.then(
      () => setIsHere(true),
      () => undefined,
    )
  }, [frame])
  useEffect(() => {
    if (isHere) onReady()
  }, [isHere, onReady])
  return isHere && <RouterProvider router={router} context={{ held }} />
}
