import { fullName } from '@learnt/contract/text'
import InstallIcon from '@mui/icons-material/InstallDesktopOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import PaletteIcon from '@mui/icons-material/PaletteOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlineOutlined'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Typography from '@mui/material/Typography'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/SessionProvider.tsx'
import { canInstall, install, onInstallOffer } from '../installation/offer.ts'
import { paths } from '../routes/paths.ts'
import { useAnchor } from '../ui/AppLink.tsx'
import { Choices } from './Choices.tsx'
import { OtherTeams } from './OtherTeams.tsx'
import { Panel, type PanelProps } from './Panel.tsx'
import { PresentAvatar } from './PresentAvatar.tsx'
import { openPanel } from './panels.ts'
import { ToolItems } from './ToolItems.tsx'

/** `withTools`: with what else the toolbar has no place for. */
export function UserPanel({ anchor, onClose, withTools }: PanelProps & { withTools: boolean }) {
  const { t } = useTranslation('shell')
  const me = useMe()
  const Anchor = useAnchor()
  const isOffered = useSyncExternalStore(onInstallOffer, canInstall)
  const name = fullName(me)
  return (
    <Panel anchor={anchor} onClose={onClose} label={t('toolbar.user', { name })} width={320}>
      <Box sx={{ p: 2.5, pb: 2, display: 'flex', gap: 2, alignItems: 'center' }}>
        <PresentAvatar userId={me.userId} name={name} src={me.avatar} size={52} />
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 800, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {me.email}
          </Typography>
        </Box>
      </Box>
      <MenuList autoFocusItem sx={{ px: 1, py: 0 }}>
        <MenuItem component={Anchor} href={paths.profile} onClick={onClose}>
          <ListItemIcon>
            <PersonIcon fontSize="small" />
          </ListItemIcon>
          {t('user.profile')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            onClose()
            openPanel('theme')
          }}
        >
          <ListItemIcon>
            <PaletteIcon fontSize="small" />
          </ListItemIcon>
          {t('user.themeSettings')}
        </MenuItem>
        {isOffered && (
          <MenuItem
            onClick={() => {
              onClose()
              void install()
            }}
          >
            <ListItemIcon>
              <InstallIcon fontSize="small" />
            </ListItemIcon>
            {t('user.install')}
          </MenuItem>
        )}
      </MenuList>
      {withTools && <ToolItems onClose={onClose} />}
      <OtherTeams />
      <Divider sx={{ my: 1 }} />
      <Choices />
      <Divider sx={{ my: 1 }} />
      <MenuList sx={{ px: 1, pt: 0, pb: 1 }}>
        <MenuItem component={Anchor} href={paths.logout} onClick={onClose}>
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          {t('user.logout')}
        </MenuItem>
      </MenuList>
    </Panel>
  )
}
