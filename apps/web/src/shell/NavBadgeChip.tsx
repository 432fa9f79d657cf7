import Box from '@mui/material/Box'
import type { NavBadge } from './navigation.ts'

/** The badge of an entry of the navigation: a number or a word, in its own colours or the theme's. */
export function NavBadgeChip({ badge }: { badge: NavBadge }) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        marginInlineStart: 'auto',
        height: 20,
        minWidth: 20,
        px: 0.75,
        borderRadius: '10px',
        display: 'inline-grid',
        placeItems: 'center',
        fontSize: 11,
        fontWeight: 800,
        letterSpacing: 0,
        textTransform: 'none',
        backgroundColor: badge.background ?? theme.palette.secondary.fill,
        color: badge.color ?? theme.palette.secondary.onFill,
      })}
    >
      {badge.title}
    </Box>
  )
}
