import { type ResourceType, readerSorts } from '@learnt/contract/resources'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

export const sorts = ['title', 'type', 'progress', 'completionStatus', 'createdAt', 'category'] as const
export const myResourcesStandard = { sort: 'title', filters: {} }
export const sortOf = (state: ListState) => sorts.find((one) => one === state.sort) ?? 'title'

/** The person's own resources, page after page. */
export function askMyResources(state: ListState) {
  const sort = sortOf(state)
  const query = {
    ...(state.filters.type ? { type: state.filters.type as ResourceType[] } : {}),
    ...(state.filters.category ? { category: state.filters.category } : {}),
    ...(state.search ? { search: state.search } : {}),
    sort,
    direction: sort === 'createdAt' ? ('desc' as const) : ('asc' as const),
    limit: 24,
  }
  return {
    queryKey: ['resources', 'mine', query],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      call(api.resources.mine, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: { next: string | null }) => page.next,
  }
}

export const askOwnResource = (documentId: string) => queryOf(api.resources.own, { params: { documentId } })

export const readersStandard = { sort: 'name' }

export function askReaders(documentId: string, state: ListState) {
  return queryOf(api.resources.readers, {
    params: { documentId },
    query: {
      ...readersFilter(state),
      limit: state.limit,
      ...(state.cursor ? { cursor: state.cursor } : {}),
    },
  })
}

/** What narrows and orders the report, as its files take it too. */
export function readersFilter(state: ListState) {
  const [chosen] = state.filters.state ?? []
  const [asOf] = state.filters.asOf ?? []
  return {
    ...(state.search ? { search: state.search } : {}),
    ...(chosen ? { state: chosen as 'notstarted' } : {}),
    ...(asOf ? { asOf } : {}),
    sort: readerSorts.find((one) => one === state.sort) ?? ('name' as const),
    direction: state.direction,
  }
}
