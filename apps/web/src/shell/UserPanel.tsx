import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import PersonIcon from '@mui/icons-material/PersonOutline'
import DeviceIcon from '@mui/icons-material/SettingsBrightnessOutlined'
import TeamIcon from '@mui/icons-material/WorkspacesOutlined'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { useMe, useSession } from '../api/SessionProvider.tsx'
import { type Locale, locales } from '../i18n.ts'
import { paths } from '../paths.ts'
import { useAnchor } from '../ui/AppLink.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { showToast } from '../ui/toasts.ts'
import { initialsOf } from './initials.ts'
import { useTeamSwitch } from './use-team-switch.ts'

export function UserPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const me = useMe()
  const Anchor = useAnchor()
  const name = `${me.firstName} ${me.lastName}`.trim()
  return (
    <>
      <Box sx={{ p: 2.5, pb: 2, display: 'flex', gap: 2, alignItems: 'center' }}>
        <Avatar src={me.avatar || undefined} alt="" sx={{ width: 52, height: 52 }}>
          {initialsOf(name)}
        </Avatar>
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 800, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {me.email}
          </Typography>
        </Box>
      </Box>
      <MenuList sx={{ px: 1, py: 0 }}>
        <MenuItem component={Anchor} href={paths.profile} onClick={onClose}>
          <ListItemIcon>
            <PersonIcon fontSize="small" />
          </ListItemIcon>
          {t('user.profile')}
        </MenuItem>
      </MenuList>
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
    </>
  )
}

/** The person's other teams; choosing one goes on there. */
export function OtherTeams() {
  const { t } = useTranslation('shell')
  const teams = useQuery({ ...queryOf(api.session.teams), staleTime: 60_000 })
  const { busy, enter } = useTeamSwitch()
  if (teams.isPending) return <Box sx={{ px: 2.5, py: 1 }}><LinesSkeleton lines={2} /></Box>
  const others = teams.data?.teams.filter((team) => !team.isCurrent) ?? []
  if (others.length === 0) return null
  return (
    <>
      <Divider sx={{ my: 1 }} />
      <Typography variant="overline" component="p" color="textSecondary" sx={{ px: 2.5 }} id="other-teams">
        {t('user.teams')}
      </Typography>
      <MenuList aria-labelledby="other-teams" sx={{ px: 1, py: 0, maxHeight: 220, overflowY: 'auto' }}>
        {others.map((team) => (
          <MenuItem key={team.membershipId} disabled={busy !== null} onClick={() => void enter(team)} aria-label={t('user.switchTo', { name: team.displayName })}>
            <ListItemIcon>
              {team.iconLogo ? <Box component="img" src={team.iconLogo} alt="" sx={{ width: 22, height: 22, objectFit: 'contain' }} /> : <TeamIcon fontSize="small" />}
            </ListItemIcon>
            <ListItemText primary={team.displayName} secondary={team.tenantName === team.displayName ? undefined : team.tenantName} slotProps={{ primary: { noWrap: true, variant: 'body2' }, secondary: { variant: 'caption' } }} />
          </MenuItem>
        ))}
      </MenuList>
    </>
  )
}

/** Language and look, stored with the person. */
export function Choices() {
  const { t } = useTranslation('shell')
  const { preferences, prefer } = useSession()
  const { i18n } = useTranslation()
  const failed = () => showToast({ variant: 'error', text: t('user.preferencesFailed') })
  return (
    <Box sx={{ px: 2.5, py: 0.5, display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography variant="overline" component="p" color="textSecondary" id="choose-language">
          {t('user.language')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          color="primary"
          aria-labelledby="choose-language"
          value={locales.find((locale) => locale === i18n.language) ?? 'en'}
          onChange={(_, locale: Locale | null) => locale && void prefer({ locale }).catch(failed)}
        >
          {locales.map((locale) => (
            <ToggleButton key={locale} value={locale} lang={locale} sx={{ textTransform: 'none' }}>
              {t(`languages.${locale}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <Box>
        <Typography variant="overline" component="p" color="textSecondary" id="choose-look">
          {t('user.look')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          color="primary"
          aria-labelledby="choose-look"
          value={preferences.colorScheme}
          onChange={(_, colorScheme: 'light' | 'dark' | 'system' | null) => colorScheme && void prefer({ colorScheme }).catch(failed)}
        >
          <ToggleButton value="light" aria-label={t('user.light')} title={t('user.light')}>
            <LightIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="dark" aria-label={t('user.dark')} title={t('user.dark')}>
            <DarkIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="system" aria-label={t('user.system')} title={t('user.system')}>
            <DeviceIcon fontSize="small" />
          </ToggleButton>
        </ToggleButtonGroup>
      </Box>
    </Box>
  )
}
