import type { BulkUpdate, BulkUpdateCounts, BulkUpdatePage, BulkUpdateRow } from '@learnt/contract/bulk-updates'
import type { Presented } from '@learnt/contract/endpoint'
import type { Translate } from '../../platform/translate.ts'
import { sentenceOf } from '../feeds/queries/read-cells.ts'
import type { FeedRowRecord } from '../feeds/queries/runs.ts'
import { type Around, showReadAs, showRun } from '../feeds/queries/show-run.ts'
import type { BulkRun } from './queries/bulk-runs.ts'

const noCounts: BulkUpdateCounts = {
  rows: 0,
  update: 0,
  skipped: 0,
  rejected: 0,
  done: 0,
  failed: 0,
  undone: 0,
  kept: 0,
}

export function presentBulkUpdate(around: Around, run: BulkRun): Presented<typeof BulkUpdate> {
  return { ...showRun(around, run), counts: { ...noCounts, ...run.counts } }
}

export function presentBulkUpdatePage(around: Around, run: BulkRun): Presented<typeof BulkUpdatePage> {
  return {
    ...presentBulkUpdate(around, run),
    jobId: run.jobId,
    headings: run.headings,
    mapping: run.mapping,
    options: run.options,
    reading: { encoding: run.reading.encoding ?? '', delimiter: run.reading.delimiter ?? '' },
    readAs: showReadAs(run),
  }
}

export function presentBulkUpdateRow(t: Translate, run: BulkRun, row: FeedRowRecord): Presented<typeof BulkUpdateRow> {
  const headingOf = (field: string) => run.headings[run.mapping.indexOf(field as 'email')] ?? ''
  const text = (field: string) => String(row.fields[field] ?? '')
  const at = row.fields.at
  return {
    place: row.place,
    line: row.line,
    person: row.person,
    userId: row.membershipId === null ? null : row.userId,
    outcome: row.outcome as BulkUpdateRow['outcome'],
    state: row.state as BulkUpdateRow['state'],
    result: resultOf(row),
    documentType: text('documentType') as 'course',
    title: text('title') || text('documentId'),
    activityTitle: text('activityTitle'),
    completedAt: typeof at === 'string' ? new Date(at) : null,
    progress: typeof row.fields.progress === 'number' ? row.fields.progress : null,
    errors: row.errors.map(({ code, field, found, named }) => ({
      column: field === '' ? '' : headingOf(field),
      expected: sentenceOf(t, 'bulkUpdates', { code, named }),
      found,
    })),
  }
}

function resultOf({ outcome, state }: FeedRowRecord): BulkUpdateRow['result'] {
  if (outcome === 'rejected' || state === 'failed') return 'update-failed'
  if (outcome === 'skipped') return 'update-skipped'
  return state === 'done' || state === 'kept' ? 'update-success' : null
}
