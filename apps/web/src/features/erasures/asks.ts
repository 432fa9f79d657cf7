import { type Erasure, erasureStates } from '@learnt/contract/erasures'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

/** What a decision about a person makes old. */
export const outdatedByErasure = ['erasures', 'eraseRequests', 'members'] as const

export interface PersonOf {
  readonly userId: string
  readonly teamId: string
}

export function askErasures(list: ListState) {
  const state = erasureStates.find((one) => list.filters.state?.includes(one))
  return queryOf(api.erasures.list, { query: { ...pageIn(list), ...(state ? { state } : {}) } })
}

export function askHolds(list: ListState) {
  return queryOf(api.erasures.holds, { query: pageIn(list) })
}

export const askRetention = () => queryOf(api.erasures.retention)

export const inputOf = ({ userId, teamId }: PersonOf) => ({ params: { userId }, query: { teamId } })
export const askErasureOf = (person: PersonOf) => queryOf(api.erasures.ofMember, inputOf(person))
export const askErasurePreview = (person: PersonOf) => queryOf(api.erasures.preview, inputOf(person))

/** Shows how it goes on while something is being erased. */
export const whileRunning = (items: readonly (Erasure | null)[] | undefined) =>
  items?.some((one) => one?.state === 'running') ? 3000 : false

function pageIn(list: ListState) {
  return {
    limit: list.limit,
    ...(list.search ? { search: list.search } : {}),
    ...(list.cursor ? { cursor: list.cursor } : {}),
  }
}
