import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

/** Managers to whom somebody reports and who report to the other manager themselves, however far below. A circle ends where it closes. */
export async function findManagersBetween(tx: ReadTx, of: { managerId: string; userId: string }): Promise<string[]> {
  if (of.managerId === of.userId) return []
  const { rows } = await sql<{ userId: string }>`
    with recursive above as (
      select manager_id as user_id, manager_id as above_id from manager_relations where user_id = ${of.userId}
      union
      select a.user_id, r.manager_id from above a join manager_relations r on r.user_id = a.above_id
    )
    select distinct user_id from above where above_id = ${of.managerId} and user_id <> ${of.userId}`.execute(tx)
  return rows.map((row) => row.userId)
}

/** Whose an assignment is. */
export async function findAssignmentOwner(tx: ReadTx, assignmentId: string): Promise<string | null> {
  const row = await tx.selectFrom('assignments').select('userId').where('id', '=', assignmentId).executeTakeFirst()
  return row?.userId ?? null
}
