import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'

/**
 * `alone`: a rule, or the children of a bundle, is about to change. `shared`: people change, or somebody is given
 * something by hand. Without it a rule saved while a person changes could miss the person, and the person the rule.
 * What is read after it sees everything that was waited for; it holds until the transaction ends.
 */
export async function lockRules(tx: WriteTx, how: 'alone' | 'shared'): Promise<void> {
  await sql`select hold_lock('rules', ${how === 'alone'})`.execute(tx)
}

/** The rules' lock, shared, and then these people: of two changes of one person at once the second waits here. */
export async function lockPeople(tx: WriteTx, userIds: readonly string[]): Promise<void> {
  await sql`select hold_people(${[...userIds]}::uuid[])`.execute(tx)
}
