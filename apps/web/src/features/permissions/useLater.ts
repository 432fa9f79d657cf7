import { useEffect, useState } from 'react'

/** The value once it has rested for a while. */
export function useLater<T>(value: T, pause: number): T {
  const [late, setLate] = useState(value)
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the value, which is made anew on every render
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pause)
    return () => clearTimeout(timer)
  }, [key, pause])
  return late
}
