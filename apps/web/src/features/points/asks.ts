import type { PointKind } from '@learnt/contract/points'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'

/** The balance alone; what a page has of its own entries is asked for by `askOwnPoints`. */
export const askBalance = queryOf(api.points.own, { query: { limit: 1 } })

const entriesAtOnce = 10

/** The person's own entries, page after page. */
export const askOwnPoints = {
  queryKey: ['points', 'own', 'pages'],
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    call(api.points.own, { query: { limit: entriesAtOnce, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page: { next: string | null }) => page.next,
}

/** The same of somebody else. */
export const askPointsOf = (userId: string) => ({
  queryKey: ['points', 'ofPerson', userId],
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    call(
      api.points.ofPerson,
      { params: { userId }, query: { limit: entriesAtOnce, ...(pageParam ? { cursor: pageParam } : {}) } },
      { signal },
    ),
  initialPageParam: '',
  getNextPageParam: (page: { next: string | null }) => page.next,
})

export const reportStandard = { sort: 'name' }

export const askPointReport = (state: ListState) =>
  queryOf(api.points.report, { query: listQuery(state) as { kind?: PointKind[] } })
