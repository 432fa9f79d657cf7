import type { OpenForm } from '@learnt/contract/forms/operations'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

export const sorts = ['title', 'dueAt', 'completionStatus', 'type', 'createdAt', 'category'] as const
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

/**
 * Begins or continues an attempt, the person’s own or that of a person under observation. NOTE the key is outside of
 * the part `forms`, so that news never opens a form a second time.
 */
export function askOpen(documentId: string, personId: string | null) {
  return {
    queryKey: ['open-form', documentId, personId],
    queryFn: (): Promise<OpenForm> =>
      personId === null
        ? call(api.forms.open, { params: { documentId } })
        : call(api.forms.observe, { params: { documentId }, body: { userId: personId } }),
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

/** The role that reads a queue; each has an operation of its own. */
export type QueueReader = 'admin' | 'manager' | 'assessor'

/** People that the reader can observe; '' for every form. */
export function askObservations(documentId: string, state: ListState) {
  return queryOf(api.forms.observations, {
    query: {
      ...(documentId ? { documentId } : {}),
      ...(state.filters.state ? { state: state.filters.state as 'inprogress'[] } : {}),
      ...(state.search ? { search: state.search } : {}),
      limit: state.limit,
      ...(state.cursor ? { cursor: state.cursor } : {}),
    },
  })
}

export const queueStandard = { sort: 'submittedAt' as const }
const queueSorts = ['submittedAt', 'name', 'state', 'percent', 'startedAt'] as const

export function queueQuery(state: ListState) {
  return {
    ...(state.filters.state ? { state: state.filters.state as 'pending'[] } : {}),
    ...(state.filters.outcome ? { outcome: state.filters.outcome as 'passed'[] } : {}),
    ...(state.filters.forMe ? { waiting: 'true' as const, forMe: 'true' as const } : {}),
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
  // a manager’s people over all forms
  if (reader === 'manager' && documentId === '') return queryOf(api.forms.manager.waiting, { query })
  return reader === 'admin'
    ? queryOf(api.forms.submissions, { params, query })
    : queryOf(api.forms.manager.submissions, { params, query })
}
