import type { DocumentType } from '@learnt/contract/document-kinds'
import type { NamedDocument } from '@learnt/contract/documents'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import type { DocumentCalls, ListedDocument } from './kind.ts'

const lists: Record<DocumentType, DocumentCalls['list']> = {
  course: api.courses.list as unknown as DocumentCalls['list'],
  pathway: api.pathways.list as unknown as DocumentCalls['list'],
  learningPackage: api.learningPackages.list as unknown as DocumentCalls['list'],
  resource: api.resources.list as unknown as DocumentCalls['list'],
}
/** Of each kind; more are found by more words. */
const most = 20

export interface Sought {
  search: string
  kinds: readonly DocumentType[]
}

/** Documents of several kinds by words, sorted by title. */
export const askFound = ({ search, kinds }: Sought) => ({
  queryKey: ['documents', 'find', { search, kinds }] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NamedDocument[]> => {
    const query = { limit: most, sort: 'title' as const, ...(search ? { search } : {}) }
    const found = await Promise.all(
      kinds.map(async (type) => {
        const { items } = await call(lists[type], { query }, { signal })
        return items.map((row) => namedOf(type, row))
      }),
    )
    return found.flat().sort((a, b) => a.title.localeCompare(b.title))
  },
  staleTime: 30_000,
})

// TODO the lists do not tell how long a document takes; `documents.find` does, and finds all kinds in one request.
const namedOf = (type: DocumentType, row: ListedDocument): NamedDocument => ({
  id: row.id,
  type,
  title: row.title,
  status: row.status,
  imageSmall: row.imageSmall,
  isBundle: row.isBundle ?? false,
  minutes: 0,
})
