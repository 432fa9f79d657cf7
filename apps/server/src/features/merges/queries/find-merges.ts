import { undoDays } from '@learnt/contract/merges'
import { sql } from 'kysely'
import type { ReadTx, Row } from '../../../platform/db/database.ts'

export type MergeRow = Row<'personMerges'> & { readonly undoUntil: Date }

const columns = sql`m.*, m.made_at + make_interval(days => ${sql.lit(undoDays)}) as undo_until`

/** Merges that a record was part of, newest first. */
export async function listMerges(tx: ReadTx, userId: string): Promise<MergeRow[]> {
  const { rows } = await sql<MergeRow>`
    select ${columns} from person_merges m where ${userId} in (m.stay_user_id, m.gone_user_id) order by made_at desc, id`.execute(
    tx,
  )
  return rows
}

export async function findMerge(tx: ReadTx, id: string): Promise<MergeRow | undefined> {
  const { rows } = await sql<MergeRow>`select ${columns} from person_merges m where id = ${id}`.execute(tx)
  return rows[0]
}

/** Whether a record went into another one, and is still there. */
export async function isMerged(tx: ReadTx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from person_merges where gone_user_id = ${userId} and undone_at is null) as is`.execute(tx)
  return rows[0]?.is ?? false
}

/** Whether one of two people asked to be erased, and nobody has put that away. */
export async function isAnyUnderErasure(tx: ReadTx, userIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from erase_requests where user_id = any (${[...userIds]}::uuid[]) and withdrawn_at is null and dismissed_at is null) as is`.execute(
    tx,
  )
  return rows[0]?.is ?? false
}
