import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce, enqueue } from '../../../platform/outbox.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { rulesOf } from '../../../platform/request-kinds.ts'
import { holdRequest } from '../queries/hold-request.ts'
import type { OwnRequestRow } from '../queries/list-own.ts'

/** Takes one's own open request back. Of a decision at the same moment one of the two counts. */
export async function withdraw(
  ctx: Ctx,
  tx: WriteTx,
  request: Pick<OwnRequestRow, 'id' | 'kind' | 'title' | 'userId'>,
): Promise<void> {
  const isOpen = await closeOpen(ctx, tx, [request.id])
  if (!isOpen) throw new ProblemError('wrong-state', { detail: 'reason.requests.decided' })
  await rulesOf(request.kind)?.ended?.(ctx, tx, [request.id], { decision: 'withdraw', reason: '' })
  await withdrawLevels(ctx, tx, request.id)
  await Promise.all([
    audit(ctx, tx, {
      action: 'requests.withdraw',
      subjectType: 'request',
      subjectId: request.id,
      subjectTitle: request.title,
    }),
    enqueue(ctx, tx, 'requests.decided', { requestIds: [request.id] }),
    announce(ctx, tx, { topic: 'me', userId: request.userId, kind: 'request', id: request.id }),
  ])
}

/** The people do not want any more what these ask for. Answers whether one of them was open. */
export async function closeOpen(ctx: Ctx, tx: WriteTx, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false
  const { numUpdatedRows } = await tx
    .updateTable('requests')
    .set({ state: 'withdrawn', decidedAt: ctx.now })
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What was asked for is taken back with it. */
async function withdrawLevels(ctx: Ctx, tx: WriteTx, id: string): Promise<void> {
  const held = await holdRequest(tx, id)
  if (!held?.levels) return
  await tx
    .updateTable('requestDeciders')
    .set({ state: 'notNeeded' })
    .where('requestId', '=', id)
    .where('state', '=', 'open')
    .execute()
  await rulesOf(held.kind)?.withdrawn?.(ctx, tx, held)
}
