/** What can lie over the page or at its side; one at a time. */
export type PanelName = 'search' | 'theme' | 'quick' | 'help'

export interface SidePanelProps {
  open: boolean
  onClose: () => void
}

let open: PanelName | null = null
const listeners = new Set<() => void>()

export function openPanel(name: PanelName | null): void {
  open = name
  for (const listener of listeners) listener()
}

export function readPanel(): PanelName | null {
  return open
}

export function onPanel(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
