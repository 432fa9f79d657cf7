import type { TeamChoice } from '@learnt/contract/session'
import TeamIcon from '@mui/icons-material/WorkspacesOutlined'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { useTeamSwitch } from '../session/team-switch.ts'
import { LinesSkeleton } from '../ui/Skeletons.tsx'

/** The person's other teams; choosing one goes on there. */
export function OtherTeams() {
  const { t } = useTranslation('shell')
  const teams = useQuery({ ...queryOf(api.session.teams), staleTime: 60_000 })
  const { busy, enter } = useTeamSwitch()
  if (teams.isPending)
    return (
      <Box sx={{ px: 2.5, py: 1 }}>
        <LinesSkeleton lines={2} />
      </Box>
    )
  const secondary = (team: TeamChoice) =>
    [team.tenantName === team.displayName ? '' : team.tenantName, team.needsSignIn ? t('toolbar.otherHost') : '']
      .filter(Boolean)
      .join(' · ')
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
          <MenuItem key={team.membershipId} disabled={busy !== null} onClick={() => void enter(team)}>
            <ListItemIcon>
              {team.iconLogo ? (
                <Box component="img" src={team.iconLogo} alt="" sx={{ width: 22, height: 22, objectFit: 'contain' }} />
              ) : (
                <TeamIcon fontSize="small" />
              )}
            </ListItemIcon>
            <ListItemText
              primary={team.displayName}
              secondary={secondary(team) || undefined}
              slotProps={{
                primary: { noWrap: true, variant: 'body2' },
                secondary: { variant: 'caption', sx: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
              }}
            />
          </MenuItem>
        ))}
      </MenuList>
    </>
  )
}
