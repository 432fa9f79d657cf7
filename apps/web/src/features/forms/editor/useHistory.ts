import { useCallback, useEffect, useRef, useState } from 'react'

type Change<Value> = (value: Value) => Value

/** Most steps that can be taken back. */
const mostSteps = 100
/** Changes that follow each other this closely are one step: a word is taken back at once, not letter by letter. */
const oneStepMs = 800

/** Undo and redo over a value that lives elsewhere. `edit` is to be used for every change. */
export function useHistory<Value>(value: Value, change: (change: Change<Value>) => void) {
  const past = useRef<Value[]>([])
  const future = useRef<Value[]>([])
  const lastAt = useRef(0)
  const now = useRef(value)
  now.current = value
  const [, setVersion] = useState(0)
  const show = useCallback(() => setVersion((before) => before + 1), [])

  const edit = useCallback(
    (next: Change<Value>) => {
      const at = Date.now()
      if (at - lastAt.current > oneStepMs || past.current.length === 0)
        past.current = [...past.current.slice(1 - mostSteps), now.current]
      lastAt.current = at
      future.current = []
      change(next)
      show()
    },
    [change, show],
  )
  const go = useCallback(
    (from: typeof past, to: typeof past) => {
      const target = from.current.at(-1)
      if (target === undefined) return
      from.current = from.current.slice(0, -1)
      to.current = [...to.current, now.current]
      lastAt.current = 0
      change(() => target)
      show()
    },
    [change, show],
  )
  const undo = useCallback(() => go(past, future), [go])
  const redo = useCallback(() => go(future, past), [go])
  return { edit, undo, redo, canUndo: past.current.length > 0, canRedo: future.current.length > 0 }
}

/** Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y over the page. A field that is being written in has its own. */
export function useHistoryKeys({ undo, redo }: { undo: () => void; redo: () => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const target = event.target as HTMLElement | null
      if (target?.closest('input, textarea, [contenteditable=true], [role=dialog]')) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo, redo])
}
