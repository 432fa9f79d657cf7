import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'

/** The person's own pathways, page after page: what is open first. */
export function askMine() {
  const query = { limit: 24 }
  return {
    queryKey: ['pathways', 'mine', query],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      call(api.pathways.mine, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: { next: string | null }) => page.next,
  }
}

export const askSearch = (search: { q: string; page: number }) => queryOf(api.pathways.search, { query: search })

export const askOwn = (documentId: string) => queryOf(api.pathways.own, { params: { documentId } })
