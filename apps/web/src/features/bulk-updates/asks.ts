import { bulkUpdateOutcomes, bulkUpdateSorts } from '@learnt/contract/bulk-updates'
import { FeedState } from '@learnt/contract/feed-states'
import { feedRowStates } from '@learnt/contract/feeds'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

/** The newest first. */
export const bulkUpdatesStandard = { sort: 'createdAt', direction: 'desc' as const }

export function askBulkUpdates(list: ListState) {
  const state = FeedState.options.filter((one) => list.filters.state?.includes(one))
  const sort = bulkUpdateSorts.find((one) => one === list.sort) ?? bulkUpdatesStandard.sort
  return queryOf(api.bulkUpdates.list, {
    query: {
      ...pageIn(list),
      sort: sort as 'createdAt',
      direction: list.direction,
      ...(state.length > 0 ? { state } : {}),
    },
  })
}

export const askBulkUpdate = (runId: string) => queryOf(api.bulkUpdates.get, { params: { runId } })

export const askBulkPreview = (runId: string, reading: { encoding: string; delimiter: string }) =>
  queryOf(api.bulkUpdates.preview, { params: { runId }, query: reading })

export function askBulkRows(runId: string, list: ListState) {
  const outcome = bulkUpdateOutcomes.filter((one) => list.filters.outcome?.includes(one))
  const state = feedRowStates.filter((one) => list.filters.state?.includes(one))
  return queryOf(api.bulkUpdates.rows, {
    params: { runId },
    query: {
      ...pageIn(list),
      ...(outcome.length > 0 ? { outcome } : {}),
      ...(state.length > 0 ? { state } : {}),
    },
  })
}

function pageIn(list: ListState) {
  return {
    limit: list.limit,
    ...(list.search ? { search: list.search } : {}),
    ...(list.cursor ? { cursor: list.cursor } : {}),
  }
}
