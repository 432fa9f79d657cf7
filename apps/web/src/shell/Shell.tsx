import { sizes } from '@learnt/contract/measures'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { paths } from '../paths.ts'
import type { Chrome } from '../route-book.ts'
import { Navbar } from './Navbar.tsx'
import { Toolbar } from './Toolbar.tsx'

const NavPerson = lazy(async () => ({ default: (await import('./NavPerson.tsx')).NavPerson }))

/** Layout 1: navigation at the side, toolbar above, the page between them. */
export function Shell({ chrome, children }: { chrome: Chrome; children: ReactNode }) {
  const { t } = useTranslation()
  if (chrome === 'bare') {
    return (
      <Box component="main" id="content" tabIndex={-1} sx={{ minHeight: '100dvh', outline: 'none' }}>
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
      <Framed chrome={chrome}>{children}</Framed>
    </>
  )
}

function Framed({ chrome, children }: { chrome: Chrome; children: ReactNode }) {
  const { preferences, prefer, settings } = useSession()
  const theme = useTheme()
  const small = useMediaQuery(theme.breakpoints.down('lg'))
  const [drawer, setDrawer] = useState(false)
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    if (!small) setDrawer(false)
  }, [small])

  // a homepage without toolbar: what it holds moves into the navigation
  const hidden = settings.hidesToolbarOnHomepage && (pathname === paths.home || pathname === paths.munroHome)
  const toolbar = chrome === 'full' && !hidden
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <Navbar
        small={small}
        folded={preferences.navbarFolded}
        onFold={(folded) => void prefer({ navbarFolded: folded }).catch(() => {})}
        drawerOpen={drawer}
        onDrawer={setDrawer}
        {...(toolbar
          ? {}
          : {
              head: (
                <Suspense>
                  <NavPerson />
                </Suspense>
              ),
            })}
      />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        {(toolbar || small) && <Toolbar small={small} bare={!toolbar} onMenu={() => setDrawer(true)} />}
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{
            flex: 1,
            width: '100%',
            maxWidth: 1520,
            mx: 'auto',
            px: { xs: 2, sm: 3, lg: 4 },
            pt: { xs: 2.5, sm: 3.5 },
            pb: 8,
            outline: 'none',
            scrollMarginTop: sizes.toolbar,
          }}
        >
          {children}
        </Box>
      </Box>
    </Box>
  )
}
