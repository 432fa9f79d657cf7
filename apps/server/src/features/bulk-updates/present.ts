import type { BulkUpdateRow } from '@learnt/contract/bulk-updates'
import type { RowRecord } from '../imports/queries/runs.ts'

/** What a row records. */
export function presentCompletion(row: RowRecord) {
  const text = (field: string) => String(row.fields[field] ?? '')
  const { at, progress } = row.fields
  return {
    result: resultOf(row),
    documentType: text('documentType'),
    title: text('title') || text('documentId'),
    activityTitle: text('activityTitle'),
    completedAt: typeof at === 'string' ? new Date(at) : null,
    progress: typeof progress === 'number' ? progress : null,
  }
}

function resultOf({ outcome, state }: RowRecord): BulkUpdateRow['result'] {
  if (outcome === 'rejected' || state === 'failed') return 'update-failed'
  if (outcome === 'skipped') return 'update-skipped'
  return state === 'done' || state === 'kept' ? 'update-success' : null
}
