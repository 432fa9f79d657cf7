import type { OpenForm } from '@learnt/contract/forms/operations'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

export const sorts = ['title', 'dueAt', 'completionStatus', 'createdAt', 'category'] as const
export const myFormsStandard = { sort: 'title', filters: {} }
export const sortOf = (state: ListState) => sorts.find((one) => one === state.sort) ?? 'title'

/** The person's own forms, page after page. */
export function askMyForms(state: ListState) {
  const sort = sortOf(state)
  const query = {
    ...(state.filters.kind ? { kind: state.filters.kind as 'survey'[] } : {}),
    ...(state.filters.state ? { state: state.filters.state as 'inprogress'[] } : {}),
    ...(state.filters.category ? { category: state.filters.category } : {}),
    ...(state.search ? { search: state.search } : {}),
    sort,
    direction: sort === 'createdAt' ? ('desc' as const) : ('asc' as const),
    limit: 24,
  }
  return {
    queryKey: ['forms', 'mine', query],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      call(api.forms.mine, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: { next: string | null }) => page.next,
  }
}

export const askOwnForm = (documentId: string) => queryOf(api.forms.own, { params: { documentId } })
export const askOwnSubmissions = (documentId: string) => queryOf(api.forms.ownSubmissions, { params: { documentId } })
export const askOwnSubmission = (submissionId: string) => queryOf(api.forms.ownSubmission, { params: { submissionId } })
export const askSubmission = (submissionId: string) => queryOf(api.forms.submission, { params: { submissionId } })

/** Begins an attempt or goes on with it. NOTE outside of the part `forms`: news must not open a form a second time. */
export function askOpen(documentId: string) {
  return {
    queryKey: ['open-form', documentId],
    queryFn: (): Promise<OpenForm> => call(api.forms.open, { params: { documentId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // a phone without a network gets its answer at once
    networkMode: 'always' as const,
  }
}

export function askMyResults(state: ListState) {
  return queryOf(api.forms.ownResults, {
    query: {
      ...(state.filters.outcome ? { outcome: state.filters.outcome as 'passed'[] } : {}),
      ...(state.filters.kind ? { kind: state.filters.kind as 'quiz'[] } : {}),
      ...(state.search ? { search: state.search } : {}),
      limit: state.limit,
      ...(state.cursor ? { cursor: state.cursor } : {}),
    },
  })
}

/** Who reads a queue: each has an operation of their own. */
export type QueueReader = 'admin' | 'manager' | 'assessor'

export const queueStandard = { sort: 'submittedAt' as const }
const queueSorts = ['submittedAt', 'name', 'state', 'percent', 'startedAt'] as const

export function queueQuery(state: ListState) {
  return {
    ...(state.filters.state ? { state: state.filters.state as 'pending'[] } : {}),
    ...(state.filters.outcome ? { outcome: state.filters.outcome as 'passed'[] } : {}),
    ...(state.search ? { search: state.search } : {}),
    sort: queueSorts.find((one) => one === state.sort) ?? ('submittedAt' as const),
    direction: state.direction,
    limit: state.limit,
    ...(state.cursor ? { cursor: state.cursor } : {}),
  }
}

export function askQueue(reader: QueueReader, documentId: string, state: ListState) {
  const query = queueQuery(state)
  if (reader === 'assessor') return queryOf(api.forms.review, { query })
  const params = { documentId }
  return reader === 'admin'
    ? queryOf(api.forms.submissions, { params, query })
    : queryOf(api.forms.manager.submissions, { params, query })
}
