import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { stringifySearch } from '../../lists/address.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { plainList } from '../../ui/table/list-state.ts'
import { formatNumber } from '../../ui/times.ts'
import { askTeam, teamStandard } from './asks.ts'

const path = '/apps/manager/team'

/** How a manager's people stand, the first thing on the manager's homepage; nothing for a manager of nobody. */
export function HomeTeam() {
  const { t, i18n } = useTranslation('managers')
  const Anchor = useAnchor()
  const team = useQuery(askTeam({ ...plainList, ...teamStandard }))
  const totals = team.data?.totals
  if (!totals || totals.people === 0) return null
  return (
    <Box component="section" aria-labelledby="home-team" sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 2 }}>
        <Typography variant="h2" id="home-team" sx={{ flex: 1 }}>
          {t('team.title')}
        </Typography>
        <AppLink href={path}>{t('team.all')}</AppLink>
      </Box>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' },
          listStyle: 'none',
          m: 0,
          p: 0,
        }}
      >
        {(['overdue', 'dueSoon', 'expiring', 'waiting'] as const).map((name) => (
          <li key={name}>
            <Card
              component={Anchor}
              href={`${path}${stringifySearch({ having: [name] })}`}
              sx={{
                display: 'block',
                height: '100%',
                p: 2,
                textDecoration: 'none',
                '&:hover': { borderColor: 'primary.main' },
              }}
            >
              <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                {t(`team.with.${name}`)}
              </Typography>
              <Typography
                component="span"
                variant="h2"
                sx={{
                  display: 'block',
                  fontVariantNumeric: 'tabular-nums',
                  color: name === 'overdue' && totals.overdue > 0 ? 'error.main' : 'text.primary',
                }}
              >
                {formatNumber(totals[name], i18n.language)}
              </Typography>
            </Card>
          </li>
        ))}
      </Box>
    </Box>
  )
}
