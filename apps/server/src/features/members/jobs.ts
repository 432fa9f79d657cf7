import type { HandlerInput } from '@learnt/contract/endpoint'
import { limits } from '@learnt/contract/measures'
import type { members } from '@learnt/contract/members'
import type { Ctx, Services } from '../../platform/context.ts'
import { adminJob, type JobKind, type JobOutcome } from '../../platform/jobs/job.ts'
import { countJobRows, jobRowsLink } from '../../platform/jobs/job-rows.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { systemContext } from '../../platform/system-context.ts'
import { listOpenTenants } from '../../platform/tenant/open-tenants.ts'
import { changeForJob } from './commands/change-members.ts'
import { forEachBatch } from './commands/each-selected.ts'
import { setStatusForJob, terminateDue } from './commands/set-status.ts'
import { writeForJob } from './commands/write-to-members.ts'

type SetStatus = HandlerInput<typeof members.setStatus>['body']
type Change = HandlerInput<typeof members.change>['body']
type Message = HandlerInput<typeof members.mail>['body']

export const memberJobs: JobKind[] = [
  adminJob('members.setStatus', async (ctx, input: SetStatus, progress) => {
    await forEachBatch(ctx, input.selection, progress, (ids) => setStatusForJob(ctx, ctx.requestId, ids, input.status))
    const { done, skipped, failed } = await ctx.read((tx) => countJobRows(tx, ctx.requestId))
    return {
      result: { status: input.status, done, skipped, failed },
      ...(skipped + failed > 0 ? { link: jobRowsLink(ctx.requestId) } : {}),
    }
  }),
  adminJob('members.change', async (ctx, input: Change, progress) => {
    await forEachBatch(
      ctx,
      input.selection,
      progress,
      (ids) => changeForJob(ctx, ctx.requestId, ids, input.change),
      changedAtOnce,
    )
    return outcomeOf(ctx)
  }),
  adminJob('members.mail', async (ctx, input: Message, progress) => {
    await forEachBatch(ctx, input.selection, progress, (ids) => writeForJob(ctx, ctx.requestId, ids, input))
    return outcomeOf(ctx)
  }),
]

/** Figures of what became of the rows, and where they stand by name. */
async function outcomeOf(ctx: Ctx): Promise<JobOutcome> {
  const { done, skipped, failed } = await ctx.read((tx) => countJobRows(tx, ctx.requestId))
  return {
    result: { done, skipped, failed },
    ...(skipped + failed > 0 ? { link: jobRowsLink(ctx.requestId) } : {}),
  }
}

export const memberRounds: Round[] = [{ name: 'members.terminate', everyMs: 15 * 60_000, run: terminateWhereDue }]

/** In sets a person costs little, so that a batch may be larger than where each one takes several statements. */
const changedAtOnce = 2000

/** Last days come at midnight in each tenant's own zone. */
async function terminateWhereDue(services: Services, stopping: AbortSignal): Promise<void> {
  for (const id of await listOpenTenants(services.db)) {
    const ctx = systemContext(services, id, { requestId: 'members.terminate' })
    while (!stopping.aborted && (await terminateDue(ctx, limits.batchWrites)) === limits.batchWrites);
  }
}
