import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { hasComeBack } from './came-back.ts'

/**
 * False in the first drawing of a list, for what lies below the first screen, and true once it is painted. A
 * transition: what nobody sees yet may wait for what somebody does.
 */
export function useSecondPass(): boolean {
  const [isSecond, setSecond] = useState(hasComeBack)
  useEffect(() => afterPaint(() => startTransition(() => setSecond(true))), [])
  return isSecond
}
