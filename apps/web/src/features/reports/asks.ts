import { queryOf } from '../../api/queries.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'
import { operationsOf, type Scope } from './report-scope.ts'

export const learnersStandard = { sort: 'name' }
export const askLearners = (as: Scope, state: ListState) =>
  queryOf(operationsOf(as).learners, { query: listQuery(state) as never })

export const courseFiguresStandard = { sort: 'title' }
export const askCourseFigures = (as: Scope, state: ListState) =>
  queryOf(operationsOf(as).courses, { query: listQuery(state) as never })
