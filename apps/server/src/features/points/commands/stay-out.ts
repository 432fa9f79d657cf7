import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'

/** Whether the person is left out of the list of who earned most. */
export async function stayOut(ctx: Ctx, tx: WriteTx, staysOut: boolean): Promise<void> {
  await sql`update memberships set stays_off_leaderboard = ${staysOut} where id = ${ctx.actor.membershipId}`.execute(tx)
}
