import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { onToasts, readToasts } from './toasts.ts'

const ToastQueue = lazy(async () => ({ default: (await import('./ToastQueue.tsx')).ToastQueue }))

/** Place of the messages, rendered once for the application; their look is fetched with the first one. */
export function ToastHost() {
  const waiting = useSyncExternalStore(onToasts, readToasts).length > 0
  const [wanted, setWanted] = useState(false)
  if (waiting && !wanted) setWanted(true)
  return wanted ? (
    <Suspense>
      <ToastQueue />
    </Suspense>
  ) : null
}
