import { sql } from 'kysely'
import type { ReadTx, Row } from '../../platform/db/database.ts'

export type ImpersonationRow = Row<'impersonationSessions'>

/** When somebody was acted for, newest first; which of them still go on is for the sessions to say. */
export async function listImpersonations(
  tx: ReadTx,
  of: { userId: string; now: Date },
): Promise<(ImpersonationRow & { isOpen: boolean })[]> {
  const rows = await tx
    .selectFrom('impersonationSessions')
    .selectAll()
    .where('impersonatedUserId', '=', of.userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  const active = rows.filter((row) => row.status === 'active').map((row) => row.id)
  const open = active.length === 0 ? new Set<string>() : await findOpen(tx, active, of.now)
  return rows.map((row) => ({ ...row, isOpen: open.has(row.id) }))
}

/** Those by which a session still acts. */
export async function findOpen(tx: ReadTx, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select open_id as id from control.open_impersonations(${[...ids]}::uuid[], ${now}) as open_id`.execute(tx)
  return new Set(rows.map((row) => row.id))
}
