import type { DocumentPart } from '@learnt/contract/files'
import Box from '@mui/material/Box'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { numbersUpTo } from '../../ui/numbers.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { partAsk } from './prepared.ts'

interface PartsInOrderProps {
  url: string
  count: number
  children: (part: DocumentPart) => ReactNode
  /** Whether the end of the last part is on screen. */
  onEnd: (atEnd: boolean) => void
  onFailed: () => void
}

/** Parts one below the other; each is fetched when the reader comes near it. */
export function PartsInOrder({ url, count, children, onEnd, onFailed }: PartsInOrderProps) {
  const [wanted, setWanted] = useState(1)
  const parts = useQueries({
    queries: numbersUpTo(wanted).map((number) => ({ ...partAsk(url, number), gcTime: 600_000 })),
  })
  const failed = parts.some((part) => part.isError)
  const here = parts.every((part) => part.data)
  const isWhole = here && wanted === count
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (failed) onFailed()
  }, [failed, onFailed])

  useEffect(() => {
    if (!end.current || !here || isWhole) return
    const near = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting) setWanted((before) => Math.min(count, before + 1))
      },
      { rootMargin: '1500px 0px' },
    )
    near.observe(end.current)
    return () => near.disconnect()
  }, [here, isWhole, count])

  const tell = useRef(onEnd)
  tell.current = onEnd
  useEffect(() => {
    if (!end.current || !isWhole) return
    const seen = new IntersectionObserver((changes) => tell.current(changes.at(-1)?.isIntersecting === true))
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [isWhole])

  return (
    <>
      {parts.map(
        (part, number) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their number
          part.data && <Box key={number}>{children(part.data)}</Box>,
      )}
      {!here && <LinesSkeleton lines={10} />}
      <div ref={end} style={{ height: 1 }} />
    </>
  )
}
