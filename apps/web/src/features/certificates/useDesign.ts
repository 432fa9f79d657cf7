import { useCallback, useState } from 'react'

interface History<Design> {
  readonly past: readonly Design[]
  readonly now: Design
  readonly future: readonly Design[]
}

const kept = 100

/** A design that is being changed, with Undo and Redo. */
export function useDesign<Design>(first: Design) {
  const [{ past, now, future }, set] = useState<History<Design>>({ past: [], now: first, future: [] })
  /** `isStep`: goes on with the last change, so that Undo takes both back. */
  const change = useCallback(
    (next: (design: Design) => Design, isStep = false) =>
      set((history) => ({
        past: isStep && history.past.length > 0 ? history.past : [...history.past, history.now].slice(-kept),
        now: next(history.now),
        future: [],
      })),
    [],
  )
  const undo = useCallback(
    () =>
      set((history) => {
        const before = history.past.at(-1)
        return before
          ? { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] }
          : history
      }),
    [],
  )
  const redo = useCallback(
    () =>
      set((history) => {
        const [next, ...later] = history.future
        return next ? { past: [...history.past, history.now], now: next, future: later } : history
      }),
    [],
  )
  return { design: now, change, undo: past.length > 0 ? undo : null, redo: future.length > 0 ? redo : null }
}
