import { feedLimits } from '@learnt/contract/feed-states'
import type { FeedField } from '@learnt/contract/team-values'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { newPersonId } from '../../../platform/ids.ts'
import type { ReportProgress } from '../../../platform/jobs/job.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { readTableOf, type TableRow } from '../../files/commands.ts'
import { phoneTidier } from '../../members/commands/check-personal.ts'
import { type AnyRun, findFileOf, type RunRow, wishOf } from '../queries/runs.ts'
import type { OwnFields } from '../queries/settings.ts'
import { rowReader, type StagedRow } from '../read-row.ts'

/** Rows that travel together. */
const rowsAtOnce = 1000

/** Reads the file of a run into `feed_rows`, anew. Nothing else is changed. Answers how many rows it has. */
export async function stageRows(
  ctx: Ctx,
  run: RunRow,
  of: { unique: FeedField | null; own: OwnFields; progress: ReportProgress },
): Promise<number> {
  const tidyPhone = run.mapping.includes('phone') ? await phoneTidier() : () => null
  return stageFile(ctx, run, {
    reader: rowReader({ mapping: run.mapping, options: run.options, unique: of.unique, own: of.own, tidyPhone }),
    insert: (before, rows) => insertRows(ctx, run.id, before, rows),
    progress: of.progress,
  })
}

/** Reads the rows of a run's file below its headings, and hands them on a thousand at a time. Answers how many there are. */
export async function stageFile<Row>(
  ctx: Ctx,
  run: Pick<AnyRun, 'id' | 'fileId' | 'reading' | 'readAs' | 'headings'>,
  of: {
    reader: (row: TableRow) => Row
    insert: (before: number, rows: readonly Row[]) => Promise<void>
    progress: ReportProgress
  },
): Promise<number> {
  const file = await ctx.read((tx) => findFileOf(tx, run))
  if (!file) throw new ProblemError('not-found')
  await ctx.write((tx) => sql`delete from feed_rows where run_id = ${run.id}`.execute(tx), {
    statementTimeout: 120_000,
  })
  const isText = file.contentType === 'text/csv'
  let shortRows = 0
  let waiting: Row[] = []
  let staged = 0
  let isHeading = true
  const flush = async () => {
    const rows = waiting
    waiting = []
    await of.insert(staged, rows)
    staged += rows.length
    await of.progress(staged, null)
  }
  const reading = await readTableOf(ctx, file, wishOf(run), async (row) => {
    if (isHeading) {
      isHeading = false
      return true
    }
    if (staged + waiting.length >= feedLimits.rows)
      throw new ProblemError('too-large', { detail: ctx.t('feeds.unreadable.tooManyRows', { rows: feedLimits.rows }) })
    // Programs leave out cells at the end. They count as empty, and the run says how many rows have such.
    if (isText && row.cells.length < run.headings.length) shortRows++
    waiting.push(of.reader(row))
    // A file is no reason for anybody else's request to wait.
    if (waiting.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    if (waiting.length >= rowsAtOnce) await flush()
    return true
  })
  if (waiting.length > 0) await flush()
  const readAs = { ...reading, shortRows }
  await ctx.write((tx) => sql`update feed_runs set read_as = ${json(readAs)} where id = ${run.id}`.execute(tx))
  return staged
}

async function insertRows(ctx: Ctx, runId: string, before: number, rows: readonly StagedRow[]): Promise<void> {
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
    managers: row.managers,
    outcome: row.errors.some(({ code }) => code !== 'phone') ? 'rejected' : 'create',
    errors: row.errors,
  }))
  await ctx.write((tx) =>
    sql`
      insert into feed_rows (run_id, place, line, person, user_id, by_unique, by_email, by_username, by_employee, fields, managers, outcome, errors)
      select ${runId}, place, line, person, user_id, by_unique, by_email, by_username, by_employee, fields, managers, outcome, errors
      from jsonb_to_recordset(${json(told)}) as r (place int, line int, person text, user_id uuid, by_unique text, by_email text, by_username text,
        by_employee text, fields jsonb, managers text[], outcome text, errors jsonb)`.execute(tx),
  )
}
