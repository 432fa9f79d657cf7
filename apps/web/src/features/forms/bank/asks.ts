import { difficulties, questionSortKeys } from '@learnt/contract/forms/questions'
import { api } from '../../../api/operations.ts'
import { queryOf } from '../../../api/queries.ts'
import type { ListState } from '../../../ui/table/list-state.ts'

export const bankStandard = { sort: 'title' }

/** The questions of the bank for the address. */
export function askQuestions(list: ListState) {
  const { kind, category, tag, difficulty, archived } = list.filters
  return queryOf(api.questions.list, {
    query: {
      ...(list.search ? { search: list.search } : {}),
      ...(kind ? { kind } : {}),
      ...(category ? { category } : {}),
      ...(tag ? { tag } : {}),
      ...(difficulty ? { difficulty: difficulties.filter((one) => difficulty.includes(one)) } : {}),
      ...(archived?.[0] === 'true' ? { archived: 'true' as const } : {}),
      sort: questionSortKeys.find((key) => key === list.sort) ?? 'title',
      direction: list.direction,
      limit: list.limit,
      ...(list.cursor ? { cursor: list.cursor } : {}),
    } as never,
  })
}

export const askFacets = () => queryOf(api.questions.facets)
export const askQuestion = (questionId: string) => queryOf(api.questions.get, { params: { questionId } })
