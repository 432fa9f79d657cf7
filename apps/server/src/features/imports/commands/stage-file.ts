import { importLimits } from '@learnt/contract/import-states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { newPersonId } from '../../../platform/ids.ts'
import type { ReportProgress } from '../../../platform/jobs/job.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { readTableOf, type TableRow } from '../../files/commands.ts'
import type { RowError } from '../queries/read-cells.ts'
import { findFileOf, type RunRow, wishOf } from '../queries/runs.ts'

/** A row of a file as it is staged, with the words by which its person is found. */
export interface StagedRow {
  readonly line: number
  readonly person: string
  readonly byUnique: string
  readonly byEmail: string
  readonly byUsername: string
  readonly byEmployee: string
  readonly fields: object
  readonly managers?: string[] | null
  readonly outcome: string
  readonly errors: readonly RowError[]
}

/** Rows that travel together. */
const rowsAtOnce = 1000

/**
 * Reads the rows of a run's file into `feed_rows`, anew, a thousand at a time. Nothing else is changed. `fields`: SQL for what
 * is stored of the fields of a row `r`.
 */
export async function stageFile(
  ctx: Ctx,
  run: RunRow,
  of: { read: (row: TableRow) => StagedRow; progress: ReportProgress; fields?: RawBuilder<unknown> },
): Promise<void> {
  const file = await ctx.read((tx) => findFileOf(tx, run))
  if (!file) throw new ProblemError('not-found')
  await ctx.write((tx) => sql`delete from feed_rows where run_id = ${run.id}`.execute(tx), {
    statementTimeout: 120_000,
  })
  const isText = file.contentType === 'text/csv'
  let shortRows = 0
  let waiting: StagedRow[] = []
  let staged = 0
  let isHeading = true
  const flush = async () => {
    const rows = waiting
    waiting = []
    await insertRows(ctx, run.id, staged, rows, of.fields ?? sql`r.fields`)
    staged += rows.length
    await of.progress(staged, null)
  }
  const reading = await readTableOf(ctx, file, wishOf(run), async (row) => {
    if (isHeading) {
      isHeading = false
      return true
    }
    if (staged + waiting.length >= importLimits.rows)
      throw new ProblemError('too-large', {
        detail: ctx.t('imports.unreadable.tooManyRows', { rows: importLimits.rows }),
      })
    // Programs leave out cells at the end. They count as empty, and the run says how many rows have such.
    if (isText && row.cells.length < run.headings.length) shortRows++
    waiting.push(of.read(row))
    // A file is no reason for anybody else's request to wait.
    if (waiting.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    if (waiting.length >= rowsAtOnce) await flush()
    return true
  })
  if (waiting.length > 0) await flush()
  const readAs = { ...reading, shortRows }
  await ctx.write((tx) => sql`update feed_runs set read_as = ${json(readAs)} where id = ${run.id}`.execute(tx))
}

async function insertRows(
  ctx: Ctx,
  runId: string,
  before: number,
  rows: readonly StagedRow[],
  fields: RawBuilder<unknown>,
): Promise<void> {
  const told = rows.map((row, at) => ({
    place: before + at + 1,
    line: row.line,
    person: row.person,
    user_id: newPersonId(),
    by_unique: row.byUnique,
    by_email: row.byEmail,
    by_username: row.byUsername,
    by_employee: row.byEmployee,
    fields: row.fields,
    managers: row.managers ?? null,
    outcome: row.outcome,
    errors: row.errors,
  }))
  await ctx.write((tx) =>
    sql`
      insert into feed_rows (run_id, place, line, person, user_id, by_unique, by_email, by_username, by_employee, fields, managers, outcome, errors)
      select ${runId}, place, line, person, user_id, by_unique, by_email, by_username, by_employee, ${fields}, managers, outcome, errors
      from jsonb_to_recordset(${json(told)}) as r (place int, line int, person text, user_id uuid, by_unique text, by_email text, by_username text,
        by_employee text, fields jsonb, managers text[], outcome text, errors jsonb)`.execute(tx),
  )
}
