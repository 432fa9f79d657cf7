/** Why a document cannot be shown; each has its sentence in the server catalogue, `files.unreadable.<reason>`. */
export const unreadableReasons = ['broken', 'locked', 'tooLarge', 'tooLong', 'empty'] as const
export type UnreadableReason = (typeof unreadableReasons)[number]

export class DocumentUnreadable extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'DocumentUnreadable'
    this.reason = reason
  }
}

/** What failed while reading is the document's fault, unless it is the machine's: a disk that is full, a file that is gone. */
export function blameDocument(error: unknown): unknown {
  if (error instanceof DocumentUnreadable) return error
  if (error instanceof Error && 'syscall' in error) return error
  return new DocumentUnreadable('broken', { cause: error })
}
