import { useEffect } from 'react'

let own: string | null = null
const listeners = new Set<() => void>()

/** The name of the thing that a page is about, in the window's title instead of the page's own name. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    own = title ?? null
    tell()
    return () => {
      own = null
      tell()
    }
  }, [title])
}

export function readTitle(): string | null {
  return own
}

export function onTitle(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
