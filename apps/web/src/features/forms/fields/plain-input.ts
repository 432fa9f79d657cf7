import type { SxProps, Theme } from '@mui/material/styles'

/**
 * How an element for typing or choosing looks in a form. Forms use the browser's own elements: they are what a phone
 * shows best, and a page that shows a form stays small.
 */
export function plainInput(hasError: boolean): SxProps<Theme> {
  return (theme) => ({
    font: 'inherit',
    lineHeight: 1.5,
    color: 'text.primary',
    bgcolor: 'background.paper',
    border: '1px solid',
    borderColor: hasError ? theme.palette.error.main : theme.fieldLine,
    borderRadius: '10px',
    minHeight: 48,
    px: 1.75,
    py: 1.25,
    width: '100%',
    maxWidth: '100%',
    colorScheme: theme.palette.mode,
    '&:hover:not(:disabled)': { borderColor: hasError ? theme.palette.error.main : theme.palette.text.primary },
    '&:focus-visible': {
      outline: `2px solid ${hasError ? theme.palette.error.main : theme.palette.primary.main}`,
      outlineOffset: '-1px',
      borderColor: 'transparent',
    },
    '&::placeholder': { color: theme.palette.text.secondary, opacity: 1 },
    '&:disabled': { color: theme.palette.text.disabled },
  })
}
