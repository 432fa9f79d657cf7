import type { FeedCounts } from '@learnt/contract/feeds'
import type { FeedField } from '@learnt/contract/team-values'
import type { Ctx } from '../../platform/context.ts'
import { adminJob, type JobKind, type JobOutcome, type ReportProgress } from '../../platform/jobs/job.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { terminateDue } from '../members/commands/set-status.ts'
import { carryOut, takeBack } from './commands/carry-out.ts'
import { explainFailure } from './commands/explain-failure.ts'
import { finishCheck, finishRun, recount } from './commands/finish-run.ts'
import { forgetOldRuns } from './commands/forget-runs.ts'
import { planRun } from './commands/plan-run.ts'
import { runFolders } from './commands/run-folder.ts'
import { stageRows } from './commands/stage-rows.ts'
import { abandonRun, resumeRun } from './commands/start-run.ts'
import type { RunRow } from './queries/runs.ts'
import { findFeedSettings, findOwnFields, uniqueField } from './queries/settings.ts'

interface Input extends Record<string, unknown> {
  readonly runId: string
}

const linkOf = (run: RunRow) => `/apps/admin/feed-history/${run.id}`

/** What a run tells the tray: how many rows it is about. */
function figuresOf({ create, update, rejected, leaving, done, failed, undone }: FeedCounts): Record<string, number> {
  return { create, update, rejected, leaving, done, failed, undone }
}

export const feedJobs: JobKind[] = [
  adminJob(
    'feeds.check',
    async (ctx, { runId }: Input, progress) => {
      const run = await resumeRun(ctx, runId, 'checking')
      try {
        return await check(ctx, run, progress)
      } catch (error) {
        throw await explainFailure(ctx, run, error)
      }
    },
    abandonRun,
  ),
  adminJob(
    'feeds.commit',
    async (ctx, { runId }: Input, progress) => {
      const run = await resumeRun(ctx, runId, 'committing')
      const fields = fieldsOf(run)
      await carryOut(ctx, { run, fields, progress })
      // Last days that have passed end memberships at once.
      if (fields.includes('terminationDate')) while ((await terminateDue(ctx, 1000)) === 1000);
      const counts = await recount(ctx, run)
      return {
        result: figuresOf(counts),
        link: linkOf(run),
        together: (tx) => finishRun(ctx, tx, run, 'done', counts),
      }
    },
    abandonRun,
  ),
  adminJob(
    'feeds.undo',
    async (ctx, { runId }: Input, progress) => {
      const run = await resumeRun(ctx, runId, 'undoing')
      await takeBack(ctx, { run, fields: fieldsOf(run), progress })
      const counts = await recount(ctx, run)
      return {
        result: figuresOf(counts),
        link: linkOf(run),
        together: (tx) => finishRun(ctx, tx, run, 'undone', counts),
      }
    },
    abandonRun,
  ),
]

export const feedRounds: Round[] = [
  { name: 'feeds.folder', everyMs: 30_000, run: runFolders },
  { name: 'feeds.forget', everyMs: 6 * 3_600_000, run: forgetOldRuns },
]

async function check(ctx: Ctx, run: RunRow, progress: ReportProgress): Promise<JobOutcome> {
  const settings = await ctx.read((tx) => findFeedSettings(tx, run.teamId))
  const unique = uniqueField(settings.headings)
  const own = await findOwnFields(ctx, run.options.dates)
  const rows = await stageRows(ctx, run, { unique, own, progress })
  const counts = await planRun(ctx, run, { unique, fields: fieldsOf(run), required: own.required })
  await progress(rows, rows)
  return {
    result: figuresOf(counts),
    link: linkOf(run),
    together: (tx) => finishCheck(ctx, tx, run, { counts, mostLeaving: settings.mostLeaving }),
  }
}

/** The fields that the file fills. */
function fieldsOf(run: RunRow): FeedField[] {
  return run.mapping.filter((field) => field !== null)
}
