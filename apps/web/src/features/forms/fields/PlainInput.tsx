import Box from '@mui/material/Box'
import type { ComponentProps, CSSProperties } from 'react'
import { plainInput } from './plain-input.ts'

type PlainInputProps = ComponentProps<'input'> & { hasError: boolean; width?: CSSProperties['maxWidth'] }

/** A line to type in. */
export function PlainInput({ hasError, width, ...rest }: PlainInputProps) {
  return (
    <Box
      component="input"
      autoComplete="off"
      aria-invalid={hasError || undefined}
      {...rest}
      sx={plainInput(hasError)}
      style={{ maxWidth: width }}
    />
  )
}
