import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** What there is to say of a row. */
export function RowLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return '–'
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, minWidth: 200, maxWidth: 480, overflowWrap: 'anywhere' }}>
      {lines.map((line) => (
        <Typography key={line} component="li" variant="body2">
          {line}
        </Typography>
      ))}
    </Box>
  )
}
