import { lazy, Suspense, useRef, useSyncExternalStore } from 'react'
import { onQuestion, readQuestion } from './dialogs.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** The global dialog. Rendered once, by the shell. */
export function DialogHost() {
  const asked = useSyncExternalStore(onQuestion, readQuestion)
  const last = useRef(asked)
  // the words stay while the dialog fades out
  if (asked) last.current = asked
  if (!last.current) return null
  return (
    <Suspense>
      <ConfirmDialog
        {...last.current.question}
        open={asked !== null}
        onConfirm={() => asked?.answer(true)}
        onClose={() => asked?.answer(false)}
      />
    </Suspense>
  )
}
