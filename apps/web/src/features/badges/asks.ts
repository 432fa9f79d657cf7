import { AwardState, awardSortKeys, type BadgeState, badgeRuleSortKeys, badgeSortKeys } from '@learnt/contract/badges'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

/** The role in which the reader sees other people’s badges. */
export type BadgeReader = 'admin' | 'manager'

export const badgesStandard = { sort: 'title' }
export const awardsStandard = { sort: 'awardedAt', direction: 'desc' } as const

export function askBadges(list: ListState) {
  const state: BadgeState = list.filters.state?.includes('archived') ? 'archived' : 'active'
  return queryOf(api.badges.list, {
    query: {
      ...pageIn(list),
      state,
      sort: badgeSortKeys.find((key) => key === list.sort) ?? 'title',
      direction: list.direction,
    },
  })
}

export const askBadge = (badgeId: string) => queryOf(api.badges.get, { params: { badgeId } })

/** Badges to choose from. */
export const askBadgeChoice = (search: string) => ({
  ...queryOf(api.badges.list, { query: { limit: 20, ...(search ? { search } : {}) } }),
  staleTime: 30_000,
})

/** The filters of the list of awards and of its files. */
export function awardsFilter(list: ListState, of: { badgeId?: string; userId?: string }) {
  const states = AwardState.options.filter((one) => list.filters.state?.includes(one))
  return {
    ...of,
    ...(list.search ? { search: list.search } : {}),
    ...(states.length > 0 ? { state: states } : {}),
    sort: awardSortKeys.find((key) => key === list.sort) ?? 'awardedAt',
    direction: list.direction,
  }
}

export function askAwards(reader: BadgeReader, list: ListState, of: { badgeId?: string; userId?: string }) {
  return queryOf(api.badges[reader].list, { query: { ...awardsFilter(list, of), ...pageIn(list) } })
}

export function askBadgeRules(list: ListState) {
  const badgeId = list.filters.badgeId?.[0]
  return queryOf(api.badges.rules.list, {
    query: {
      ...pageIn(list),
      ...(badgeId ? { badgeId } : {}),
      sort: badgeRuleSortKeys.find((key) => key === list.sort) ?? 'title',
      direction: list.direction,
    },
  })
}

export const askBadgeRule = (ruleId: string) => queryOf(api.badges.rules.get, { params: { ruleId } })

export const askOwnBadges = (limit: number) => queryOf(api.badges.mine, { query: { limit } })

function pageIn(list: ListState) {
  return {
    limit: list.limit,
    ...(list.search ? { search: list.search } : {}),
    ...(list.cursor ? { cursor: list.cursor } : {}),
  }
}

/** The address of an award’s signed file: the file itself, or inside its picture. */
export function credentialOf(awardId: string, format: 'json' | 'png'): string {
  return `/api/badge-awards/${awardId}/credential.${format}`
}
