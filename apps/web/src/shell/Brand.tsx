import { firstCharacter } from '@learnt/contract/cut-text'
import Box from '@mui/material/Box'
import { useSession } from '../api/SessionProvider.tsx'

/** The team's logo and name in the navigation. */
export function Brand({ folded }: { folded: boolean }) {
  const { team } = useSession()
  const { iconLogo } = team.theme
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, height: 48 }}>
      {iconLogo ? (
        <Box
          component="img"
          src={iconLogo}
          alt=""
          sx={{ width: 36, height: 36, objectFit: 'contain', borderRadius: '9px', flexShrink: 0 }}
        />
      ) : (
        <Box
          aria-hidden
          sx={(theme) => ({
            width: 36,
            height: 36,
            flexShrink: 0,
            borderRadius: '10px',
            display: 'grid',
            placeItems: 'center',
            fontWeight: 800,
            backgroundColor: theme.palette.primary.fill,
            color: theme.palette.primary.onFill,
            border: `1px solid ${theme.bars.navbar.line}`,
          })}
        >
          {firstCharacter(team.displayName).toUpperCase()}
        </Box>
      )}
      <Box
        component="span"
        sx={{
          fontWeight: 800,
          fontSize: '1.0625rem',
          letterSpacing: '-0.01em',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          opacity: folded ? 0 : 1,
        }}
      >
        {team.displayName}
      </Box>
    </Box>
  )
}
