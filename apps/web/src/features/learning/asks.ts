import type {
  ActivityContent,
  CourseCard,
  Home,
  LearnerCourse,
  learning,
  RequiredCard,
} from '@learnt/contract/learning'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'
import { loadPackageView } from './package-view.ts'

export const sorts = ['dueAt', 'title', 'progress', 'completionStatus', 'createdAt', 'category'] as const
export const shows = ['all', 'open', 'done', 'optional'] as const
/** What the figures of the homepage open. */
export const figureShows = {
  required: 'required',
  done: 'requiredDone',
  inProgress: 'begun',
  overdue: 'overdue',
} as const
const allShows = [...shows, ...Object.values(figureShows)] as const
export type Show = (typeof allShows)[number]

export const myLearningStandard = { sort: 'dueAt', filters: {} }

const filterOf: Record<
  Show,
  {
    state?: ('notstarted' | 'inprogress' | 'failed' | 'completed' | 'passed')[]
    required?: 'required' | 'optional'
    dueState?: 'overdue'
  }
> = {
  all: {},
  open: { state: ['notstarted', 'inprogress', 'failed'] },
  done: { state: ['completed', 'passed'] },
  optional: { required: 'optional' },
  required: { required: 'required' },
  requiredDone: { required: 'required', state: ['completed', 'passed'] },
  begun: { required: 'required', state: ['inprogress', 'failed'] },
  overdue: { dueState: 'overdue' },
}

export const showOf = (state: ListState): Show => allShows.find((one) => one === state.filters.show?.[0]) ?? 'all'
export const sortOf = (state: ListState) => sorts.find((one) => one === state.sort) ?? 'dueAt'

export const askHome = () => queryOf(api.learning.home)

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

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A course; when it is opened, together with what its page shows first: the step that the address names, else the one to
 * go on at. While the course is there already, what is on screen stays as it is, and the outline alone is asked for.
 */
export function askCourse(userCourseId: string, wanted: string | null) {
  const params = { userCourseId }
  const { queryKey } = queryOf(api.learning.course, { params })
  return {
    queryKey,
    queryFn: async ({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<LearnerCourse> => {
      const isThere = client.getQueryData(queryKey) !== undefined
      const query = isThere ? {} : { step: wanted && idPattern.test(wanted) ? wanted : 'here' }
      const { content, ...course } = await call(api.learning.course, { params, query }, { signal })
      if (content) keepContent(course.userCourseId, content)
      // fetches the code early; the view that needs it shows a failure
      if (content?.kind === 'scorm') void loadPackageView().catch(() => {})
      return course
    },
  }
}

/** Longer than a page needs from its answer to its drawing, and too short to show where somebody was before. */
const contentKeptMs = 5000
let kept: { userCourseId: string; content: ActivityContent; at: number } | null = null

function keepContent(userCourseId: string, content: ActivityContent): void {
  kept = { userCourseId, content, at: performance.now() }
}

/** A step's content; as it came with its course a moment ago, once: it says where the learner is. */
export function askContent(userCourseId: string, activityId: string) {
  return {
    ...queryOf(api.learning.activity, { params: { userCourseId, activityId } }),
    initialData: (): ActivityContent | undefined => {
      const came = kept
      kept = null
      const isThis = came?.userCourseId === userCourseId && came.content.id === activityId
      return came && isThis && performance.now() - came.at < contentKeptMs ? came.content : undefined
    },
  }
}

/** What a list that led here knows of a course already: enough for the head of its page. */
export function findCard(client: QueryClient, userCourseId: string): CourseCard | undefined {
  const cards = [...listsOf(client, 'courses'), ...listsOf(client, 'bundles'), ...cardsOfHome(client)]
  return cards.find((card) => card.userCourseId === userCourseId)
}

const listsOf = (client: QueryClient, kind: 'courses' | 'bundles') =>
  client
    .getQueriesData<{ pages?: { items: CourseCard[] }[] }>({ queryKey: ['learning', kind] })
    .flatMap(([, data]) => data?.pages?.flatMap((page) => page.items) ?? [])

function cardsOfHome(client: QueryClient): CourseCard[] {
  const home = client.getQueryData<Home>(askHome().queryKey)
  return home ? [...coursesToDo(home), ...home.recent] : []
}

/** The course to go on with, then those that are required, the most urgent first. */
export function coursesToDo({ resume, required }: Home): CourseCard[] {
  const { overdue, soon, upcoming, noDeadline } = required
  return [resume, ...[...overdue, ...soon, ...upcoming, ...noDeadline].map(courseOf)].filter((card) => card !== null)
}

/** The course among the required learning; null: it is of another kind. */
export function courseOf({ documentType, documentId, assignmentId, ...card }: RequiredCard): CourseCard | null {
  return documentType === 'course' ? { ...card, courseId: documentId, userCourseId: assignmentId } : null
}
