import { useEffect, useState } from 'react'

/** What comes sooner than this is drawn once, without its grey shape before it. */
export const shapeAfterMs = 100

/** Whether so much time has passed since the first drawing. */
export function useMoment(ms: number): boolean {
  const [isOver, setOver] = useState(ms === 0)
  useEffect(() => {
    if (ms === 0) return
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}
