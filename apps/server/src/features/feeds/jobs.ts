import type { FeedCounts } from '@learnt/contract/feeds'
import type { FeedField } from '@learnt/contract/team-values'
import type { JobKind } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { terminateDue } from '../members/commands/set-status.ts'
import { carryOut, takeBack } from './commands/carry-out.ts'
import { finishCheck, recount } from './commands/finish-run.ts'
import { forgetOldRuns } from './commands/forget-runs.ts'
import { planRun } from './commands/plan-run.ts'
import { runFolders } from './commands/run-folder.ts'
import { runJobs } from './commands/run-jobs.ts'
import { stageRows } from './commands/stage-rows.ts'
import { peopleRuns } from './commands/start-run.ts'
import type { RunRow } from './queries/runs.ts'
import { findFeedSettings, findOwnFields, uniqueField } from './queries/settings.ts'

export const feedJobs: JobKind[] = runJobs(peopleRuns, {
  asRun: (run) => run,
  tell: (run, { create, update, rejected, leaving, done, failed, undone }: FeedCounts) => ({
    result: { create, update, rejected, leaving, done, failed, undone },
    link: `/apps/admin/feed-history/${run.id}`,
  }),
  async check(ctx, run, progress) {
    const settings = await ctx.read((tx) => findFeedSettings(tx, run.teamId))
    const unique = uniqueField(settings.headings)
    const own = await findOwnFields(ctx)
    const rows = await stageRows(ctx, run, { unique, own, progress })
    const counts = await planRun(ctx, run, { unique, fields: fieldsOf(run), required: own.required })
    await progress(rows, rows)
    return { counts, together: (tx) => finishCheck(ctx, tx, run, { counts, mostLeaving: settings.mostLeaving }) }
  },
  async commit(ctx, run, progress) {
    const fields = fieldsOf(run)
    await carryOut(ctx, { run, fields, progress })
    // Last days that have passed end memberships at once.
    if (fields.includes('terminationDate')) while ((await terminateDue(ctx, 1000)) === 1000);
    return recount(ctx, run)
  },
  async undo(ctx, run, progress) {
    await takeBack(ctx, { run, fields: fieldsOf(run), progress })
    return recount(ctx, run)
  },
})

export const feedRounds: Round[] = [
  { name: 'feeds.folder', everyMs: 30_000, run: runFolders },
  { name: 'feeds.forget', everyMs: 6 * 3_600_000, run: forgetOldRuns },
]

/** The fields that the file fills. */
function fieldsOf(run: RunRow): FeedField[] {
  return run.mapping.filter((field) => field !== null)
}
