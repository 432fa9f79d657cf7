import { useState, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { onToasts, readToasts } from './toasts.ts'

const ToastQueue = lazyPart(async () => (await import('./ToastQueue.tsx')).ToastQueue, { floats: true })

/** Place of the messages, rendered once for the application; their look is fetched with the first one. */
export function ToastHost() {
  const waiting = useSyncExternalStore(onToasts, readToasts).length > 0
  const [wanted, setWanted] = useState(false)
  if (waiting && !wanted) setWanted(true)
  return wanted ? <ToastQueue /> : null
}
