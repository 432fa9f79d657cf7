import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A short word about a thing: a role, a category, "optional". For states use StateChip. */
export function Tag({
  look = 'outlined',
  children,
}: {
  look?: 'outlined' | 'filled' | 'primary'
  children: ReactNode
}) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        height: 24,
        maxWidth: '100%',
        px: 1,
        borderRadius: '8px',
        fontFamily: theme.typography.fontFamily,
        fontSize: '0.8125rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        ...(look === 'filled'
          ? { backgroundColor: theme.palette.action.selected, color: theme.palette.text.primary }
          : look === 'primary'
            ? { border: `1px solid ${theme.palette.primary.main}`, color: theme.palette.primary.main }
            : { border: `1px solid ${theme.line}`, color: theme.palette.text.primary }),
      })}
    >
      {children}
    </Box>
  )
}
