/** How a stored file is read in the page. */
export const readableKinds = ['pdf', 'word', 'sheets', 'slides'] as const
export type ReadableKind = (typeof readableKinds)[number]

const kinds: Readonly<Record<string, ReadableKind>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'sheets',
  'text/csv': 'sheets',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'slides',
}

/** Null for files that are no documents. */
export function readableKindOf(contentType: string): ReadableKind | null {
  return kinds[contentType] ?? null
}
