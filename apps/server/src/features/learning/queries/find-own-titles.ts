import type { DocumentType } from '@learnt/contract/document-kinds'
import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { ownDocuments } from './list-cards.ts'

export interface OwnTitle {
  readonly documentType: DocumentType
  readonly id: string
  readonly documentId: string
  readonly title: string
  readonly category: string
  /** Title of what has to be finished first; null: it opens. */
  readonly waitsFor: string | null
}

/** The person's own documents of some types that have every word, by title, so many of each type. */
export async function findOwnTitles(
  tx: ReadTx,
  of: { userId: string; types: readonly DocumentType[]; words: string; limit: number },
): Promise<OwnTitle[]> {
  const patterns = searchForm(of.words)
    .split(/\s+/)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const { rows } = await sql<OwnTitle>`
    select document_type, id, document_id, title, category, waits_for from (
      select a.document_type, a.id, a.document_id, c.title, c.category, (select w.title from documents w where w.id = a.waits_for) as waits_for,
        c.sort_title, row_number() over (partition by a.document_type order by c.sort_title, a.id) as place
      ${ownDocuments(of.userId, of.types)} and c.search_text like all (${patterns}::text[])
    ) found where place <= ${of.limit} order by sort_title, id`.execute(tx)
  return rows
}
