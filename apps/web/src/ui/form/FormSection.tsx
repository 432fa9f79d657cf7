import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

/** A titled group of fields in two columns (one on a phone). */
export function FormSection({
  title,
  text,
  columns = 2,
  children,
}: {
  title: string
  text?: ReactNode
  columns?: 1 | 2 | 3
  children: ReactNode
}) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, mb: 2.5 }}>
      <Typography id={id} variant="h2" sx={{ fontSize: '1.0625rem' }}>
        {title}
      </Typography>
      {text && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {text}
        </Typography>
      )}
      <Box
        sx={{
          mt: 2.5,
          display: 'grid',
          gap: 2.5,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: '1fr',
            sm: columns === 1 ? '1fr' : `repeat(${Math.min(columns, 2)}, minmax(0, 1fr))`,
            xl: `repeat(${columns}, minmax(0, 1fr))`,
          },
        }}
      >
        {children}
      </Box>
    </Card>
  )
}
