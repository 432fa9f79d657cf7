import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

export interface Document {
  readonly id: string
  readonly type: 'course'
  readonly title: string
}

/** What is to be given; null when there is no such document. */
export async function findDocument(tx: ReadTx, type: 'course', id: string): Promise<Document | null> {
  const row = await tx.selectFrom('courses').select(['id', 'title']).where('id', '=', id).executeTakeFirst()
  return row ? { ...row, type } : null
}

/** True while something is given that is not written for everybody yet: the reader's own part is applyWaitingRules(). */
export async function findWaiting(tx: ReadTx): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from permissions where is_applying) or exists (select from bundle_syncs) as waiting`.execute(
    tx,
  )
  return rows[0]?.waiting ?? false
}
