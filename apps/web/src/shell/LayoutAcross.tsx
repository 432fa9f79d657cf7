import { boxedWidths } from '@learnt/contract/layout'
import { sizes } from '@learnt/contract/measures'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { paths } from '../routes/paths.ts'
import { useAnchor } from '../ui/AppLink.tsx'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import type { Frame } from './layout.ts'
import { MenuBar } from './MenuBar.tsx'
import { NavbarDrawer } from './Navbar.tsx'
import { NavPerson } from './NavPerson.tsx'
import { PageMain } from './PageMain.tsx'
import { SideStrip } from './SideStrip.tsx'
import { Toolbar } from './Toolbar.tsx'

/** Navigation across the page: in layout2 a row of its own, in layout3 the row that carries the logo. */
export function LayoutAcross({ layout, small, drawer, onDrawer, children }: Frame & { children: ReactNode }) {
  const Anchor = useAnchor()
  const { toolbar, navbar, footer, mode, style } = layout
  const widest = style === 'layout3' ? boxedWidths.layout3 : boxedWidths.layout2
  const boxed = mode === 'boxed' && !small
  // a container holds the content of the bars and of the page, the bars themselves run on to the edges
  const width = mode === 'container' && !small ? widest : undefined
  const brand = (
    <Box
      component={Anchor}
      href={paths.home}
      sx={{
        display: 'flex',
        minWidth: 0,
        maxWidth: 260,
        marginInlineEnd: 1,
        color: 'inherit',
        textDecoration: 'none',
        borderRadius: 1,
      }}
    >
      <Brand folded={false} />
    </Box>
  )
  const fixed = toolbar.style === 'fixed'
  const across = navbar.display && !small
  const above = toolbar.position === 'above'
  // the logo stands in the upper row
  const inMenu = !toolbar.display || !above
  const bar = (toolbar.display || (small && navbar.display)) && (
    <Toolbar
      key="toolbar"
      small={small}
      bare={!toolbar.display}
      fixed={small && fixed}
      width={width}
      onMenu={() => onDrawer(true)}
      {...(!small && (!inMenu || !across) ? { brand } : {})}
    />
  )
  const menu = across && (
    <MenuBar key="menu" width={width} {...(inMenu ? { brand } : {})} withPerson={!toolbar.display} />
  )
  const rows = (toolbar.display && !small ? 1 : 0) + (across ? 1 : 0)
  const covered = fixed && !small ? rows * sizes.toolbar : 0
  return (
    <Box
      sx={(theme) => ({
        minHeight: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        ...(boxed ? { width: '100%', maxWidth: widest, mx: 'auto', outline: `1px solid ${theme.line}` } : {}),
        '--footer-height': footer.display && footer.style === 'fixed' ? '57px' : '0px',
        '--toolbar-bottom': small ? (toolbar.display && fixed ? '64px' : '0px') : `${covered}px`,
      })}
    >
      {small ? (
        bar
      ) : (
        <Box sx={(theme) => ({ position: fixed ? 'sticky' : 'relative', top: 0, zIndex: theme.zIndex.drawer })}>
          {above ? [bar, menu] : [menu, bar]}
        </Box>
      )}
      {small && navbar.display && (
        <NavbarDrawer open={drawer} onOpen={onDrawer} {...(toolbar.display ? {} : { head: <NavPerson /> })} />
      )}
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        {layout.leftSidePanel.display && !small && <SideStrip side="left" top={covered} />}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          <PageMain width={width ? width + 64 : undefined}>{children}</PageMain>
        </Box>
        {layout.rightSidePanel.display && !small && <SideStrip side="right" top={covered} />}
      </Box>
      {footer.display && <Footer fixed={footer.style === 'fixed'} width={width} />}
    </Box>
  )
}
