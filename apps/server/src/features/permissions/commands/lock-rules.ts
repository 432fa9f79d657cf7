import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'

/**
 * `alone`: a rule, or the children of a bundle, is about to change. `shared`: people change, or somebody is given
 * something by hand. Without it a rule saved while a person changes could miss the person, and the person the rule.
 * What is read after it sees everything that was waited for; it holds until the transaction ends.
 */
export async function lockRules(tx: WriteTx, how: 'alone' | 'shared'): Promise<void> {
  await Promise.all([
    sql`insert into tenant_locks (name) values ('rules') on conflict do nothing`.execute(tx),
    how === 'alone'
      ? sql`select 1 from tenant_locks where name = 'rules' for update`.execute(tx)
      : sql`select 1 from tenant_locks where name = 'rules' for share`.execute(tx),
  ])
}
