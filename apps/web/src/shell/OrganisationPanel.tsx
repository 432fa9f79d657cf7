import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { paths } from '../routes/paths.ts'
import { findRoute, works } from '../routes/route-book.ts'
import { useTeamSwitch } from '../session/team-switch.ts'
import type { PanelProps } from './Panel.tsx'

/** "Organisation settings": one entry for each team where the person is an administrator. */
export function OrganisationPanel({ anchor, onClose }: PanelProps) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { enter } = useTeamSwitch()
  const teams = useQuery({ ...queryOf(api.session.teams), staleTime: 60_000 })
  const settingsExist = works(findRoute(paths.teamSettings))
  const mine =
    teams.data?.teams.filter((team) => team.roles.some((role) => role === 'admin' || role === 'superadmin')) ?? []
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {mine.length === 0 && <MenuItem disabled>{t('splash')}</MenuItem>}
      {mine.map((team) => {
        const why = settingsExist ? (team.needsSignIn ? t('toolbar.otherHost') : '') : t('toolbar.organisationSoon')
        return (
          <MenuItem
            key={team.membershipId}
            aria-disabled={why ? true : undefined}
            sx={why ? { color: 'text.secondary', cursor: 'not-allowed' } : {}}
            onClick={() => {
              if (why) return
              onClose()
              if (team.isCurrent) void navigate({ to: paths.teamSettings })
              else void enter(team, paths.teamSettings)
            }}
          >
            <ListItemText
              primary={t('toolbar.organisation')}
              secondary={[team.displayName, why].filter(Boolean).join(' · ')}
              slotProps={{ primary: { variant: 'body2' }, secondary: { variant: 'caption' } }}
            />
          </MenuItem>
        )
      })}
    </Menu>
  )
}
