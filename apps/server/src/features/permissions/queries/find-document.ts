import type { DocumentType } from '@learnt/contract/document-kinds'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

export interface Document {
  readonly id: string
  readonly type: DocumentType
  readonly title: string
}

/** What is to be given; null when there is no such document. */
export async function findDocument(tx: ReadTx, type: DocumentType, id: string): Promise<Document | null> {
  const row = await tx
    .selectFrom('documents')
    .select(['id', 'type', 'title'])
    .where('id', '=', id)
    .where('type', '=', type)
    .executeTakeFirst()
  return row ?? null
}

/** True while something is given that is not written for everybody yet: the reader's own part is applyWaitingRules(). */
export async function findWaiting(tx: ReadTx): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from permissions where is_applying) or exists (select from container_syncs) as waiting`.execute(
    tx,
  )
  return rows[0]?.waiting ?? false
}
