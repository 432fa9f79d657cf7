import type { Ctx } from '../../platform/context.ts'
import { namesOfPeople, type RowRecord } from '../imports/queries/runs.ts'
import { columnOf } from '../members/commands/member-columns.ts'

/** What each row changes, with the names of people instead of their ids. */
export async function presentChanges(ctx: Ctx, rows: readonly RowRecord[]) {
  const managers = rows.flatMap(changesOf).filter((change) => change.field === 'managers')
  const ids = managers.flatMap(({ before, after }) => [before, after].flat()).filter((one) => typeof one === 'string')
  const names = await ctx.read((tx) => namesOfPeople(tx, [...new Set(ids)]))
  return rows.map((row) => ({
    changes: changesOf(row).map(({ field, before, after }) => ({
      field,
      before: textOf(before, field, names),
      after: textOf(after, field, names),
    })),
  }))
}

function changesOf(row: RowRecord): { field: string; before: unknown; after: unknown }[] {
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
