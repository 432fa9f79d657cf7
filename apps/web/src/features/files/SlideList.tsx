import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { PartsInOrder } from './PartsInOrder.tsx'
import type { ReaderProps } from './reading.ts'
import { SlideCard } from './SlideCard.tsx'

const secondsPerSlide = 8

/** A presentation slide by slide: its words, tables and pictures. */
export function SlideList({ outline, url, onShown, onFailed }: ReaderProps) {
  const [atEnd, setAtEnd] = useState(false)
  const seconds = outline.slides * secondsPerSlide
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change, whichever listener it has
  useEffect(() => onShown({ atEnd, seconds }), [atEnd, seconds])
  return (
    <PartsInOrder url={url} count={outline.parts} onEnd={setAtEnd} onFailed={onFailed}>
      {(part) =>
        part.kind === 'slides' && (
          <Box sx={{ display: 'grid', gap: 2, mb: 2, maxWidth: 860 }}>
            {part.slides.map((slide) => (
              <SlideCard key={slide.number} slide={slide} />
            ))}
          </Box>
        )
      }
    </PartsInOrder>
  )
}
