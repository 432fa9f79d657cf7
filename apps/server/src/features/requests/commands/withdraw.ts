import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce, enqueue } from '../../../platform/outbox.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { decideSeats } from '../../events/commands/decide-seats.ts'
import type { OwnRequestRow } from '../queries/list-own.ts'

/** Takes one's own open request back. Of a decision at the same moment one of the two counts. */
export async function withdraw(ctx: Ctx, tx: WriteTx, request: OwnRequestRow): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('requests')
    .set({ state: 'withdrawn', decidedAt: ctx.now })
    .where('id', '=', request.id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new ProblemError('wrong-state', { detail: 'reason.requests.decided' })
  if (request.kind === 'seat') await decideSeats(ctx, tx, [request.id], 'withdraw')
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
