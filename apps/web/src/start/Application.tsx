import { directionOf } from '@learnt/contract/locales'
import type { Start } from '@learnt/contract/session'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { configureAnalytics } from '../api/analytics.ts'
import { LiveProvider } from '../api/LiveProvider.tsx'
import { SessionProvider, useSession } from '../api/SessionProvider.tsx'
import { BadgeToastHost } from '../features/badges/BadgeToastHost.tsx'
import { NotificationBell } from '../features/notifications/NotificationBell.tsx'
import { RouterAnchor } from '../routes/RouterAnchor.tsx'
import { followOtherTabs, stayOrLeave } from '../session/follow-session.ts'
import { onGuestLook, readGuestLook } from '../session/guest-look.ts'
import { takeSwitchNotice } from '../session/team-switch.ts'
import { NewVersionHost } from '../shell/NewVersionHost.tsx'
import { toolbarSlots } from '../shell/slots.ts'
import { AnchorProvider } from '../ui/AppLink.tsx'
import { DialogHost } from '../ui/DialogHost.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ToastHost } from '../ui/ToastHost.tsx'
import { ThemeFrame } from '../ui/theme/ThemeFrame.tsx'
import { chooseDayForm } from '../ui/times.ts'
import { showToast } from '../ui/toasts.ts'
import { changeLanguage, chooseLanguage, loadWords, pseudoLocale } from '../words/i18n.ts'
import { OwedFactorHost } from './OwedFactorHost.tsx'
import { createAppRouter } from './router.tsx'

// features that fill slots of the shell, which may not import them
toolbarSlots.bell = NotificationBell
toolbarSlots.balance = lazyPart(async () => {
  const [{ Balance }] = await Promise.all([import('../features/points/Balance.tsx'), loadWords('points')])
  return Balance
})

const Guard = lazyPart(async () => (await import('../shell/Guard.tsx')).Guard)
const GuestStrip = lazyPart(async () => {
  const [{ GuestStrip: component }] = await Promise.all([import('../guest/GuestStrip.tsx'), loadWords('session')])
  return component
})

interface ApplicationProps {
  start: Start
  client: QueryClient
  justSignedIn: boolean
  /** A guest’s page was here before, so screen readers announce a navigation. */
  wasHere: boolean
}

/** The whole application, for signed-in people and for pages that are open to everybody. */
export function Application({ start, client, justSignedIn, wasHere }: ApplicationProps) {
  const [router] = useState(() =>
    createAppRouter({ client, features: start.team.settings.features, justSignedIn, wasHere }),
  )
  // the person that the page was opened for: a later answer may be about another one
  useEffect(() => (start.me ? followOtherTabs(start.me) : undefined), [start.me])
  return (
    <QueryClientProvider client={client}>
      <SessionProvider first={start}>
        <Dressed router={router} />
      </SessionProvider>
    </QueryClientProvider>
  )
}

function Dressed({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const { team, me, preferences, settings } = useSession()
  const { i18n } = useTranslation()
  const guestLook = useSyncExternalStore(onGuestLook, readGuestLook)
  // before the first page is shown, so that its view counts
  useMemo(
    () => configureAnalytics({ isOn: settings.analytics, me, team: { id: team.id, tenantId: team.tenantId } }),
    [settings.analytics, me, team.id, team.tenantId],
  )
  useEffect(() => {
    const text = takeSwitchNotice()
    if (text) showToast({ variant: 'error', text })
  }, [])

  // before anything below writes a day
  chooseDayForm(preferences.days, settings.isoDates ? 'iso' : 'words')
  const locale = chooseLanguage(preferences.locale, settings.defaultLocale, navigator.languages)
  useEffect(() => {
    if (me && i18n.language !== pseudoLocale && i18n.language !== locale) void changeLanguage(locale)
  }, [me, locale, i18n])

  const held = useMemo(() => me?.roles ?? null, [me])
  const { palette, primaryColor, secondaryColor, sidebarBackgroundColor, topHeaderBackgroundColor } = team.theme
  const look = me ? preferences : guestLook
  const own = look.theme
  const { navbar: navbarTheme, toolbar: toolbarTheme, footer: footerTheme } = preferences.barThemes
  const colors = useMemo(
    () => ({
      palette: own ?? palette,
      // a person’s own theme does not change the team’s bars
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
    // a language that loads later must not reset the direction (i18n.ts)
    document.documentElement.dataset.direction = preferences.direction ?? ''
    document.documentElement.dir = direction
  }, [preferences.direction, direction])
  const content = (
    <AnchorProvider value={RouterAnchor}>
      <RouterProvider router={router} context={{ held, features: settings.features }} />
      {!me && <GuestStrip team={team} />}
      <ToastHost />
      <DialogHost />
      <NewVersionHost />
      {me && <BadgeToastHost onOpen={(href) => void router.navigate({ href })} />}
      {me && <OwedFactorHost />}
      {me && (me.impersonation || settings.sessionConfig.checkUserInactivity) && (
        <Guard onLeave={(href) => void router.navigate({ href, reloadDocument: true, ignoreBlocker: true })} />
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
