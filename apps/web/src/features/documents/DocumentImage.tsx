import type { ImageWidth } from '@learnt/contract/files'
import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { useState } from 'react'
import { documentIcons } from './document-icons.ts'
import type { DocumentName } from './kind.ts'

/** The picture of a document; without one, or when it cannot be had, its mark on a tint. */
export function DocumentImage({
  src,
  name,
  width = 320,
  sx,
}: {
  src: string
  name: DocumentName
  width?: ImageWidth
  sx?: SxProps<Theme>
}) {
  const [broken, setBroken] = useState('')
  const Icon = documentIcons[name]
  const shown = src !== '' && broken !== src
  return (
    <Box
      sx={[
        (theme) => ({
          bgcolor: theme.palette.primary.soft,
          color: theme.palette.primary.onSoft,
          display: 'grid',
          placeItems: 'center',
          overflow: 'hidden',
          flexShrink: 0,
        }),
        ...(Array.isArray(sx) ? sx : sx ? [sx] : []),
      ]}
    >
      {shown ? (
        <Box
          component="img"
          src={`${src}${src.includes('?') ? '&' : '?'}w=${width}`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
          sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
        />
      ) : (
        <Icon aria-hidden sx={{ fontSize: width === 320 ? 22 : 44, opacity: 0.8 }} />
      )}
    </Box>
  )
}
