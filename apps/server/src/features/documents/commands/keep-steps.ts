import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/outbox.ts'
import type { UnderWayOf } from '../kind.ts'

/**
 * After a pathway or a learning package was published anew: `finish` keeps everybody who has it on the version before,
 * so that only people to come get the new steps; anything else takes everybody along who has not finished, and tells them.
 */
export async function keepSteps(
  ctx: Ctx,
  tx: WriteTx,
  of: { document: { id: string }; fromVersionId: string; toVersionId: string; choice: UnderWayOf },
): Promise<void> {
  // Whose time is over by the setting of this version begins anew at once, and not on the next day.
  await enqueue(ctx, tx, 'cycles.catchUp', { documentId: of.document.id })
  const holders = tx.updateTable('assignments').where('documentId', '=', of.document.id).where('endedAt', 'is', null)
  if (of.choice === 'finish')
    await holders
      .set({ versionId: of.fromVersionId })
      .where('versionId', 'is', null)
      .where('isActive', '=', true)
      .execute()
  else {
    await holders
      .set({ versionId: null })
      .where('versionId', 'is not', null)
      .where('state', 'not in', ['completed', 'passed'])
      .execute()
    const { document, fromVersionId, toVersionId } = of
    await enqueue(ctx, tx, 'notifications.newSteps', { documentId: document.id, fromVersionId, toVersionId })
  }
}
