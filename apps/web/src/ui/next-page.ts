import type { ReactElement, ReactPortal } from 'react'

export interface NextPage {
  pathname: string
  /** What its page begins with, drawn by the very part that the page has for it. */
  head: ReactElement
  /** When the head is on the screen. */
  painted: Promise<void>
}

let next: NextPage | null = null
let ahead: readonly ReactPortal[] = []
const listeners = new Set<() => void>()

/** The page that somebody goes to, whose head can be drawn before the page is made; null: its own drawing is the first. */
export function showNext(page: NextPage | null): void {
  next = page
  tell()
}

export function readNext(): NextPage | null {
  return next
}

/** What is drawn out of sight, of a page that somebody may be about to go to, beside what was before. */
export function drawAhead(what: ReactPortal): void {
  ahead = [...ahead, what]
  tell()
}

export function dropAhead(): void {
  ahead = []
  tell()
}

export function readAhead(): readonly ReactPortal[] {
  return ahead
}

export function onNext(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
