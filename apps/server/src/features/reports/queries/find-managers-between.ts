import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { idInChain, managersBelow } from '../../reach/queries/look-after.ts'

/** Managers to whom somebody reports and who are below the other manager themselves, as managedBy() takes them. */
export async function findManagersBetween(tx: ReadTx, of: { managerId: string; userId: string }): Promise<string[]> {
  if (of.managerId === of.userId) return []
  const { rows } = await sql<{ id: string }>`
    with recursive above (user_id) as (
      select manager_id from manager_relations where user_id = ${of.userId}
      union
      select r.manager_id from above a join manager_relations r on r.user_id = a.user_id
    ),
    ${managersBelow(of.managerId, sql<boolean>`o.user_id in (select user_id from above)`)}
    select ${idInChain} as id from chain c
    where c.user_id <> ${of.managerId} and c.user_id in (select manager_id from manager_relations where user_id = ${of.userId})`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** Whose an assignment is. */
export async function findAssignmentOwner(tx: ReadTx, assignmentId: string): Promise<string | null> {
  const row = await tx.selectFrom('assignments').select('userId').where('id', '=', assignmentId).executeTakeFirst()
  return row?.userId ?? null
}
