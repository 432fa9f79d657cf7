import type { HandlerInput } from '@learnt/contract/endpoint'
import { limits } from '@learnt/contract/measures'
import type { members } from '@learnt/contract/members'
import type { Ctx } from '../../../platform/context.ts'
import type { ReportProgress } from '../../../platform/jobs/job.ts'
import { countMatching, listMatchingIds } from '../queries.ts'

export type Selection = HandlerInput<typeof members.setStatus>['body']['selection']

/** How many memberships a selection holds at the moment. */
export async function countSelected(ctx: Ctx, selection: Selection): Promise<number> {
  return selection.by === 'ids'
    ? new Set(selection.ids).size
    : ctx.read((tx) => countMatching(tx, ctx.actor, selection.filter))
}

/** What a selection means is found out while the job goes through it; each batch is a transaction of its own. */
export async function forEachBatch(
  ctx: Ctx,
  selection: Selection,
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
