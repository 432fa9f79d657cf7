import Box from '@mui/material/Box'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { onTitle, readTitle } from '../document-title.ts'
import { Shell } from './Shell.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

/** Frame of every page: shell, window title, focus after a navigation, fade. */
export function RootFrame() {
  const { t } = useTranslation('navigation')
  const { me, team } = useSession()
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.route })
  // NOTE the address of the page that is shown, at the same moment as the page: the router's own location changes before
  // it and its resolved one after it, and a key that changes late mounts every page twice
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const own = useSyncExternalStore(onTitle, readTitle)
  const title = own ?? (route ? t(`titles.${route.title}`) : null)
  useEffect(() => {
    document.title = title ? `${title} · ${team.displayName}` : team.displayName
  }, [title, team.displayName])
  useHeadingFocus(pathname)

  return (
    <Shell chrome={me ? (route?.chrome ?? 'full') : 'bare'}>
      <Box
        key={pathname}
        sx={{
          '@keyframes page-in': { from: { opacity: 0 }, to: { opacity: 1 } },
          animation: 'page-in 300ms ease-out',
          '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
        }}
      >
        <Outlet />
      </Box>
    </Shell>
  )
}
