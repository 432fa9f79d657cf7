import Box from '@mui/material/Box'
import { useState } from 'react'

/** The course's picture in 16:9, or as high as its place with `fill`; without one, or when it fails, the title's first letter. */
export function CourseImage({ src, title, fill = false }: { src: string; title: string; fill?: boolean }) {
  const [broken, setBroken] = useState(false)
  return (
    <Box
      sx={{
        aspectRatio: '16 / 9',
        ...(fill ? { height: '100%', width: '100%' } : {}),
        bgcolor: 'primary.soft',
        color: 'primary.main',
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
        flexShrink: 0,
      }}
    >
      {src && !broken ? (
        <Box
          component="img"
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
        />
      ) : (
        <Box aria-hidden sx={{ fontSize: 48, fontWeight: 800, opacity: 0.7 }}>
          {[...title][0]?.toUpperCase()}
        </Box>
      )}
    </Box>
  )
}
