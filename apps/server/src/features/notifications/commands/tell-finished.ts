import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { linkOf } from './tell-assigned.ts'

/** Tells people that they have finished a document with steps. Not for a bundle, whose courses tell them already. */
export async function tellFinished(ctx: Ctx, tx: WriteTx, assignmentIds: readonly string[]): Promise<void> {
  await notifyMany(ctx, tx, {
    kind: 'documentFinished',
    atMost: assignmentIds.length,
    from: sql`
      select a.user_id, null::text as team_id, 'documentFinished:' || a.id || ':' || a.completed_at as key, ${linkOf} as link,
        jsonb_build_object('documentType', c.type, 'courseId', c.id, 'title', c.title) as params
      from assignments a join documents c on c.id = a.document_id
      where a.id = any(${assignmentIds}::uuid[]) and a.is_active`,
  })
}
