import { sql } from 'kysely'
import type { Ctx } from './context.ts'
import type { WriteTx } from './db/database.ts'

/**
 * Locks the person's memberships until the transaction ends, so that two requests of theirs at once run one after the
 * other: where a number is limited, the second counts what the first has made.
 */
export async function lockPerson({ actor }: Pick<Ctx, 'actor'>, tx: WriteTx): Promise<void> {
  await sql`select from memberships where user_id = ${actor.userId} order by id for no key update`.execute(tx)
}
