import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { findWaiting } from '../queries/find-document.ts'
import { applyWaitingRules } from './reevaluate-members.ts'

/**
 * Reads what the caller has. A rule counts from the moment it is saved: where its rows are still being written, the
 * caller's own come first.
 */
export async function readOwn<T>(ctx: Ctx, read: (tx: ReadTx) => Promise<T>): Promise<T> {
  const [isWaiting, result] = await ctx.read((tx) => Promise.all([findWaiting(tx), read(tx)]))
  if (!isWaiting) return result
  await applyWaitingRules(ctx)
  return ctx.read(read)
}
