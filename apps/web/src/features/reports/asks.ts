import { type ReportName, type ReportWithPage, reportLists } from '@learnt/contract/report-lists'
import { queryOf } from '../../api/queries.ts'
import { readList } from '../../lists/address.ts'
import { askViews } from '../../lists/views-ask.ts'
import type { Loader } from '../../routes/route-book.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'
import { askCustomFields } from '../custom-fields/useCustomFields.ts'
import { operationsOf, type Scope, scopeOf } from './report-scope.ts'

/** How each report is sorted at first. */
export const standardOf: Record<Exclude<ReportName, 'assignments'>, { sort: string }> = {
  learners: { sort: 'name' },
  courses: { sort: 'title' },
  bundles: { sort: 'title' },
  pathways: { sort: 'type' },
  activities: { sort: 'courseTitle' },
  activityPeople: { sort: 'name' },
}

export const askLearners = (as: Scope, state: ListState) =>
  queryOf(operationsOf(as).learners, { query: listQuery(state) as never })
export const askCourses = (as: Scope, state: ListState) =>
  queryOf(operationsOf(as).courses, { query: listQuery(state) as never })
export const askBundles = (as: Scope, state: ListState) =>
  queryOf(operationsOf(as).bundles, { query: listQuery(state) as never })
export const askPathways = (as: Scope, state: ListState) =>
  queryOf(operationsOf(as).pathways, { query: listQuery(state) as never })
export const askActivities = (as: Scope, state: ListState) =>
  queryOf(operationsOf(as).activities, { query: listQuery(state) as never })
export const askActivityPeople = (as: Scope, activityId: string, state: ListState) =>
  queryOf(operationsOf(as).activityPeople, { params: { activityId }, query: listQuery(state) as never })
export const askFieldValues = (as: Scope) => ({ ...queryOf(operationsOf(as).fieldValues), staleTime: 60_000 })
/** For the names in the head of the page. */
export const askFirstActivityPerson = (as: Scope, activityId: string) =>
  queryOf(operationsOf(as).activityPeople, { params: { activityId }, query: { limit: 1 } })

const asks = {
  learners: askLearners,
  courses: askCourses,
  bundles: askBundles,
  pathways: askPathways,
  activities: askActivities,
}

/** What the page of a report asks first. */
export const loadReport =
  (name: ReportWithPage): Loader =>
  ({ client, pathname, search }) =>
    Promise.all([
      client.prefetchQuery(asks[name](scopeOf(pathname), readList(search, standardOf[name])) as never),
      client.prefetchQuery(askViews(reportLists[name].views)),
      ...(name === 'learners' ? [client.prefetchQuery(askCustomFields())] : []),
    ])

/** Whose rows stand behind a figure: those of a document's people, or of a person's courses. */
export type FigureOf = { courseId: string } | { documentId: string } | { userId: string; anyType?: 'true' }

export const assignmentsStandard = (of: FigureOf) => ({ sort: 'userId' in of ? 'courseTitle' : 'name' })
export const assignmentsQuery = (of: FigureOf, state: ListState) =>
  ({ ...('anyType' in of ? { cycles: 'all' } : {}), ...listQuery(state), ...of }) as never
export const askAssignments = (as: Scope, of: FigureOf, state: ListState) =>
  queryOf(operationsOf(as).assignments, { query: assignmentsQuery(of, state) })
/** For the names in the head of the page. */
export const askFirstAssignment = (as: Scope, of: FigureOf) =>
  queryOf(operationsOf(as).assignments, { query: { ...of, limit: 1 } })
/** What the page behind a figure asks first. */
export function loadFigures({ client, pathname, search }: Parameters<Loader>[0], of: FigureOf): Promise<unknown> {
  const as = scopeOf(pathname)
  return Promise.all([
    client.prefetchQuery(askFirstAssignment(as, of)),
    client.prefetchQuery(askAssignments(as, of, readList(search, assignmentsStandard(of)))),
    client.prefetchQuery(askViews('report-assignments')),
    client.prefetchQuery(askCustomFields()),
  ])
}

export const askAssignment = (as: Scope, userCourseId: string) =>
  queryOf(operationsOf(as).assignment, { params: { userCourseId } })
