import { adminJob, type JobKind, type Task, task } from '../../platform/jobs/job.ts'
import { countJobRows, jobRowsLink } from '../../platform/jobs/job-rows.ts'
import { forEachBatch, type Selection } from '../members/commands/each-selected.ts'
import { linkForJob, mailAdded } from './commands.ts'

export const userTasks: Task[] = [task('users.mailInvitation', mailAdded)]

export const userJobs: JobKind[] = [
  adminJob('users.passwordLinks', async (ctx, input: { selection: Selection }, progress) => {
    await forEachBatch(ctx, input.selection, progress, (ids) => linkForJob(ctx, ctx.requestId, ids))
    const { done, skipped, failed } = await ctx.read((tx) => countJobRows(tx, ctx.requestId))
    return {
      result: { done, skipped, failed },
      ...(skipped + failed > 0 ? { link: jobRowsLink(ctx.requestId) } : {}),
    }
  }),
]
