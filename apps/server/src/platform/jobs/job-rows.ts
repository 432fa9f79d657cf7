import { sql } from 'kysely'
import { json, type ReadTx, type WriteTx } from '../db/database.ts'

/** What became of one row that a bulk job acted on. */
export interface JobRow {
  readonly subjectId: string
  /** As people know it. */
  readonly title: string
  readonly outcome: 'done' | 'skipped' | 'failed'
  /** Key of the catalogue below `reason`; '' for done ones. */
  readonly reason?: string
}

/** Where the rows are downloaded; give it as the job's `link`. */
export function jobRowsLink(jobId: string): string {
  return `/api/jobs/${jobId}/rows.csv`
}

/** Keeps what became of rows, in the transaction that did it; a job's id is its context's `requestId`. */
export async function recordJobRows(tx: WriteTx, jobId: string, rows: readonly JobRow[]): Promise<void> {
  if (rows.length === 0) return
  // As one value: with a parameter for each cell, reading the statement costs more than carrying it out.
  const told = rows.map(({ subjectId, title, outcome, reason = '' }) => ({
    subject_id: subjectId,
    title,
    outcome,
    reason,
  }))
  await sql`
    insert into job_rows (job_id, subject_id, title, outcome, reason)
    select ${jobId}::uuid, subject_id, title, outcome, reason
    from jsonb_to_recordset(${json(told)}) as r (subject_id text, title text, outcome text, reason text)
    on conflict (tenant_id, job_id, subject_id) do update set outcome = excluded.outcome, reason = excluded.reason, title = excluded.title`.execute(
    tx,
  )
}

/** Subjects that a job began again after a crash has dealt with already. */
export async function doneJobRows(tx: WriteTx, jobId: string, subjectIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subjectId: string }>`
    select subject_id from job_rows where job_id = ${jobId} and subject_id = any (${[...subjectIds]}::text[])`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.subjectId))
}

export async function countJobRows(
  tx: ReadTx,
  jobId: string,
): Promise<{ done: number; skipped: number; failed: number }> {
  const { rows } = await sql<{ outcome: JobRow['outcome']; count: number }>`
    select outcome, count(*) as count from job_rows where job_id = ${jobId} group by outcome`.execute(tx)
  const of = (outcome: JobRow['outcome']) => Number(rows.find((row) => row.outcome === outcome)?.count ?? 0)
  return { done: of('done'), skipped: of('skipped'), failed: of('failed') }
}

/** Rows of one outcome, by title. */
export async function listJobRows(
  tx: ReadTx,
  jobId: string,
  outcome: JobRow['outcome'],
  limit?: number,
): Promise<{ subjectId: string; title: string; reason: string }[]> {
  return tx
    .selectFrom('jobRows')
    .select(['subjectId', 'title', 'reason'])
    .where('jobId', '=', jobId)
    .where('outcome', '=', outcome)
    .orderBy('title')
    .orderBy('subjectId')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()
}
