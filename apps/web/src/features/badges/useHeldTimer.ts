import { useEffect, useMemo, useRef } from 'react'

/**
 * Calls `onEnd` when `ms` have passed while `isRunning`. The pointer and the focus each hold it; it goes on with what is
 * left when neither is there any more.
 */
export function useHeldTimer(ms: number, isRunning: boolean, onEnd: () => void) {
  const end = useRef(onEnd)
  end.current = onEnd
  const timer = useRef({ held: new Set<'pointer' | 'focus'>(), left: ms, since: 0, id: 0 })
  const handlers = useMemo(() => {
    const run = () => {
      const own = timer.current
      own.since = Date.now()
      own.id = window.setTimeout(() => end.current(), own.left)
    }
    const hold = (by: 'pointer' | 'focus') => () => {
      const own = timer.current
      if (own.held.size === 0) {
        clearTimeout(own.id)
        own.left -= Date.now() - own.since
      }
      own.held.add(by)
    }
    const release = (by: 'pointer' | 'focus') => () => {
      const own = timer.current
      if (own.held.delete(by) && own.held.size === 0) run()
    }
    return {
      run,
      on: {
        onMouseEnter: hold('pointer'),
        onMouseLeave: release('pointer'),
        onFocus: hold('focus'),
        onBlur: release('focus'),
      },
    }
  }, [])
  useEffect(() => {
    if (!isRunning) return
    const own = timer.current
    Object.assign(own, { held: new Set(), left: ms })
    handlers.run()
    return () => clearTimeout(own.id)
  }, [ms, isRunning, handlers])
  return handlers.on
}
