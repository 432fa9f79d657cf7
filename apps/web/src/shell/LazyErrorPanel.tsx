import { lazy, Suspense } from 'react'

const ErrorPanel = lazy(async () => ({ default: (await import('./ErrorPanel.tsx')).ErrorPanel }))

export function LazyErrorPanel(props: { error: unknown; reset?: () => void }) {
  return (
    <Suspense>
      <ErrorPanel {...props} />
    </Suspense>
  )
}
