import { RequestKind, RequestState } from '@learnt/contract/requests'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'

/** The role in which the reader decides. */
export type RequestReader = 'manager' | 'admin'

/** The list for the address; only open requests unless the filter says otherwise. */
export function askRequests(reader: RequestReader, list: ListState) {
  const {
    sort: _,
    direction: __,
    state,
    kind,
    ...query
  } = listQuery(list) as ReturnType<typeof listQuery> & {
    state?: string[]
    kind?: string[]
  }
  const states = RequestState.options.filter((one) => state?.includes(one))
  const kinds = RequestKind.options.filter((one) => kind?.includes(one))
  return queryOf(reader === 'manager' ? api.requests.manager.list : (api.requests.admin.list as never), {
    query: {
      ...(query.search ? { search: query.search } : {}),
      ...(query.cursor ? { cursor: query.cursor } : {}),
      limit: query.limit,
      state: states.length > 0 ? states : ['open'],
      ...(kinds.length > 0 ? { kind: kinds } : {}),
    },
  })
}
