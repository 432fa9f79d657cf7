import { boxedWidths } from '@learnt/contract/layout'
import { sizes } from '@learnt/contract/measures'
import Box from '@mui/material/Box'
import { type ReactNode, useCallback, useState } from 'react'
import { useSession } from '../api/SessionProvider.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { Frame } from './layout.ts'
import { Navbar } from './Navbar.tsx'
import { PageMain } from './PageMain.tsx'
import { Toolbar } from './Toolbar.tsx'

const NavPerson = lazyPart(async () => (await import('./NavPerson.tsx')).NavPerson)
const Footer = lazyPart(async () => (await import('./Footer.tsx')).Footer)
const SideStrip = lazyPart(async () => (await import('./SideStrip.tsx')).SideStrip)

/** Navigation at the side; the toolbar over the page, or over both. */
export function Layout1({
  layout,
  foldsNavigation,
  small,
  drawer,
  onDrawer,
  children,
}: Frame & { children: ReactNode }) {
  const { preferences, prefer } = useSession()
  const { toolbar, navbar, footer } = layout
  // NOTE the bars are drawn again with every page as soon as something new is handed to them
  const openDrawer = useCallback(() => onDrawer(true), [onDrawer])
  // what somebody unfolds on a page that folds the navigation is no choice for all pages
  const [unfolded, setUnfolded] = useState(false)
  const folded = foldsNavigation ? !unfolded : preferences.navbarFolded
  const fold = useCallback(
    (next: boolean) => {
      if (foldsNavigation) setUnfolded(!next)
      else void prefer({ navbarFolded: next }).catch(() => {})
    },
    [foldsNavigation, prefer],
  )
  const above = toolbar.position === 'above' && !small
  // scrolling the body takes the bars along; scrolling the content leaves them in place
  const stays = layout.scroll === 'content' || small
  const boxed = layout.mode !== 'fullwidth' && !small
  const bar = (toolbar.display || (small && navbar.display)) && (
    <Toolbar small={small} bare={!toolbar.display} fixed={stays && toolbar.style === 'fixed'} onMenu={openDrawer} />
  )
  const covered = above && toolbar.display && toolbar.style === 'fixed' && stays ? sizes.toolbar : 0
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        minHeight: '100dvh',
        ...(boxed
          ? { maxWidth: boxedWidths.layout1, mx: 'auto', outline: `1px solid ${theme.line}`, position: 'relative' }
          : {}),
        // what sticks inside of a page starts below the toolbar and ends above the footer, where those stay
        '--footer-height': footer.display && stays && footer.style === 'fixed' ? '57px' : '0px',
        '--toolbar-bottom': stays && toolbar.display && toolbar.style === 'fixed' ? `${sizes.toolbar}px` : '0px',
      })}
    >
      {above && bar}
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        {navbar.display && (
          <Navbar
            small={small}
            position={navbar.position}
            top={covered}
            stays={stays}
            folded={folded}
            onFold={fold}
            drawerOpen={drawer}
            onDrawer={onDrawer}
            {...(toolbar.display
              ? {}
              : {
                  head: <NavPerson />,
                })}
          />
        )}
        {layout.leftSidePanel.display && !small && <SideStrip side="left" top={covered} />}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          {!above && bar}
          <PageMain {...(layout.mode === 'container' && !small ? { width: boxedWidths.layout3 } : {})}>
            {children}
          </PageMain>
          {footer.display && <Footer fixed={stays && footer.style === 'fixed'} />}
        </Box>
        {layout.rightSidePanel.display && !small && <SideStrip side="right" top={covered} />}
      </Box>
    </Box>
  )
}
