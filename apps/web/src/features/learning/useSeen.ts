import { useEffect, useRef } from 'react'
import type { Recorder } from './useRecorder.ts'

/** Somebody who has come to the end stays there for a moment; who flies past it does not. */
const momentAtEnd = 1
/** Also a picture or a line takes a look. */
const shortestRead = 5
const wordsPerSecond = 4

/** Seconds that reading a text takes. */
export function secondsToRead(text: string): number {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)]
  return Math.max(shortestRead, Math.round(words.filter((word) => word.isWordLike).length / wordsPerSecond))
}

/**
 * Tells when a step that is read has been seen: for the time that reading takes, or to its end, where the reader came by
 * scrolling or turning pages, or goes on from there to the next step. Having opened it is not enough, even where all of
 * it fits on the screen. Null while there is nothing on screen.
 */
export function useSeen(
  recorder: Pick<Recorder, 'opened' | 'seen'> | null,
  shown: { atEnd: boolean; seconds: number } | null,
): void {
  const { opened, seen } = recorder ?? {}
  const isShown = shown !== null
  const now = useRef(shown)
  now.current = shown
  useEffect(() => {
    if (!isShown) return
    opened?.()
    if (!seen) return
    let spent = 0
    let spentAtEnd = 0
    let wasElsewhere = false
    const timer = setInterval(() => {
      if (document.hidden || !now.current) return
      const { atEnd, seconds } = now.current
      wasElsewhere ||= !atEnd
      spent++
      if (atEnd && wasElsewhere) spentAtEnd++
      if (spent < seconds && spentAtEnd < momentAtEnd) return
      clearInterval(timer)
      seen()
    }, 1000)
    const goOn = ({ target }: MouseEvent) => {
      if (now.current?.atEnd && target instanceof Element && target.closest('a[rel="next"]')) seen()
    }
    addEventListener('click', goOn, { capture: true })
    return () => {
      clearInterval(timer)
      removeEventListener('click', goOn, { capture: true })
    }
  }, [isShown, opened, seen])
}
