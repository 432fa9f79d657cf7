import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'

export const membersStandard = { sort: 'name' }
export const askMembers = (state: ListState) => queryOf(api.members.list, { query: listQuery(state) as never })
export const askMember = (userId: string, teamId?: string) =>
  queryOf(api.members.get, { params: { userId }, ...(teamId ? { query: { teamId } } : {}) })
export const askMemberFacets = () => ({ ...queryOf(api.members.facets), staleTime: 60_000 })

const pages = {
  initialPageParam: '',
  getNextPageParam: (page: { next: string | null }) => page.next,
}

export const askHistory = (subjectId: string) => ({
  queryKey: ['audit', 'of', subjectId],
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    call(api.audit.list, { query: { subjectId, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
  ...pages,
})

export const askMailsTo = (userId: string) => ({
  queryKey: ['mails', 'to', userId],
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    call(api.mails.list, { query: { userId, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
  ...pages,
})

export const askNoticesTo = (userId: string) => ({
  queryKey: ['notifications', 'ofPerson', userId],
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    call(
      api.notifications.ofPerson,
      { params: { userId }, query: { limit: 25, ...(pageParam ? { cursor: pageParam } : {}) } },
      { signal },
    ),
  ...pages,
})
