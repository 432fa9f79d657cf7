import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'

export const coursesStandard = { sort: 'title' }
export const askCourses = (state: ListState) =>
  queryOf(api.courses.list, { query: listQuery(state) as { limit: number } })
export const askEditedCourse = (courseId: string) => queryOf(api.courses.get, { params: { courseId } })
export const askCourseFacets = () => queryOf(api.courses.facets)
