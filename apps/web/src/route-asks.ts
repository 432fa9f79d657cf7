import type { QueryKey } from '@tanstack/react-query'
import { askHome } from './api/first-home.ts'
import { askCourseFacets, askCourses, askEditedCourse, coursesStandard } from './features/courses/asks.ts'
import { askCourse, askMyLearning, myLearningStandard } from './features/learning/asks.ts'
import { askMember, askMemberFacets, askMembers, membersStandard } from './features/members/asks.ts'
import {
  askAssignment,
  askAssignments,
  askCourseFigures,
  askFirstAssignment,
  askLearners,
  assignmentsStandard,
  courseFiguresStandard,
  type FigureOf,
  learnersStandard,
} from './features/reports/asks.ts'
import { scopeOf } from './features/reports/report-scope.ts'
import { readList } from './lists/address.ts'
import { askViews } from './lists/views-ask.ts'
import { type ListState, plainList } from './ui/table/list-state.ts'

/** One question of a page, as its own code asks it; with `initialPageParam` the first page of several. */
export interface Asked {
  queryKey: QueryKey
  staleTime?: number
  initialPageParam?: string
}

interface Wanted {
  pathname: string
  /** The query string of the address. */
  search: string
  /** The last word of the path: an id, which needs no decoding. */
  last: string
}

const listAt = ({ search }: Wanted, standard: Partial<ListState>) => readList(search, { ...plainList, ...standard })
const home = () => [askHome()]
const learners = (wanted: Wanted) => [
  askLearners(scopeOf(wanted.pathname), listAt(wanted, learnersStandard)),
  askViews('report-learners'),
]
const courseFigures = (wanted: Wanted) => [
  askCourseFigures(scopeOf(wanted.pathname), listAt(wanted, courseFiguresStandard)),
  askViews('report-courses'),
]
const behind = (wanted: Wanted, of: FigureOf) => {
  const as = scopeOf(wanted.pathname)
  return [
    askFirstAssignment(as, of),
    askAssignments(as, of, listAt(wanted, assignmentsStandard(of))),
    askViews('report-assignments'),
  ]
}
const behindLearner = (wanted: Wanted) => behind(wanted, { userId: wanted.last })
const behindCourse = (wanted: Wanted) => behind(wanted, { courseId: wanted.last })
const assignment = ({ pathname, last }: Wanted) => [askAssignment(scopeOf(pathname), last)]

/**
 * What a page asks first, by the path of its route: said by the functions that the page itself takes its questions from,
 * so that both are the same. Apart from routes.ts, which every first page pays for.
 */
export const routeAsks: Readonly<Record<string, (wanted: Wanted) => readonly Asked[]>> = {
  '/apps/homepage/myhomepage': home,
  '/apps/munro-homepage': home,
  '/apps/courses/mycourses': (wanted) => [askMyLearning('courses', listAt(wanted, myLearningStandard))],
  '/apps/courses/mybundles': (wanted) => [askMyLearning('bundles', listAt(wanted, myLearningStandard))],
  '/apps/course/:userCourseId': ({ last, search }) => [askCourse(last, new URLSearchParams(search).get('activity'))],
  '/apps/admin/courses': (wanted) => [
    askCourses(listAt(wanted, coursesStandard)),
    askCourseFacets(),
    askViews('courses'),
  ],
  '/apps/admin/users': (wanted) => [
    askMembers(listAt(wanted, membersStandard)),
    askMemberFacets(),
    askViews('members'),
  ],
  '/apps/admin/courses/:courseId': ({ last }) => [askEditedCourse(last)],
  '/apps/admin/users/:userId': ({ last, search }) =>
    last === 'new' ? [] : [askMember(last, new URLSearchParams(search).get('teamId') ?? undefined)],
  '/apps/admin/reporting': learners,
  '/apps/manager/reporting': learners,
  '/apps/admin/course-aggregate-reporting': courseFigures,
  '/apps/manager/course-aggregate-reporting': courseFigures,
  '/apps/admin/reporting/:userId': behindLearner,
  '/apps/manager/reporting/:userId': behindLearner,
  '/apps/admin/reporting/:userId/:userCourseId': assignment,
  '/apps/manager/reporting/:userId/:userCourseId': assignment,
  '/apps/admin/course-aggregate-reporting/:courseId': behindCourse,
  '/apps/manager/course-aggregate-reporting/:courseId': behindCourse,
}
