import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

export const tokensStandard = { sort: 'createdAt', direction: 'desc' } as const

export function askTokens(list: ListState) {
  return queryOf(api.scimTokens.list, {
    query: {
      limit: list.limit,
      ...(list.search ? { search: list.search } : {}),
      ...(list.cursor ? { cursor: list.cursor } : {}),
    },
  })
}
