import { attentions } from '@learnt/contract/my-people'
import { membershipStatuses } from '@learnt/contract/states'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

export const teamStandard = { sort: 'attention' }
export const rulesStandard = { sort: 'title' }

/** What a change of a manager rule makes old: who is whose, and all that managers see. */
export const outdatedByManagers = ['managerRules', 'myPeople', 'members', 'reports'] as const

/** The manager's people for the address. */
export function askTeam(list: ListState) {
  const chosen = <Value extends string>(values: readonly Value[], key: string) =>
    values.filter((value) => list.filters[key]?.includes(value))
  const [having, status] = [chosen(attentions, 'having'), chosen(membershipStatuses, 'status')]
  return queryOf(api.myPeople.list, {
    query: {
      limit: list.limit,
      ...(list.search ? { search: list.search } : {}),
      ...(list.cursor ? { cursor: list.cursor } : {}),
      ...(list.filters.levels?.[0] === 'all' ? { levels: 'all' as const } : {}),
      ...(having.length > 0 ? { having } : {}),
      ...(status.length > 0 ? { status } : {}),
      ...(list.sort === 'name' ? { sort: 'name' as const } : {}),
    },
  })
}

export function askRules(list: ListState) {
  return queryOf(api.managerRules.list, {
    query: {
      limit: list.limit,
      ...(list.search ? { search: list.search } : {}),
      ...(list.cursor ? { cursor: list.cursor } : {}),
      sort: (['title', 'kind', 'pairs', 'updatedAt'] as const).find((key) => key === list.sort) ?? 'title',
      direction: list.direction,
    },
  })
}
