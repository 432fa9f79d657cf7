import type { CustomField } from '@learnt/contract/custom-fields'
import { type RawBuilder, sql } from 'kysely'
import { selectCells } from '../../../platform/csv.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import type { ReportScope } from '../../reach/queries/scope.ts'
import { allOf, inOrder, isAfter, type Keyset, type ReportMoment } from './moment.ts'
import { fieldsOf, joinFields } from './person-fields.ts'

/** Whose figures, of when, and which of them. */
export interface Asked<Filter> {
  readonly scope: ReportScope
  readonly at: ReportMoment
  readonly filter: Filter
  /** The tenant's own fields that the reader may see; none where the rows are no people. */
  readonly fields: readonly CustomField[]
}

/** A report: its list and its files are made of this. */
export interface Report<Row, Filter> {
  /** By the names of the contract; never null. */
  readonly sorts: Readonly<Record<string, { expression: RawBuilder<unknown>; type: Keyset['type'] }>>
  /** Breaks ties of every order, and names the row in a cursor. */
  readonly id: RawBuilder<unknown>
  readonly idOf: (row: Row) => string
  /** All rows that are asked for. */
  readonly rows: (of: Asked<Filter>) => RawBuilder<unknown>
  /** Whether what the report is of is there for the reader, with or without rows; absent: it is of all. */
  readonly isThere?: (tx: ReadTx, of: Asked<Filter>) => Promise<boolean>
  /** How many there are, and what else stands above the list. */
  readonly summarize: (tx: ReadTx, of: Asked<Filter>) => Promise<{ total: number; more?: object }>
  /** Its rows are people, by `user_id`, with the tenant's own fields. */
  readonly isOfPeople?: true
  /** Of its files; their headers are words of the catalogue, `reports.columns`. */
  readonly columns: readonly FileColumn[]
}

/** A page of a report. */
export async function listReport<Row, Filter>(
  tx: ReadTx,
  report: Report<Row, Filter>,
  of: Asked<Filter> & { keyset: Keyset; limit: number },
): Promise<Row[]> {
  const page = sql`
    select f.*, ${of.keyset.sort} as sort_value from (${report.rows(of)}) f
    where ${allOf([isAfter(of.keyset)])}
    order by ${inOrder(of.keyset)} limit ${of.limit}`
  // Fields are read of the rows that are shown, not of all.
  const whole = report.isOfPeople
    ? sql`select page.*, ${fieldsOf(of.scope, of.fields, sql`page.user_id`)} as fields from (${page}) page
        order by ${inOrder({ ...of.keyset, sort: sql`page.sort_value` })}`
    : page
  const { rows } = await sql<Row>`${whole}`.execute(tx)
  return rows
}

/** All rows of a report as a file. */
export function reportFile<Row, Filter>(
  report: Report<Row, Filter>,
  of: Asked<Filter> & { keyset: Keyset; columns: readonly FileColumn[]; format: FileFormat },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))} from (${report.rows(of)}) f
    ${report.isOfPeople ? joinFields(of.scope, of.fields, sql`f.user_id`) : sql``} order by ${inOrder(of.keyset)}`
}
