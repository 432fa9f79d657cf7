import type { BulkUpdateCounts } from '@learnt/contract/bulk-updates'
import type { Ctx } from '../../platform/context.ts'
import { adminJob, type JobKind, type JobOutcome, type ReportProgress } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { explainFailure } from '../feeds/commands/explain-failure.ts'
import { finishRun, markChecked } from '../feeds/commands/finish-run.ts'
import { abandonRun, resumeRun } from '../feeds/commands/start-run.ts'
import { findFeedSettings, uniqueField } from '../feeds/queries/settings.ts'
import { forgetRecords } from './commands/forget-records.ts'
import { planUpdate } from './commands/plan-update.ts'
import { recordCompletions } from './commands/record-completions.ts'
import { stageCompletions } from './commands/stage-completions.ts'
import { takeBackUpdate } from './commands/take-back.ts'
import { asBulkRun, type BulkRun, countBulkRun } from './queries/bulk-runs.ts'

interface Input extends Record<string, unknown> {
  readonly runId: string
}

const linkOf = (run: BulkRun) => `/apps/admin/bulk-update/${run.id}`

/** What a run tells the tray: how many rows it is about. */
function figuresOf({ update, skipped, rejected, done, failed, undone }: BulkUpdateCounts): Record<string, number> {
  return { update, skipped, rejected, done, failed: failed + rejected, undone }
}

export const bulkUpdateJobs: JobKind[] = [
  adminJob(
    'bulkUpdates.check',
    async (ctx, { runId }: Input, progress) => {
      const run = asBulkRun(await resumeRun(ctx, runId, 'checking'))
      try {
        return await check(ctx, run, progress)
      } catch (error) {
        throw await explainFailure(ctx, run, error)
      }
    },
    abandonRun,
  ),
  adminJob(
    'bulkUpdates.commit',
    async (ctx, { runId }: Input, progress) => {
      const run = asBulkRun(await resumeRun(ctx, runId, 'committing'))
      await recordCompletions(ctx, run, progress)
      return finish(ctx, run, 'done')
    },
    abandonRun,
  ),
  adminJob(
    'bulkUpdates.undo',
    async (ctx, { runId }: Input, progress) => {
      const run = asBulkRun(await resumeRun(ctx, runId, 'undoing'))
      await takeBackUpdate(ctx, run, progress)
      return finish(ctx, run, 'undone')
    },
    abandonRun,
  ),
]

export const bulkUpdateRounds: Round[] = [{ name: 'bulkUpdates.forget', everyMs: 6 * 3_600_000, run: forgetRecords }]

async function check(ctx: Ctx, run: BulkRun, progress: ReportProgress): Promise<JobOutcome> {
  const { headings } = await ctx.read((tx) => findFeedSettings(tx, run.teamId))
  const rows = await stageCompletions(ctx, run, progress)
  const counts = await planUpdate(ctx, run, uniqueField(headings))
  await progress(rows, rows)
  return {
    result: figuresOf(counts),
    link: linkOf(run),
    together: (tx) => markChecked(ctx, tx, run, { counts, goesOn: false, asks: false }),
  }
}

async function finish(ctx: Ctx, run: BulkRun, state: 'done' | 'undone'): Promise<JobOutcome> {
  const counts = await ctx.read((tx) => countBulkRun(tx, run.id), { statementTimeout: 120_000 })
  return {
    result: figuresOf(counts),
    link: linkOf(run),
    together: (tx) => finishRun(ctx, tx, run, state, counts),
  }
}
