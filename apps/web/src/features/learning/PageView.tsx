import { useEffect, useRef, useState } from 'react'
import { useDressedPage } from '../../ui/rich-text/dress-page.ts'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { installTrustedTypes } from '../../ui/trusted-types.ts'
import type { Recorder } from './useRecorder.ts'
import { secondsToRead, useSeen } from './useSeen.ts'

// the page's policy takes markup only by way of the default policy
installTrustedTypes()

/** Written content. */
export function PageView({ html, recorder }: { html: string; recorder: Recorder | null }) {
  const text = useRef<HTMLDivElement>(null)
  useDressedPage(text, html)
  const end = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(false)
  const [seconds, setSeconds] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (text.current) setSeconds(secondsToRead(text.current.textContent))
    if (!end.current) return
    const observer = new IntersectionObserver((changes) => setAtEnd(changes.at(-1)?.isIntersecting === true))
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  useSeen(recorder, { atEnd, seconds })
  return (
    <>
      <div ref={text}>
        <SafeHtml html={html} sx={{ maxWidth: 760 }} />
      </div>
      <div ref={end} />
    </>
  )
}
