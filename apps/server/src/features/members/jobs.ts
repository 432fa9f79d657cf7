import type { HandlerInput } from '@learnt/contract/endpoint'
import { limits } from '@learnt/contract/measures'
import type { members } from '@learnt/contract/members'
import type { Ctx, Services } from '../../platform/context.ts'
import { adminJob, type JobKind, type ReportProgress } from '../../platform/jobs/job.ts'
import { countJobRows, jobRowsLink } from '../../platform/jobs/job-rows.ts'
import type { Round } from '../../platform/jobs/round.ts'
import { systemContext } from '../../platform/system-context.ts'
import { listOpenTenants } from '../../platform/tenant/open-tenants.ts'
import { changeForJob } from './commands/change-members.ts'
import { setStatusForJob, terminateDue } from './commands/set-status.ts'
import { countMatching, listMatchingIds } from './queries.ts'

type SetStatus = HandlerInput<typeof members.setStatus>['body']
type Change = HandlerInput<typeof members.change>['body']

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
    const { done, skipped, failed } = await ctx.read((tx) => countJobRows(tx, ctx.requestId))
    return {
      result: { done, skipped, failed },
      ...(skipped + failed > 0 ? { link: jobRowsLink(ctx.requestId) } : {}),
    }
  }),
]

export const memberRounds: Round[] = [{ name: 'members.terminate', everyMs: 15 * 60_000, run: terminateWhereDue }]

/** In sets a person costs little, so that a batch may be larger than where each one takes several statements. */
const changedAtOnce = 2000

/** What a selection means is found out while the job goes through it; each batch is a transaction of its own. */
async function forEachBatch(
  ctx: Ctx,
  selection: SetStatus['selection'],
  progress: ReportProgress,
  act: (ids: string[]) => Promise<void>,
  size: number = limits.batchWrites,
): Promise<void> {
  if (selection.by === 'ids') {
    const ids = [...new Set(selection.ids)]
    for (let at = 0; at < ids.length; at += size) {
      await act(ids.slice(at, at + size))
      await progress(Math.min(at + size, ids.length), ids.length)
    }
    return
  }
  const total = await ctx.read((tx) => countMatching(tx, ctx.actor, selection.filter))
  await progress(0, total)
  let beyond = ''
  for (let done = 0; ; ) {
    const from = beyond
    const ids = await ctx.read((tx) => listMatchingIds(tx, ctx.actor, selection.filter, from, size))
    const last = ids.at(-1)
    if (last === undefined) return
    await act(ids)
    beyond = last
    done += ids.length
    await progress(done, Math.max(total, done))
  }
}

/** Last days come at midnight in each tenant's own zone. */
async function terminateWhereDue(services: Services, stopping: AbortSignal): Promise<void> {
  for (const id of await listOpenTenants(services.db)) {
    const ctx = systemContext(services, id, { requestId: 'members.terminate' })
    while (!stopping.aborted && (await terminateDue(ctx, limits.batchWrites)) === limits.batchWrites);
  }
}
