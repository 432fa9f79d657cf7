import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import type { StatementRow } from './describe-statements.ts'

/**
 * The statements and the keys that keep their ids unique across months, in one statement. `beside`: a CTE of the caller's
 * that is written with them.
 */
export async function storeStatements(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  scene: { userId: string; assignmentId: string },
  rows: readonly StatementRow[],
  beside: RawBuilder<unknown> | null = null,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with given as (select * from jsonb_to_recordset(${json(rows)}::jsonb) as given(id uuid, verb text, "objectId" text, "activityId" uuid, body jsonb)),
    keys as (insert into statement_keys (id, stored) select id, ${ctx.now} from given)
    ${beside ? sql`, ${beside}` : sql``}
    insert into statements (id, stored, user_id, verb, object_id, assignment_id, activity_id, body)
    select id, ${ctx.now}, ${scene.userId}, verb, "objectId", ${scene.assignmentId}, "activityId", body from given`.execute(
    tx,
  )
}
