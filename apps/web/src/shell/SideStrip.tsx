import { sizes } from '@learnt/contract/measures'
import QuickIcon from '@mui/icons-material/FormatListBulleted'
import HelpIcon from '@mui/icons-material/KeyboardOutlined'
import PaletteIcon from '@mui/icons-material/PaletteOutlined'
import StarIcon from '@mui/icons-material/StarBorder'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { useAnchor } from '../ui/AppLink.tsx'
import { knownIconOf } from './icon-of-path.ts'
import { NavIcon } from './NavIcon.tsx'
import { usePages } from './page-list.ts'
import { openPanel } from './panels.ts'

/** The panels at both sides of the page: the favourites at its start, the shell's own panels at its end. */
export function SideStrip({ side, top }: { side: 'left' | 'right'; top: number }) {
  const { t } = useTranslation('shell')
  return (
    <Box
      component="aside"
      aria-label={t(side === 'left' ? 'sides.left' : 'sides.right')}
      sx={(theme) => ({
        width: sizes.chatStrip,
        flexShrink: 0,
        position: 'sticky',
        top,
        height: `calc(100dvh - ${top}px)`,
        overflowY: 'auto',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 0.5,
        py: 1.5,
        bgcolor: 'background.paper',
        [side === 'left' ? 'borderInlineEnd' : 'borderInlineStart']: `1px solid ${theme.line}`,
      })}
    >
      {side === 'left' ? <FavouriteIcons /> : <PanelIcons />}
    </Box>
  )
}

function FavouriteIcons() {
  const { t } = useTranslation('shell')
  const { preferences } = useSession()
  const pages = usePages()
  const Anchor = useAnchor()
  const starred = preferences.favourites.flatMap((path) => pages.find((page) => page.path === path) ?? [])
  if (starred.length === 0)
    return (
      <Tooltip title={t('favourites.none')} placement="right">
        <Box component="span" role="img" aria-label={t('favourites.none')} tabIndex={0} sx={{ p: 1, display: 'flex' }}>
          <StarIcon color="disabled" />
        </Box>
      </Tooltip>
    )
  return starred.map((page) => (
    <Tooltip key={page.path} title={page.title} placement="right">
      <IconButton component={Anchor} href={page.path} aria-label={page.title}>
        <NavIcon name={knownIconOf(page.path)} />
      </IconButton>
    </Tooltip>
  ))
}

function PanelIcons() {
  const { t } = useTranslation('shell')
  const buttons = [
    { name: 'quick', Icon: QuickIcon, label: t('toolbar.quickPanel') },
    { name: 'theme', Icon: PaletteIcon, label: t('user.themeSettings') },
    { name: 'help', Icon: HelpIcon, label: t('footer.keyboard') },
  ] as const
  return buttons.map(({ name, Icon, label }) => (
    <Tooltip key={name} title={label} placement="left">
      <IconButton aria-label={label} aria-haspopup="dialog" onClick={() => openPanel(name)}>
        <Icon />
      </IconButton>
    </Tooltip>
  ))
}
