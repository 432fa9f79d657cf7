import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announceMany, enqueue } from '../../../platform/outbox.ts'

/** More changed people than this are not told one by one: their pages ask again sooner or later. */
const peopleTold = 200

/**
 * Tells administrators that a document's people changed, and the people themselves if they are few. The worker then
 * notifies those with new duties: it looks among `people`, or, if they are many or none are named, among `receivers`,
 * or all.
 */
export async function tell(
  ctx: Ctx,
  tx: WriteTx,
  documentIds: readonly string[],
  people: readonly string[],
  receivers: {
    readonly userIds?: readonly string[]
    readonly within?: { readonly from: string; readonly until: string }
  } = {},
): Promise<void> {
  const named = people.length > 0 && people.length < peopleTold ? { userIds: people } : receivers
  await Promise.all([
    documentIds.length > 0 ? enqueue(ctx, tx, 'notifications.assigned', { documentIds, ...named }) : null,
    announceMany(ctx, tx, [
      ...(documentIds.length < peopleTold ? documentIds : []).map(
        (id) => ({ topic: 'courses', userId: null, kind: 'availability', id }) as const,
      ),
      ...(people.length < peopleTold ? people : []).map(
        (userId) => ({ topic: 'me', userId, kind: 'assignments', id: userId }) as const,
      ),
    ]),
  ])
}
