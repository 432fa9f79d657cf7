import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { RequestKindRules } from '../../../platform/request-kinds.ts'
import { Seats } from './change-seats.ts'
import { lockEvent } from './lock-event.ts'

/** Requests for seats. The event tells people itself, with what it is for their calendar. */
export const seatRequests: RequestKindRules = { kind: 'seat', tellsItself: true, ended: decideSeats }

/**
 * What was decided, or withdrawn, about requests for seats: approved people get a free seat or wait for one; of others the
 * registration ends. Events are locked in the order of their ids.
 */
async function decideSeats(
  ctx: Ctx,
  tx: WriteTx,
  requestIds: readonly string[],
  { decision, reason }: { decision: 'approve' | 'decline' | 'withdraw'; reason: string },
): Promise<void> {
  const { rows } = await sql<{ eventId: string; userIds: string[] }>`
    select r.document_id as event_id, array_agg(r.user_id order by r.made_at, r.id) as user_ids from requests r
    where r.id = any(${requestIds}::uuid[]) group by 1 order by 1`.execute(tx)
  for (const { eventId, userIds } of rows) {
    const seats = new Seats(ctx, await lockEvent(ctx, tx, eventId, userIds))
    for (const userId of userIds) {
      if (seats.stateOf(userId) !== 'registration') continue
      const isFree = seats.free > 0 && !seats.isAwaited
      const verb =
        decision === 'approve'
          ? isFree
            ? 'approve'
            : 'approveToWait'
          : decision === 'decline'
            ? 'decline'
            : 'takeBack'
      seats.change(userId, verb, { note: reason })
    }
    await seats.write(tx)
  }
}
