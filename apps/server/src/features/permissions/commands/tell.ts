import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'

/** More changed people than this are not told one by one: their pages ask again sooner or later. */
const peopleTold = 200

/** Tells administrators that documents have other people now, and the people themselves when they are few. */
export async function tell(
  ctx: Ctx,
  tx: WriteTx,
  documentIds: readonly string[],
  people: readonly string[],
): Promise<void> {
  await Promise.all([
    ...(documentIds.length < peopleTold ? documentIds : []).map((id) =>
      announce(ctx, tx, { topic: 'courses', userId: null, kind: 'availability', id }),
    ),
    ...(people.length < peopleTold ? people : []).map((userId) =>
      announce(ctx, tx, { topic: 'me', userId, kind: 'assignments', id: userId }),
    ),
  ])
}
