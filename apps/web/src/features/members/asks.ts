import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'

export const membersStandard = { sort: 'name' }
export const askMembers = (state: ListState) => queryOf(api.members.list, { query: listQuery(state) as never })
export const askMember = (userId: string, teamId?: string) =>
  queryOf(api.members.get, { params: { userId }, ...(teamId ? { query: { teamId } } : {}) })
export const askMemberFacets = () => ({ ...queryOf(api.members.facets), staleTime: 60_000 })
