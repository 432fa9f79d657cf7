let isWaiting = false
const listeners = new Set<() => void>()

/** The server has a newer build than this page. */
export function tellNewVersion(): void {
  isWaiting = true
  for (const listener of listeners) listener()
}

export function hasNewVersion(): boolean {
  return isWaiting
}

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
