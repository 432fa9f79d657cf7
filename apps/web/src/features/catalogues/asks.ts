import { type CatalogueCard, type CatalogueItem, CatalogueKind, CatalogueLength } from '@learnt/contract/catalogues'
import { DocumentType } from '@learnt/contract/document-kinds'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

export const facetNames = ['kind', 'category', 'tag', 'length', 'language'] as const
export type FacetName = (typeof facetNames)[number]

export const catalogueStandard = { sort: 'title', filters: {} }

export const sorts = ['title', 'newest', 'length', 'progress', 'category', 'type', 'completionStatus'] as const
export const sortOf = (state: ListState) => sorts.find((one) => one === state.sort) ?? 'title'
export const isRequestsTab = (state: ListState) => state.filters.tab?.[0] === 'requests'

/** Whether the search or a facet narrows the catalogue; what is open beside the list does not. */
export const isNarrowed = (state: ListState) =>
  state.search !== '' || facetNames.some((name) => (state.filters[name]?.length ?? 0) > 0)

/** The page of offers that the address asks for, page after page. */
export function askOffers(state: ListState) {
  const { kind, category, tag, length, language } = state.filters
  const query = {
    ...(kind ? { kind: known(CatalogueKind.options, kind) } : {}),
    ...(category ? { category } : {}),
    ...(tag ? { tag } : {}),
    ...(length ? { length: known(CatalogueLength.options, length) } : {}),
    ...(language ? { language } : {}),
    ...(state.search ? { search: state.search } : {}),
    sort: sortOf(state),
    limit: 24,
  }
  return {
    queryKey: ['catalogues', 'list', query],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      call(api.catalogues.list, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: { next: string | null }) => page.next,
  }
}

/** The item that the address names: `course:ID`. */
export function itemOf(state: ListState): Pick<CatalogueItem, 'documentType' | 'documentId'> | null {
  const [type, documentId] = state.filters.item?.[0]?.split(':') ?? []
  const documentType = DocumentType.options.find((one) => one === type)
  return documentType && documentId ? { documentType, documentId } : null
}

export const nameOfItem = ({ documentType, documentId }: Pick<CatalogueCard, 'documentType' | 'documentId'>) =>
  `${documentType}:${documentId}`

export const askItem = (params: Pick<CatalogueItem, 'documentType' | 'documentId'>) =>
  queryOf(api.catalogues.get, { params })

export const askMyRequests = {
  queryKey: ['requests', 'mine'],
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    call(api.requests.mine, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page: { next: string | null }) => page.next,
}

/** What of the address the contract knows; the rest would be refused. */
function known<Value extends string>(values: readonly Value[], given: readonly string[]): Value[] {
  return values.filter((one) => given.includes(one))
}
