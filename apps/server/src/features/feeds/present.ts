import type { Presented } from '@learnt/contract/endpoint'
import type { FeedCounts, FeedRow, FeedRun, FeedRunPage } from '@learnt/contract/feeds'
import type { FeedField } from '@learnt/contract/team-values'
import type { Translate } from '../../platform/translate.ts'
import { columnOf } from '../members/commands/member-columns.ts'
import { sentenceOf } from './queries/read-cells.ts'
import type { FeedRowRecord, RunRow } from './queries/runs.ts'
import { type Around, showReadAs, showRun } from './queries/show-run.ts'

const noCounts: FeedCounts = {
  rows: 0,
  create: 0,
  update: 0,
  unchanged: 0,
  rejected: 0,
  skipped: 0,
  leaving: 0,
  active: 0,
  away: 0,
  done: 0,
  failed: 0,
  undone: 0,
}

export function presentRun(around: Around, run: RunRow): Presented<typeof FeedRun> {
  return {
    ...showRun(around, run),
    source: run.source as 'upload',
    counts: { ...noCounts, ...run.counts },
    asks: run.asks,
  }
}

export function presentRunPage(around: Around, run: RunRow, mostLeaving: number): Presented<typeof FeedRunPage> {
  return {
    ...presentRun(around, run),
    jobId: run.jobId,
    headings: run.headings,
    mapping: run.mapping,
    options: run.options,
    reading: { encoding: run.reading.encoding ?? '', delimiter: run.reading.delimiter ?? '' },
    readAs: showReadAs(run),
    mostLeaving,
  }
}

/** A row with what it changes; `names`: of people who stand in it as ids. */
export function presentRow(
  t: Translate,
  run: RunRow,
  row: FeedRowRecord,
  names: ReadonlyMap<string, string>,
): Presented<typeof FeedRow> {
  const headingOf = (field: string) => run.headings[run.mapping.indexOf(field as FeedField)] ?? field
  return {
    place: row.place,
    line: row.line,
    person: row.person,
    userId: row.membershipId === null ? null : row.userId,
    outcome: row.outcome as FeedRow['outcome'],
    state: row.state as FeedRow['state'],
    changes: changesOf(row).map(({ field, before, after }) => ({
      field,
      before: textOf(before, field, names),
      after: textOf(after, field, names),
    })),
    errors: row.errors.map(({ code, field, found }) => ({
      column: field === '' ? '' : headingOf(field),
      expected: sentenceOf(t, 'feeds', { code }),
      found,
    })),
  }
}

/** People who stand as ids in what rows change. */
export function peopleIn(rows: readonly FeedRowRecord[]): string[] {
  return [
    ...new Set(
      rows
        .flatMap(changesOf)
        .filter((change) => change.field === 'managers')
        .flatMap(({ before, after }) => [before, after].flat())
        .filter((one) => typeof one === 'string'),
    ),
  ]
}

function changesOf(row: FeedRowRecord): { field: string; before: unknown; after: unknown }[] {
  if (row.outcome === 'rejected' || row.outcome === 'skipped' || row.outcome === 'unchanged') return []
  if (row.outcome === 'create')
    return Object.entries(row.fields).map(([field, after]) => ({ field, before: null, after }))
  const was = (field: string) => (row.current ? row.current[columnOf(field)] : row.before?.[field])
  return Object.keys(row.fields)
    .filter((field) =>
      row.current ? !isSame(was(field), row.fields[field]) : row.before !== null && field in row.before,
    )
    .map((field) => ({ field, before: was(field), after: row.fields[field] }))
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

function textOf(value: unknown, field: string, names: ReadonlyMap<string, string>): string {
  const words = [value ?? []].flat().map(String)
  return words.map((word) => (field === 'managers' ? (names.get(word) ?? word) : word)).join(', ')
}
