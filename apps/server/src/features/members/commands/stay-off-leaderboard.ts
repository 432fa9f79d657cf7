import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'

/** Whether the person is left out of the list of who earned most. */
export async function stayOffLeaderboard(ctx: Ctx, tx: WriteTx, staysOff: boolean): Promise<void> {
  await sql`update memberships set stays_off_leaderboard = ${staysOff} where id = ${ctx.actor.membershipId}`.execute(tx)
}
