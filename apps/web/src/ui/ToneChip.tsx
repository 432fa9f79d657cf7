import type { ReactNode } from 'react'

type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral'

/** A state of a feature's own, in its own words, with the look of StateChip; the colour only repeats the word. */
export function ToneChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="word-chip" data-tone={tone} data-size="small">
      {children}
    </span>
  )
}
