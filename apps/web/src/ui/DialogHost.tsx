import { useRef, useSyncExternalStore } from 'react'
import { onQuestion, readQuestion } from './dialogs.ts'
import { lazyPart } from './lazy-part.tsx'

const ConfirmDialog = lazyPart(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog, { floats: true })

/** Fetches the dialog before it is needed: a page that works without a network asks in it, too. */
export const preloadConfirm = ConfirmDialog.preload

/** The global dialog. Rendered once, by the shell. */
export function DialogHost() {
  const asked = useSyncExternalStore(onQuestion, readQuestion)
  const last = useRef(asked)
  // the words stay while the dialog fades out
  if (asked) last.current = asked
  if (!last.current) return null
  return (
    <ConfirmDialog
      {...last.current.question}
      open={asked !== null}
      onConfirm={() => asked?.answer(true)}
      onClose={() => asked?.answer(false)}
    />
  )
}
