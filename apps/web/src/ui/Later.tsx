import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { hasComeBack } from './came-back.ts'

/**
 * The large part of a page that has its data at once: drawn right after the frame around it, not together with it. In one
 * go and no transition: React would draw that in pieces of 5 ms, and lose as much again between them on a slow telephone.
 */
export function Later({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(hasComeBack)
  useEffect(() => (isTime ? undefined : afterPaint(() => setTime(true))), [isTime])
  const place = <div aria-busy="true" style={{ minHeight: '60vh' }} />
  return isTime ? <Suspense fallback={place}>{children}</Suspense> : place
}
