import Box from '@mui/material/Box'
import { useState } from 'react'
import { initialsOf } from './initials.ts'

/** A person's picture, or the first letters of the name. Decoration: the name stands beside it. */
export function PersonAvatar({
  name,
  src,
  size = 36,
}: {
  name: string
  src?: string | null | undefined
  size?: number
}) {
  const [broken, setBroken] = useState(false)
  return (
    <Box
      aria-hidden
      // letters drawn by style: they are no text, neither to read out nor to select
      {...(src && !broken ? {} : { 'data-initials': initialsOf(name) })}
      sx={(theme) => ({
        '&[data-initials]::before': { content: 'attr(data-initials) / ""' },
        width: size,
        height: size,
        flexShrink: 0,
        borderRadius: '50%',
        overflow: 'hidden',
        display: 'grid',
        placeItems: 'center',
        fontFamily: theme.typography.fontFamily,
        fontSize: size * 0.38,
        fontWeight: 700,
        lineHeight: 1,
        backgroundColor: theme.palette.primary.soft,
        color: theme.palette.primary.onSoft,
      })}
    >
      {src && !broken && (
        <Box
          component="img"
          src={src}
          alt=""
          onError={() => setBroken(true)}
          sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
        />
      )}
    </Box>
  )
}
