import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { useMemo } from 'react'
import { richTextStyles } from './rich-text/styles.ts'
import { sanitize } from './sanitize.ts'
import { installTrustedTypes } from './trusted-types.ts'

installTrustedTypes()

/** Markup that people wrote, cleaned and set in the product's type. */
export function SafeHtml({ html, sx }: { html: string; sx?: SxProps<Theme> }) {
  const clean = useMemo(() => sanitize(html), [html])
  return (
    <Box
      // what was written decides its direction, not the language of the page around it
      dir="auto"
      sx={[richTextStyles, ...(Array.isArray(sx) ? sx : sx ? [sx] : [])]}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify in the line above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
