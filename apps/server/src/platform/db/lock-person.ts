import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { WriteTx } from './database.ts'

/**
 * One after the other of what one person asks for at once, until the transaction ends: the second counts what the first
 * has made, where only so many may be.
 */
export async function lockPerson({ actor }: Pick<Ctx, 'actor'>, tx: WriteTx): Promise<void> {
  await sql`select from memberships where user_id = ${actor.userId} order by id for no key update`.execute(tx)
}
