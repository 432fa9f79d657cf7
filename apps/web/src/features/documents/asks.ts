import { queryOf } from '../../api/queries.ts'
import { readList } from '../../lists/address.ts'
import { askViews } from '../../lists/views-ask.ts'
import type { Loader } from '../../routes/route-book.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'
import type { BaseContent, EditedDocument, KindPages } from './kind.ts'

export const documentsStandard = { sort: 'title' }
export const askDocuments = ({ calls }: KindPages, state: ListState) =>
  queryOf(calls.list, { query: listQuery(state) as { limit: number } })
export const askFacets = ({ calls }: KindPages) => queryOf(calls.facets)

/** One document with its content, as the kind types it. */
export function askDocument<Content extends BaseContent, Document extends EditedDocument<Content>>(
  kind: Pick<KindPages, 'calls' | 'paramsOf'> & { readonly check?: (content: Content) => unknown },
  id: string,
): { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<Document> } {
  return queryOf(kind.calls.get, { params: kind.paramsOf(id) }) as never
}

/** Parts of the contract that a change of a document outdates. */
export const outdatedBy = ({ part }: Pick<KindPages, 'part'>) => [part, 'learning', 'reports', 'permissions']

/** Fills the cache with what a list asks first. */
export const loadDocuments =
  (kind: KindPages & { readonly views: Parameters<typeof askViews>[0] }): Loader =>
  ({ client, search }) =>
    Promise.all([
      client.prefetchQuery(askDocuments(kind, readList(search, documentsStandard))),
      client.prefetchQuery(askFacets(kind)),
      client.prefetchQuery(askViews(kind.views)),
    ])
