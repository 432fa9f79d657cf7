import BusinessIcon from '@mui/icons-material/ApartmentOutlined'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { useMe } from '../api/SessionProvider.tsx'
import { paths } from '../paths.ts'
import { findRoute, works } from '../routes.ts'
import { useTeamSwitch } from './use-team-switch.ts'

/** "Organisation settings": one entry for each team where the person is an administrator. */
export function OrganisationMenu({ small }: { small: boolean }) {
  const { t } = useTranslation('shell')
  const me = useMe()
  const navigate = useNavigate()
  const { enter } = useTeamSwitch()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const administrator = me.roles.some((role) => role === 'admin' || role === 'superadmin')
  const teams = useQuery({ ...queryOf(api.session.teams), staleTime: 60_000, enabled: administrator && anchor !== null })
  if (!administrator || small) return null
  const settingsExist = works(findRoute(paths.teamSettings))
  const mine = teams.data?.teams.filter((team) => team.roles.some((role) => role === 'admin' || role === 'superadmin')) ?? []
  return (
    <>
      <Tooltip title={t('toolbar.organisationMenu')}>
        <IconButton aria-label={t('toolbar.organisationMenu')} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
          <BusinessIcon />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {mine.length === 0 && <MenuItem disabled>{t('splash')}</MenuItem>}
        {mine.map((team) => {
          const why = settingsExist ? (team.address ? t('toolbar.otherHost') : '') : t('toolbar.organisationSoon')
          return (
            <MenuItem
              key={team.membershipId}
              aria-disabled={why ? true : undefined}
              sx={why ? { color: 'text.secondary', cursor: 'not-allowed' } : {}}
              onClick={() => {
                if (why) return
                setAnchor(null)
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
    </>
  )
}
