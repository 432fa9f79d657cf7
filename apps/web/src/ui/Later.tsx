import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { hasComeBack } from './came-back.ts'
import { readNext } from './next-page.ts'

/**
 * The large part of a page that has its data at once: drawn right after the frame around it, not together with it, unless
 * that is on the screen already. In one go and no transition: React would draw that in pieces of 5 ms, and lose as much
 * again between them on a slow telephone.
 */
export function Later({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(() => hasComeBack() || readNext()?.pathname === location.pathname)
  useEffect(() => (isTime ? undefined : afterPaint(() => setTime(true))), [isTime])
  return isTime ? <Suspense fallback={<LaterPlace />}>{children}</Suspense> : <LaterPlace />
}

export function LaterPlace() {
  return <div aria-busy="true" style={{ minHeight: '60vh' }} />
}
