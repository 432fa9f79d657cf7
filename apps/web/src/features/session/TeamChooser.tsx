import type { TeamChoice } from '@learnt/contract/session'
import CheckIcon from '@mui/icons-material/CheckCircle'
import TeamIcon from '@mui/icons-material/WorkspacesOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { useTeamSwitch } from '../../session/team-switch.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'

/**
 * The person's teams as cards; entering another one opens its homepage.
 *
 * NOTE it gets the answer as a prop. With a query of its own it would retry a failed one, which removes this component
 * again, and so on while the server fails.
 */
export function TeamChooser({
  list,
  error,
  takesFocus,
  onRetry,
}: {
  list: readonly TeamChoice[] | undefined
  /** Why there is no list. */
  error: Error | null
  /** It comes in the place of the button that asked again, and of the focus on it. */
  takesFocus: boolean
  onRetry: () => void
}) {
  const { t } = useTranslation(['session', 'common'])
  const navigate = useNavigate()
  const Anchor = useAnchor()
  const { busy, enter } = useTeamSwitch()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it comes, not when somebody asks again
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [])
  return (
    <Box sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', px: 2.5, py: 6 }}>
      <Box sx={{ width: '100%', maxWidth: 760 }}>
        <Typography ref={heading} variant="h1" tabIndex={-1} data-page-heading sx={{ outline: 'none' }}>
          {list?.length === 0 ? t('teams.none') : list?.length === 1 ? t('teams.single') : t('teams.heading')}
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 1, mb: 4 }}>
          {list?.length === 0 ? t('teams.noneText') : list && list.length > 1 ? t('teams.text') : ' '}
        </Typography>
        {error && !list ? (
          <ErrorState error={error} onRetry={onRetry} />
        ) : (
          <Box
            component="ul"
            sx={{
              listStyle: 'none',
              m: 0,
              p: 0,
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            }}
          >
            {list?.map((team) => (
              <Card component="li" key={team.membershipId} sx={team.isCurrent ? { borderColor: 'primary.main' } : {}}>
                <CardActionArea
                  disabled={busy !== null}
                  onClick={() => (team.isCurrent ? void navigate({ to: paths.home }) : void enter(team))}
                  sx={{
                    p: 2.5,
                    display: 'flex',
                    gap: 2,
                    alignItems: 'center',
                    justifyContent: 'flex-start',
                    height: '100%',
                  }}
                >
                  <Box
                    sx={(theme) => ({
                      width: 52,
                      height: 52,
                      flexShrink: 0,
                      borderRadius: '14px',
                      display: 'grid',
                      placeItems: 'center',
                      bgcolor: theme.palette.primary.soft,
                      color: theme.palette.primary.onSoft,
                    })}
                  >
                    {busy === team.membershipId ? (
                      <CircularProgress size={24} aria-label={t('teams.entering', { name: team.displayName })} />
                    ) : team.iconLogo ? (
                      <Box
                        component="img"
                        src={team.iconLogo}
                        alt=""
                        sx={{ width: 36, height: 36, objectFit: 'contain' }}
                      />
                    ) : (
                      <TeamIcon />
                    )}
                  </Box>
                  <Box sx={{ minWidth: 0 }}>
                    <Typography sx={{ fontWeight: 800, overflowWrap: 'anywhere' }}>{team.displayName}</Typography>
                    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                      {team.address
                        ? t('teams.otherAddress', { address: new URL(team.address, location.href).host })
                        : team.tenantName}
                    </Typography>
                    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
                      {team.isCurrent && (
                        <Chip
                          size="small"
                          icon={<CheckIcon />}
                          color="primary"
                          variant="outlined"
                          label={t('teams.current')}
                        />
                      )}
                      {team.needsSignIn && <Chip size="small" variant="outlined" label={t('teams.needsSignIn')} />}
                      {team.isDefault && <Chip size="small" label={t('teams.isDefault')} />}
                    </Box>
                  </Box>
                </CardActionArea>
              </Card>
            ))}
          </Box>
        )}
        <Button component={Anchor} href={paths.logout} color="inherit" sx={{ mt: 4 }}>
          {t('teams.logout')}
        </Button>
      </Box>
    </Box>
  )
}
