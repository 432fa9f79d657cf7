import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { changeAssignments } from '../../assignments/commands/change-assignments.ts'
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
  const stay = of.choice === 'finish'
  const isMoved = stay
    ? sql`a.version_id is null and a.is_active`
    : sql`a.version_id is not null and a.state not in ('completed', 'passed')`
  await changeAssignments(ctx, tx, {
    found: sql`holders as materialized (
      select a.id, a as was from assignments a
      where a.document_id = ${of.document.id} and a.ended_at is null and ${isMoved} order by a.id for update
    )`,
    update: { from: 'holders', set: { versionId: stay ? sql`${of.fromVersionId}` : sql`null` } },
    answer: sql`select from changed`,
  })
  if (!stay) {
    const { document, fromVersionId, toVersionId } = of
    await enqueue(ctx, tx, 'notifications.newSteps', { documentId: document.id, fromVersionId, toVersionId })
  }
}
