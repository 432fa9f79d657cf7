import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { ReactNode } from 'react'
import { DetailsForm } from './DetailsForm.tsx'

/** The steps of a document beside its details; on a phone below each other. */
export function EditorCards({ children, details = <DetailsForm /> }: { children: ReactNode; details?: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <Card sx={{ p: { xs: 2, sm: 3 } }}>{children}</Card>
      <Card sx={{ p: { xs: 2, sm: 3 } }}>{details}</Card>
    </Box>
  )
}
