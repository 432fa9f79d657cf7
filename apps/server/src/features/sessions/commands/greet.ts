import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { type MeRow, selectMe } from '../queries.ts'

/** Who has just signed in, as findMe() says it. The first sign-in sets `hasLoggedIn`, once. */
export async function greet(ctx: Pick<Ctx, 'now'>, tx: WriteTx, membershipId: string): Promise<MeRow | null> {
  const row = await selectMe(tx, membershipId)
    .select(sql`case when not has_logged_in then note_first_sign_in(id, ${ctx.now}) end`.as('greeted'))
    .executeTakeFirst()
  return row ? { ...row, hasLoggedIn: true } : null
}

/** greet() where nobody asks who they are. */
export async function noteSignIn(ctx: Pick<Ctx, 'now'>, tx: WriteTx, membershipId: string): Promise<void> {
  await sql`select note_first_sign_in(id, ${ctx.now}) from memberships where id = ${membershipId} and not has_logged_in`.execute(
    tx,
  )
}
