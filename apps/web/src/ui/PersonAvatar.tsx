import Box from '@mui/material/Box'
import { useState } from 'react'
import { initialsOf } from './initials.ts'

/** A person's picture, or the first letters of the name. Decoration: the name stands beside it. */
export function PersonAvatar({
  name,
  src,
  size = 36,
  presence,
}: {
  name: string
  src?: string | null | undefined
  size?: number
  /** A dot at the corner, by colour and by shape; absent: not known. */
  presence?: { state: 'online' | 'offline'; label: string } | undefined
}) {
  const picture = <Picture name={name} src={src} size={size} />
  if (!presence) return picture
  const dot = Math.max(10, Math.round(size * 0.3))
  const isOnline = presence.state === 'online'
  return (
    <Box component="span" sx={{ position: 'relative', display: 'inline-flex', flexShrink: 0 }}>
      {picture}
      <Box
        component="span"
        role="img"
        aria-label={presence.label}
        data-presence={presence.state}
        sx={(theme) => ({
          position: 'absolute',
          insetInlineEnd: -1,
          bottom: -1,
          width: dot,
          height: dot,
          borderRadius: '50%',
          // full: there; a ring: not
          backgroundColor: isOnline ? '#4CAF50' : theme.palette.background.paper,
          border: `2px solid ${isOnline ? theme.palette.background.paper : '#646464'}`,
        })}
      />
    </Box>
  )
}

function Picture({ name, src, size }: { name: string; src: string | null | undefined; size: number }) {
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
