import { type ReactNode, useDeferredValue } from 'react'
import { hasComeBack } from './came-back.ts'

/** The large part of a page that has its data at once: drawn right after the frame around it, not together with it. */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, hasComeBack()) ? children : <div aria-busy="true" style={{ minHeight: '60vh' }} />
}
