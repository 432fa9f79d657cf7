import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** One figure with its name; a tone draws the eye to what needs it. */
export function Figure({
  label,
  value,
  tone,
  note,
}: {
  label: string
  value: ReactNode
  tone?: 'error' | 'success' | undefined
  note?: string | undefined
}) {
  return (
    <Card sx={{ p: 2, minWidth: 120, flex: '1 1 120px' }}>
      <Typography variant="body2" color="textSecondary" component="dt">
        {label}
      </Typography>
      <Typography
        component="dd"
        variant="h2"
        sx={{
          m: 0,
          mt: 0.5,
          fontVariantNumeric: 'tabular-nums',
          // a long date is written over two lines on a phone rather than cut off
          '& time': { whiteSpace: 'normal !important' },
          ...(tone ? { color: `${tone}.main` } : {}),
        }}
      >
        {value}
        {note && (
          <Typography variant="caption" component="p" color="textSecondary">
            {note}
          </Typography>
        )}
      </Typography>
    </Card>
  )
}
