import { isSwitchedOff } from '@learnt/contract/team-values'
import Box from '@mui/material/Box'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { trackPage } from '../api/analytics.ts'
import { useHere } from '../api/LiveProvider.tsx'
import { useSession } from '../api/SessionProvider.tsx'
import { onTitle, readTitle } from '../routes/document-title.ts'
import { NoPermission } from '../ui/NoPermission.tsx'
import { dropSplash } from '../ui/splash.ts'
import { Shell } from './Shell.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

/** Frame of every page: shell, window title, focus after a navigation, fade. */
export function RootFrame() {
  const { t } = useTranslation(['navigation', 'shell'])
  const { me, team } = useSession()
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.route })
  // NOTE the address of the page that is shown, at the same moment as the page: the router's own location changes before
  // it and its resolved one after it, and a key that changes late mounts every page twice
  const pathname = useMatches({ select: pathOf })
  const own = useSyncExternalStore(onTitle, readTitle)
  const title = own ?? (route ? t(`titles.${route.title}`) : null)
  useEffect(() => {
    document.title = title ? `${title} · ${team.displayName}` : team.displayName
  }, [title, team.displayName])
  const { wasHere } = useRouter().options.context as { wasHere: boolean }
  useHeadingFocus(pathname, wasHere)
  useHere(pathname)
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    void import('./keep-focus.ts').then(({ keepFocus }) => {
      if (!isGone) stop = keepFocus()
    })
    return () => {
      isGone = true
      stop()
    }
  }, [])
  useEffect(dropSplash, [])
  const page = route?.title
  useEffect(() => {
    // NOTE the page's own name, not its title: that may name a person
    if (page) trackPage(pathname, page)
  }, [page, pathname])

  return (
    <Shell
      chrome={me ? (route?.chrome ?? 'full') : 'bare'}
      layout={route?.layout}
      foldsNavigation={route?.foldsNavigation}
    >
      {content}
    </Shell>
  )
}

/** The page that is shown. */
function Content() {
  const { t } = useTranslation('shell')
  const { team, settings } = useSession()
  const pathname = useMatches({ select: pathOf })
  // NOTE the first page stands at once: while it fades in, nothing of it counts as shown, neither for people nor for browsers
  const first = useRef<string | null>(pathname)
  if (first.current !== pathname) first.current = null
  return (
    <div key={pathname} {...(first.current === null ? { className: 'page-in' } : {})}>
      {team.closed && <OnlyLooking />}
      {isSwitchedOff(pathname, settings.features) ? <NoPermission text={t('denied.switchedOff')} /> : <Outlet />}
    </div>
  )
}

/** Always the same, so that what stands around a page is not drawn again with it. */
const content = <Content />

const pathOf = (matches: readonly { pathname: string }[]) => matches.at(-1)?.pathname ?? '/'

/** A suspended tenant is open to superadministrators alone, and only to look. */
function OnlyLooking() {
  const { t } = useTranslation('shell')
  return (
    <Box
      role="status"
      sx={{
        mb: 2.5,
        px: 2,
        py: 1.25,
        borderRadius: 2,
        bgcolor: 'warning.soft',
        color: 'warning.onSoft',
        fontWeight: 600,
      }}
    >
      {t('denied.onlyLooking')}
    </Box>
  )
}
