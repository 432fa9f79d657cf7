import type { DocumentOutline } from '@learnt/contract/files'

/** How far somebody has come: whether its end is on screen, and how many seconds it takes to read all of it. */
export interface ShownDocument {
  atEnd: boolean
  seconds: number
}

/** What each of the readers gets of a prepared document. */
export interface ReaderProps {
  outline: DocumentOutline
  /** Signed address of the file. */
  url: string
  title: string
  onShown: (shown: ShownDocument) => void
  onFailed: () => void
}
