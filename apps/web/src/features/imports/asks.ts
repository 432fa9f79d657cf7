import { ImportState, importStatesAtWork } from '@learnt/contract/import-states'
import { importRowStates, importSorts } from '@learnt/contract/imports'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'
import type { AnyRun, ImportCalls } from './import-pages.ts'

/** The newest first. */
export const runsStandard = { sort: 'createdAt', direction: 'desc' as const }

export function askRuns(calls: ImportCalls, list: ListState) {
  const state = ImportState.options.filter((one) => list.filters.state?.includes(one))
  return queryOf(calls.list, {
    query: {
      ...pageIn(list),
      sort: importSorts.find((one) => one === list.sort) ?? 'createdAt',
      direction: list.direction,
      ...(state.length > 0 ? { state } : {}),
    },
  })
}

export const askRun = (calls: ImportCalls, runId: string) => queryOf(calls.get, { params: { runId } })

export const askPreview = (calls: ImportCalls, runId: string, reading: { encoding: string; delimiter: string }) =>
  queryOf(calls.preview, { params: { runId }, query: reading })

export function askRows(calls: ImportCalls, runId: string, outcomes: readonly string[], list: ListState) {
  const outcome = outcomes.filter((one) => list.filters.outcome?.includes(one))
  const state = importRowStates.filter((one) => list.filters.state?.includes(one))
  return queryOf(calls.rows, {
    params: { runId },
    query: {
      ...pageIn(list),
      ...(outcome.length > 0 ? { outcome } : {}),
      ...(state.length > 0 ? { state } : {}),
    },
  })
}

/** A job of the run works: its page asks again by itself. */
export function isAtWork(run: Pick<AnyRun, 'state'>): boolean {
  return importStatesAtWork.includes(run.state)
}

function pageIn(list: ListState) {
  return {
    limit: list.limit,
    ...(list.search ? { search: list.search } : {}),
    ...(list.cursor ? { cursor: list.cursor } : {}),
  }
}
