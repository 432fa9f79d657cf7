import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMatches } from '@tanstack/react-router'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { paths } from '../routes/paths.ts'
import type { Chrome, LayoutChange } from '../routes/route-book.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Layout1 } from './Layout1.tsx'
import { type Frame, layoutOf } from './layout.ts'
import { PanelHost } from './PanelHost.tsx'

const SupportChat = lazyPart(async () => (await import('./SupportChat.tsx')).SupportChat)
const LayoutAcross = lazyPart(async () => (await import('./LayoutAcross.tsx')).LayoutAcross)

interface ShellProps {
  chrome: Chrome
  layout: LayoutChange | undefined
  foldsNavigation?: boolean | undefined
  children: ReactNode
}

/**
 * What stands around a page: one of the three layouts, as the person has arranged it and the page allows. Drawn again only
 * for a page that has it otherwise.
 */
export const Shell = memo(function Shell({ chrome, layout, foldsNavigation, children }: ShellProps) {
  const { t } = useTranslation()
  const { me, settings } = useSession()
  if (chrome === 'bare') {
    return (
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ minHeight: me ? '100dvh' : 'calc(100dvh - 136px)', outline: 'none' }}
      >
        {children}
      </Box>
    )
  }
  return (
    <>
      <Box
        component="a"
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
        sx={{
          position: 'fixed',
          insetInlineStart: 16,
          top: -60,
          zIndex: 2000,
          px: 2,
          py: 1,
          borderRadius: 2,
          bgcolor: 'background.paper',
          color: 'text.primary',
          fontWeight: 700,
          boxShadow: 8,
          '&:focus': { top: 12 },
        }}
      >
        {t('skipToContent')}
      </Box>
      <Framed chrome={chrome} layout={layout} foldsNavigation={foldsNavigation}>
        {children}
      </Framed>
      <PanelHost />
      {settings.showSupportChatDialog && settings.supportChatScript && <SupportChat />}
    </>
  )
})

function Framed({ chrome, layout: change, foldsNavigation = false, children }: ShellProps) {
  const { preferences, settings } = useSession()
  const theme = useTheme()
  const small = useMediaQuery(theme.breakpoints.down('lg'))
  const [drawer, setDrawer] = useState(false)
  const isHome = useMatches({
    select: (matches) => [paths.home, paths.munroHome].some((path) => path === matches.at(-1)?.pathname),
  })
  useEffect(() => {
    if (!small) setDrawer(false)
  }, [small])

  const own = layoutOf(preferences.layout, { chrome, layout: change })
  // a homepage without toolbar: what it holds moves into the navigation
  const hidden = settings.hidesToolbarOnHomepage && isHome
  const layout = hidden ? { ...own, toolbar: { ...own.toolbar, display: false } } : own
  const frame: Frame = { layout, foldsNavigation, small, drawer, onDrawer: setDrawer }
  if (layout.style === 'layout1') return <Layout1 {...frame}>{children}</Layout1>
  return <LayoutAcross {...frame}>{children}</LayoutAcross>
}
