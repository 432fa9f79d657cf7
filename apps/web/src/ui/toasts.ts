import { limits } from '@learnt/contract/measures'

export type ToastVariant = 'success' | 'warning' | 'error' | 'info'

export interface Toast {
  id: number
  variant: ToastVariant
  text: string
  /** Milliseconds on screen; hover and focus stop the clock. */
  duration: number
  action?: { label: string; run: () => void }
}

let queue: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Puts a message in the queue; one is shown at a time. The same words twice in a row are said once. */
export function showToast(toast: {
  variant: ToastVariant
  text: string
  duration?: number
  action?: Toast['action']
}): void {
  const last = queue.at(-1)
  if (last && last.text === toast.text && last.variant === toast.variant && !toast.action) return
  const { action, ...rest } = toast
  queue = [...queue, { duration: limits.snackbarMs, ...rest, id: ++lastId, ...(action ? { action } : {}) }]
  tell()
}

/** Says what was done with 10 seconds to take it back. */
export function showUndo(text: string, label: string, undo: () => void): void {
  showToast({ variant: 'success', text, duration: limits.undoMs, action: { label, run: undo } })
}

export function dismissToast(id: number): void {
  queue = queue.filter((toast) => toast.id !== id)
  tell()
}

export function readToasts(): readonly Toast[] {
  return queue
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
