import { sizes } from '@learnt/contract/measures'
import PinIcon from '@mui/icons-material/MenuOpen'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { SxProps, Theme } from '@mui/material/styles'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { paths } from '../routes/paths.ts'
import { useAnchor } from '../ui/AppLink.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Brand } from './Brand.tsx'
import { NavTree } from './NavTree.tsx'
import { useNavigation } from './use-navigation.ts'

const fetchDrawer = () => import('./NavDrawer.tsx')
const NavDrawer = lazyPart(async () => (await fetchDrawer()).NavDrawer, { floats: true })

export interface NavbarProps {
  folded: boolean
  onFold: (folded: boolean) => void
  /** Below lg: the drawer is open. */
  drawerOpen: boolean
  onDrawer: (open: boolean) => void
  small: boolean
  position?: 'left' | 'right'
  /** Height of what lies above it and stays there. */
  top?: number
  /** Stays in place while the page scrolls. */
  stays?: boolean
  /** Under the logo: the person, where the toolbar is hidden. */
  head?: ReactNode
}

/** The side navigation: 280 wide, or folded to 64 and opened over the page by hover or focus; a drawer on small screens. */
export const Navbar = memo(function Navbar({
  folded,
  onFold,
  drawerOpen,
  onDrawer,
  small,
  position = 'left',
  top = 0,
  stays = true,
  head,
}: NavbarProps) {
  const { t } = useTranslation('shell')
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const over = folded && (hovered || focused)
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!over) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setHovered(false)
      setFocused(false)
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || panel.current?.contains(target)) return
      // NOTE an entry that renders again while it has the focus sends no blur event
      setFocused(false)
      // a mouse that was left lying over the navigation does not cover where the keyboard goes
      if (target.matches(':focus-visible')) setHovered(false)
    }
    addEventListener('keydown', onKey)
    addEventListener('focusin', onFocus)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('focusin', onFocus)
    }
  }, [over])

  if (small) {
    return <NavbarDrawer open={drawerOpen} onOpen={onDrawer} {...(head ? { head } : {})} />
  }
  return (
    <Box
      sx={(theme) => ({
        width: folded ? sizes.navbarFolded : sizes.navbar,
        flexShrink: 0,
        transition: 'width 200ms',
        ...(stays ? { position: 'sticky', top, height: `calc(100dvh - ${top}px)` } : { position: 'relative' }),
        order: position === 'right' ? 9 : 0,
        zIndex: theme.zIndex.drawer,
      })}
    >
      <Box
        ref={panel}
        onMouseEnter={() => setHovered(true)}
        onMouseLeave={() => setHovered(false)}
        onFocus={(event) => event.target.matches(':focus-visible') && setFocused(true)}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setFocused(false)}
        sx={{
          position: 'absolute',
          insetBlock: 0,
          [position === 'right' ? 'insetInlineEnd' : 'insetInlineStart']: 0,
          width: folded && !over ? sizes.navbarFolded : sizes.navbar,
          transition: 'width 200ms',
          boxShadow: over ? 8 : 'none',
        }}
      >
        <Panel
          folded={folded && !over}
          atEnd={position === 'right'}
          {...(head ? { head } : {})}
          fold={
            <IconButton
              size="small"
              onClick={() => onFold(!folded)}
              aria-pressed={folded}
              aria-label={t(folded ? 'navigation.unfold' : 'navigation.fold')}
              sx={{ color: 'inherit' }}
            >
              <PinIcon
                fontSize="small"
                sx={(theme) => ({
                  transform:
                    ((theme.direction === 'rtl') !== folded) !== (position === 'right') ? 'scaleX(-1)' : 'none',
                })}
              />
            </IconButton>
          }
        />
      </Box>
    </Box>
  )
})

/** The navigation on small screens, in every layout. */
export function NavbarDrawer({
  open,
  onOpen,
  head,
}: {
  open: boolean
  onOpen: (open: boolean) => void
  head?: ReactNode
}) {
  // made when it is first opened, and there from then on: it slides out, too
  const [wanted, setWanted] = useState(open)
  useEffect(() => {
    // the way to everything else: a tap must not find it gone with an older build, or with the network
    fetchDrawer().catch(() => {})
  }, [])
  if (open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <NavDrawer open={open} onClose={() => onOpen(false)}>
      <Panel folded={false} {...(head ? { head } : {})} onNavigate={() => onOpen(false)} />
    </NavDrawer>
  )
}

function Panel({
  folded,
  atEnd = false,
  fold,
  head,
  onNavigate,
}: {
  folded: boolean
  atEnd?: boolean
  fold?: ReactNode
  head?: ReactNode
  onNavigate?: () => void
}) {
  const { t } = useTranslation('shell')
  const { nodes, wordsOf } = useNavigation()
  const { start } = useSession()
  const Anchor = useAnchor()
  const bar: SxProps<Theme> = (theme) => ({
    height: '100%',
    display: 'flex',
    flexDirection: 'column',
    overflow: 'hidden',
    backgroundColor: theme.bars.navbar.ground,
    color: theme.bars.navbar.text,
    [atEnd ? 'borderInlineStart' : 'borderInlineEnd']: `1px solid ${theme.bars.navbar.line}`,
  })
  return (
    <Box component="nav" aria-label={t('navigation.label')} sx={bar}>
      <Box
        sx={{
          height: sizes.logo,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          paddingInlineStart: folded ? '14px' : '20px',
          paddingInlineEnd: 1,
          flexShrink: 0,
        }}
      >
        <Box
          component={Anchor}
          href={paths.home}
          sx={{ display: 'flex', minWidth: 0, flex: 1, color: 'inherit', textDecoration: 'none', borderRadius: 1 }}
        >
          <Brand folded={folded} />
        </Box>
        {!folded && fold}
      </Box>
      {!folded && head}
      <Box sx={{ flex: 1, overflowY: folded ? 'hidden' : 'auto', overflowX: 'hidden', py: 1 }}>
        <NavTree nodes={nodes} wordsOf={wordsOf} folded={folded} {...(onNavigate ? { onNavigate } : {})} />
      </Box>
      {!folded && start.environment !== 'prod' && (
        <Box sx={(theme) => ({ px: 3, py: 1.25, fontSize: '0.75rem', color: theme.bars.navbar.muted })}>
          {t('environment', { name: start.environment })}
        </Box>
      )}
    </Box>
  )
}
