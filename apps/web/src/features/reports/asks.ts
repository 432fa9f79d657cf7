import { queryOf } from '../../api/queries.ts'
import { readList } from '../../lists/address.ts'
import { askViews } from '../../lists/views-ask.ts'
import type { Loader } from '../../routes/route-book.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'
import { operationsOf, type Scope, scopeOf } from './report-scope.ts'

export const learnersStandard = { sort: 'name' }
export const askLearners = (as: Scope, state: ListState) =>
  queryOf(operationsOf(as).learners, { query: listQuery(state) as never })

/** Whose rows stand behind a figure: those of a course's people, or of a person's courses. */
export type FigureOf = { courseId: string } | { userId: string }

export const assignmentsStandard = (of: FigureOf) => ({ sort: 'courseId' in of ? 'name' : 'courseTitle' })
export const assignmentsQuery = (of: FigureOf, state: ListState) => ({ ...listQuery(state), ...of }) as never
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
  ])
}

export const askAssignment = (as: Scope, userCourseId: string) =>
  queryOf(operationsOf(as).assignment, { params: { userCourseId } })

export const courseFiguresStandard = { sort: 'title' }
export const askCourseFigures = (as: Scope, state: ListState) =>
  queryOf(operationsOf(as).courses, { query: listQuery(state) as never })
