import { orderStates } from '@learnt/contract/rewards'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

const atOnce = 24
const pageOf = (pageParam: string) => ({ limit: atOnce, ...(pageParam ? { cursor: pageParam } : {}) })
const paged = { initialPageParam: '', getNextPageParam: (page: { next: string | null }) => page.next }

/** What the person's points can buy, page after page. */
export const askOffered = {
  queryKey: ['rewards', 'offered'],
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    call(api.rewards.offered, { query: pageOf(pageParam) }, { signal }),
  ...paged,
}

/** The person's own orders, page after page. */
export const askOwnOrders = {
  queryKey: ['rewards', 'mine'],
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    call(api.rewards.mine, { query: pageOf(pageParam) }, { signal }),
  ...paged,
}

export const askRewards = (list: ListState) => queryOf(api.rewards.list, { query: queryIn(list) })

export const askOrders = (list: ListState) =>
  queryOf(api.rewards.orders, {
    query: { ...queryIn(list), state: orderStates.filter((one) => list.filters.state?.includes(one)) },
  })

function queryIn(list: ListState) {
  return {
    limit: list.limit,
    ...(list.cursor ? { cursor: list.cursor } : {}),
    ...(list.search ? { search: list.search } : {}),
  }
}
