import type { BulkUpdateCounts } from '@learnt/contract/bulk-updates'
import type { Ctx } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { markChecked } from '../feeds/commands/finish-run.ts'
import { runJobs } from '../feeds/commands/run-jobs.ts'
import { findFeedSettings, uniqueField } from '../feeds/queries/settings.ts'
import { completionRuns } from './commands/completion-runs.ts'
import { forgetRecords } from './commands/forget-records.ts'
import { planUpdate } from './commands/plan-update.ts'
import { recordCompletions } from './commands/record-completions.ts'
import { stageCompletions } from './commands/stage-completions.ts'
import { takeBackUpdate } from './commands/take-back.ts'
import { asBulkRun, type BulkRun, countBulkRun } from './queries/bulk-runs.ts'

export const bulkUpdateJobs: JobKind[] = runJobs(completionRuns, {
  asRun: asBulkRun,
  tell: (run, { update, skipped, rejected, done, failed, undone }: BulkUpdateCounts) => ({
    result: { update, skipped, rejected, done, failed: failed + rejected, undone },
    link: `/apps/admin/bulk-update/${run.id}`,
  }),
  async check(ctx, run, progress) {
    const { headings } = await ctx.read((tx) => findFeedSettings(tx, run.teamId))
    const rows = await stageCompletions(ctx, run, progress)
    const counts = await planUpdate(ctx, run, uniqueField(headings))
    await progress(rows, rows)
    return { counts, together: (tx) => markChecked(ctx, tx, run, { counts, goesOn: false, asks: false }) }
  },
  async commit(ctx, run, progress) {
    await recordCompletions(ctx, run, progress)
    return recount(ctx, run)
  },
  async undo(ctx, run, progress) {
    await takeBackUpdate(ctx, run, progress)
    return recount(ctx, run)
  },
})

export const bulkUpdateRounds: Round[] = [{ name: 'bulkUpdates.forget', everyMs: 6 * 3_600_000, run: forgetRecords }]

function recount(ctx: Ctx, run: BulkRun): Promise<BulkUpdateCounts> {
  return ctx.read((tx) => countBulkRun(tx, run.id), { statementTimeout: 120_000 })
}
