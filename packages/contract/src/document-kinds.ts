/** How a stored document is read in the page. */
export const documentKinds = ['pdf', 'word', 'sheets', 'slides'] as const
export type DocumentKind = (typeof documentKinds)[number]

const kinds: Readonly<Record<string, DocumentKind>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'sheets',
  'text/csv': 'sheets',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'slides',
}

/** Null for files that are no documents. */
export function documentKindOf(contentType: string): DocumentKind | null {
  return kinds[contentType] ?? null
}
