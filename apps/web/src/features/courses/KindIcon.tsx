import type { ActivityKind } from '@learnt/contract/courses'
import Box from '@mui/material/Box'
import { kindIcons } from './kinds.tsx'

/** The mark of a kind of step, on a tint. */
export function KindIcon({ kind, size = 32 }: { kind: ActivityKind; size?: number }) {
  const Icon = kindIcons[kind]
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        width: size,
        height: size,
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        borderRadius: '9px',
        bgcolor: theme.palette.primary.soft,
        color: theme.palette.primary.onSoft,
        '& svg': { fontSize: size * 0.58 },
      })}
    >
      <Icon fontSize="inherit" />
    </Box>
  )
}
