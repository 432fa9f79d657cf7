import Box from '@mui/material/Box'
import type { ComponentProps } from 'react'
import { plainInput } from './plain-input.ts'

type PlainTextProps = ComponentProps<'textarea'> & { hasError: boolean }

/** Several lines, which grow with what is typed where the browser can do that. */
export function PlainText({ hasError, rows, ...rest }: PlainTextProps) {
  return (
    <Box
      component="textarea"
      rows={rows}
      aria-invalid={hasError || undefined}
      {...rest}
      sx={plainInput(hasError)}
      style={{
        resize: 'vertical',
        display: 'block',
        ...({ fieldSizing: 'content' } as object),
        maxHeight: '70vh',
        minHeight: `${(rows ?? 4) * 1.5 + 1.5}em`,
      }}
    />
  )
}
