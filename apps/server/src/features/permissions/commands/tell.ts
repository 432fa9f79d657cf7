import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announceMany, enqueue } from '../../../platform/outbox.ts'

/** More changed people than this are not told one by one: their pages ask again sooner or later. */
const peopleTold = 200

/**
 * Tells administrators that documents have other people now, and the people themselves when they are few. What they now
 * have to do they are all told in the notification centre, by the worker: it finds who is new among `people`, or, when they
 * are many or nobody is named, among `whom`, or all who have the documents.
 */
export async function tell(
  ctx: Ctx,
  tx: WriteTx,
  documentIds: readonly string[],
  people: readonly string[],
  whom: {
    readonly userIds?: readonly string[]
    readonly within?: { readonly from: string; readonly until: string }
  } = {},
): Promise<void> {
  const named = people.length > 0 && people.length < peopleTold ? { userIds: people } : whom
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
