import type { learning } from '@learnt/contract/learning'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

export const sorts = ['title', 'dueAt', 'progress', 'createdAt', 'category'] as const
export const shows = ['all', 'open', 'done', 'optional'] as const
export type Show = (typeof shows)[number]

export const myLearningStandard = { sort: 'title', filters: {} }

const filterOf: Record<
  Show,
  { state?: ('notstarted' | 'inprogress' | 'failed' | 'completed' | 'passed')[]; required?: 'optional' }
> = {
  all: {},
  open: { state: ['notstarted', 'inprogress', 'failed'] },
  done: { state: ['completed', 'passed'] },
  optional: { required: 'optional' },
}

export const showOf = (state: ListState): Show => shows.find((one) => one === state.filters.show?.[0]) ?? 'all'
export const sortOf = (state: ListState) => sorts.find((one) => one === state.sort) ?? 'title'

/** The person's own courses or bundles, page after page. */
export function askMyLearning(kind: 'courses' | 'bundles', state: ListState) {
  const operation: typeof learning.courses = kind === 'courses' ? api.learning.courses : (api.learning.bundles as never)
  const sort = sortOf(state)
  const query = {
    ...filterOf[showOf(state)],
    ...(state.search ? { search: state.search } : {}),
    sort,
    direction: sort === 'createdAt' ? ('desc' as const) : ('asc' as const),
    limit: 24,
  }
  return {
    queryKey: ['learning', kind, query],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      call(operation, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: { next: string | null }) => page.next,
  }
}

export const askCourse = (userCourseId: string) => queryOf(api.learning.course, { params: { userCourseId } })
