import type { AuditSubject } from '@learnt/contract/audit-actions'
import type { ImportNoun } from '@learnt/contract/imports'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx, WriteTx } from '../../platform/db/database.ts'
import type { ReportProgress } from '../../platform/jobs/job.ts'
import type { RowRecord, RunRow } from './queries/runs.ts'

/** What a team remembers of earlier files of an import. */
export interface Remembered {
  /** What headings fill, without capitals, spaces and signs; null: nothing. */
  readonly known: ReadonlyMap<string, string | null>
  readonly options: object
  /** The field whose values tell the team's people apart. */
  readonly unique: string | null
  /** The encoding that somebody chose; '': none. */
  readonly encoding: string
}

/** An import: what its files say, how their rows are checked and carried out, and how that is taken back. */
export interface ImportKind<Run extends RunRow = RunRow, Counts extends object = object> {
  /** As `feed_runs.kind` names it. */
  readonly name: string
  /** How its operations, jobs, texts and entries in the audit log begin. */
  readonly noun: ImportNoun
  readonly subject: AuditSubject
  /** Address of the page with its runs. */
  readonly page: string
  /** Figures of a run without rows. */
  readonly noCounts: Counts
  /** What a heading means where nobody has said it yet. */
  guess(heading: string): string | null
  remembered(tx: ReadTx, teamId: string): Promise<Remembered>
  remember(tx: WriteTx, teamId: string, chosen: { mapping: object; options: object; encoding: string }): Promise<void>
  /** Throws where the columns do not say enough. */
  refuseMapping(mapping: readonly (string | null)[], remembered: Remembered, path: string): void
  /** Reads the file into `feed_rows` by stageFile(), and finds out what each row would do. Nothing else is changed. */
  check(ctx: Ctx, run: Run, progress: ReportProgress): Promise<Counts>
  /** Whether the checked run has to be confirmed before it is carried out. */
  asks?(ctx: Ctx, tx: WriteTx, run: Run, counts: Counts): Promise<boolean>
  /** Throws where a run may not be carried out as it is, or as asked. Answers what the audit log keeps of that. */
  confirm?(tx: WriteTx, run: Run, body: unknown): Promise<object>
  /** Carries out the good rows, and notes each as done together with it: begun again, it goes on with those that are left. */
  commit(ctx: Ctx, run: Run, progress: ReportProgress): Promise<void>
  /** Takes back what the run did, where nobody has changed it since. */
  undo(ctx: Ctx, run: Run, progress: ReportProgress): Promise<void>
  /** Figures of the run as its rows are now. */
  count(ctx: Ctx, run: Run): Promise<Counts>
  /** What a run tells the tray. */
  tell(counts: Counts): Record<string, number>
  /** What is shown of a run, of its page and of its rows beside what every import shows. */
  present?(run: Run): object
  presentPage?(tx: ReadTx, run: Run): Promise<object>
  presentRows(ctx: Ctx, run: Run, rows: readonly RowRecord[]): Promise<object[]>
}
