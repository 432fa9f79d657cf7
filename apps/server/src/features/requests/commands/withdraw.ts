import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce, enqueue } from '../../../platform/outbox.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { decideSeats } from '../../events/commands/decide-seats.ts'
import { holdRequest } from '../queries/hold-request.ts'
import type { OwnRequestRow } from '../queries/list-own.ts'
import { rulesOf } from './request-kinds.ts'

/** Takes one's own open request back. Of a decision at the same moment one of the two counts. */
export async function withdraw(
  ctx: Ctx,
  tx: WriteTx,
  request: Pick<OwnRequestRow, 'id' | 'kind' | 'title' | 'userId'>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('requests')
    .set({ state: 'withdrawn', decidedAt: ctx.now })
    .where('id', '=', request.id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new ProblemError('wrong-state', { detail: 'reason.requests.decided' })
  if (request.kind === 'seat') await decideSeats(ctx, tx, [request.id], 'withdraw')
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
  await rulesOf(held.kind)?.withdrawn(ctx, tx, held)
}
