import type { BadgeAward } from '@learnt/contract/badges'
import Box from '@mui/material/Box'
import { AwardLine } from './AwardLine.tsx'

/** Badges of one person, one below the other. */
export function AwardList({ awards, labelledBy }: { awards: readonly BadgeAward[]; labelledBy: string }) {
  return (
    <Box
      component="ul"
      aria-labelledby={labelledBy}
      sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
    >
      {awards.map((one) => (
        <AwardLine key={one.id} award={one} />
      ))}
    </Box>
  )
}
