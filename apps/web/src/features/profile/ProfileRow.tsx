import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** One thing of the account: what it is, facts about it below each other, and what can be done with it. */
export function ProfileRow({
  icon,
  title,
  mark,
  facts,
  isItem = false,
  children,
}: {
  icon: ReactNode
  title: ReactNode
  /** Beside the title. */
  mark?: ReactNode
  facts: readonly ReactNode[]
  /** Of a list; else it is a part of the page with a heading. */
  isItem?: boolean
  children?: ReactNode
}) {
  return (
    <Box
      component={isItem ? 'li' : 'div'}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        py: 1.75,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0, pt: 0 },
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 44,
          height: 44,
          borderRadius: '12px',
          display: 'grid',
          placeItems: 'center',
          bgcolor: 'action.hover',
          color: 'text.secondary',
        }}
      >
        {icon}
      </Box>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography
            variant="subtitle2"
            {...(isItem ? {} : { component: 'h3' as const })}
            sx={{ overflowWrap: 'anywhere' }}
          >
            {title}
          </Typography>
          {mark}
        </Box>
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one thing, always in the same order
          <Typography key={index} variant="caption" component="p" color="textSecondary">
            {fact}
          </Typography>
        ))}
      </Box>
      {children && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>}
    </Box>
  )
}
