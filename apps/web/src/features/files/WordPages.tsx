import { useEffect, useState } from 'react'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { PartsInOrder } from './PartsInOrder.tsx'
import type { ReaderProps } from './reading.ts'

const wordsPerSecond = 4
const shortestRead = 5

/** A Word document as clean text with its pictures. */
export function WordPages({ outline, url, onShown, onFailed }: ReaderProps) {
  const [atEnd, setAtEnd] = useState(false)
  const seconds = Math.max(shortestRead, Math.round(outline.words / wordsPerSecond))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change, whichever listener it has
  useEffect(() => onShown({ atEnd, seconds }), [atEnd, seconds])
  return (
    <PartsInOrder url={url} count={outline.parts} onEnd={setAtEnd} onFailed={onFailed}>
      {(part) => part.kind === 'word' && <SafeHtml html={part.html} sx={pageStyles} />}
    </PartsInOrder>
  )
}

const pageStyles = {
  maxWidth: 760,
  // a page goes on where the last one ended
  '& > :last-child': { marginBottom: '1em' },
  '& p, & li, & h2, & h3, & h4, & td': { unicodeBidi: 'plaintext' },
  // tables are as wide as they need, and are moved sideways by themselves
  '& table': { display: 'block', width: 'fit-content', maxWidth: '100%', overflowX: 'auto' },
  '& td, & th': { overflowWrap: 'normal' },
} as const
