import Box from '@mui/material/Box'
import type { ComponentProps, CSSProperties } from 'react'
import { plainInput } from './plain-input.ts'

type PlainSelectProps = ComponentProps<'select'> & { hasError: boolean; width?: CSSProperties['maxWidth'] }

/** One of a list. The first, empty line is no answer. */
export function PlainSelect({ hasError, width, children, ...rest }: PlainSelectProps) {
  return (
    <Box
      component="select"
      aria-invalid={hasError || undefined}
      {...rest}
      sx={plainInput(hasError)}
      style={{ maxWidth: width }}
    >
      {children}
    </Box>
  )
}
