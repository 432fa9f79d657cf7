import { FeedState, feedStatesAtWork } from '@learnt/contract/feed-states'
import { type FeedRunPage, feedOutcomes, feedRowStates } from '@learnt/contract/feeds'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

export function askRuns(list: ListState) {
  const state = FeedState.options.filter((one) => list.filters.state?.includes(one))
  return queryOf(api.feeds.list, { query: { ...pageIn(list), ...(state.length > 0 ? { state } : {}) } })
}

export const askRun = (runId: string) => queryOf(api.feeds.get, { params: { runId } })

export const askPreview = (runId: string, reading: { encoding: string; delimiter: string }) =>
  queryOf(api.feeds.preview, { params: { runId }, query: reading })

export function askRows(runId: string, list: ListState) {
  const outcome = feedOutcomes.filter((one) => list.filters.outcome?.includes(one))
  const state = feedRowStates.filter((one) => list.filters.state?.includes(one))
  return queryOf(api.feeds.rows, {
    params: { runId },
    query: {
      ...pageIn(list),
      ...(outcome.length > 0 ? { outcome } : {}),
      ...(state.length > 0 ? { state } : {}),
    },
  })
}

export const askFeedSettings = queryOf(api.feeds.settings)

/** A job of the run works: its page asks again by itself. */
export function isAtWork(run: Pick<FeedRunPage, 'state'>): boolean {
  return feedStatesAtWork.includes(run.state)
}

function pageIn(list: ListState) {
  return {
    limit: list.limit,
    ...(list.search ? { search: list.search } : {}),
    ...(list.cursor ? { cursor: list.cursor } : {}),
  }
}
