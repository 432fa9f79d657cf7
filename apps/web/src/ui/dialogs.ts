import type { ConfirmDialogProps } from './ConfirmDialog.tsx'

export type Question = Omit<ConfirmDialogProps, 'open' | 'onConfirm' | 'onClose' | 'busy'>

interface Asked {
  question: Question
  answer: (yes: boolean) => void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

/** Asks in the global dialog and waits for the answer; one question at a time, a second one refuses the first. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    asked = {
      question,
      answer: (yes) => {
        asked = null
        resolve(yes)
        tell()
      },
    }
    tell()
  })
}

export function readQuestion(): Asked | null {
  return asked
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
