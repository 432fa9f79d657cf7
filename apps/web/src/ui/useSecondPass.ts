import { startTransition, useEffect, useState } from 'react'
import { hasComeBack } from './came-back.ts'

/**
 * False in the first drawing of a list, for what lies below the first screen, and true right after it. Not a deferred
 * value: inside of a part that is deferred itself (Later.tsx), React takes those at once.
 */
export function useSecondPass(): boolean {
  const [isSecond, setSecond] = useState(hasComeBack)
  useEffect(() => startTransition(() => setSecond(true)), [])
  return isSecond
}
