import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'

/** Notes that a session shows some awards of its own person. Answers those that no other page of it took before. */
export async function showNotices(ctx: Ctx, tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into shown_badges (session_id, award_id, user_id, shown_at)
    select ${ctx.actor.sessionId}, g.id, g.user_id, ${ctx.now} from badge_awards g
    where g.id = any(${ids}::uuid[]) and g.user_id = ${ctx.actor.userId} and g.revoked_at is null order by g.id
    on conflict do nothing returning award_id as id`.execute(tx)
  return rows.map((row) => row.id)
}
