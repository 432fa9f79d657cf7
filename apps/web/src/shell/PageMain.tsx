import { sizes } from '@learnt/contract/measures'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** The page itself, with its margins, no wider than it reads well. */
export function PageMain({ width = 1520, children }: { width?: number | undefined; children: ReactNode }) {
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      sx={{
        flex: 1,
        width: '100%',
        maxWidth: width,
        mx: 'auto',
        px: { xs: 2, sm: 3, lg: 4 },
        pt: { xs: 2.5, sm: 3.5 },
        pb: 8,
        outline: 'none',
        scrollMarginTop: sizes.toolbar,
      }}
    >
      {children}
    </Box>
  )
}
