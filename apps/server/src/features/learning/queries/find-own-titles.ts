import type { DocumentType } from '@learnt/contract/document-kinds'
import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { SearchKind } from '../../../platform/search-kinds.ts'
import { titledTypes } from '../../documents/queries/find-documents.ts'
import { ownDocuments } from './list-cards.ts'

interface OwnTitle {
  readonly documentType: DocumentType
  readonly id: string
  readonly documentId: string
  readonly title: string
  readonly category: string
  /** Title of what has to be finished first; null: it opens. */
  readonly waitsFor: string | null
}

/** The person's own documents whose titles have every word, so many of each type. */
export const ownTitleSearch: SearchKind = {
  finds: ['myDocument'],
  mayFind: () => true,
  find: async (ctx, tx, words, limit) => {
    const patterns = searchForm(words)
      .split(/\s+/)
      .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
    const { rows } = await sql<OwnTitle>`
      select document_type, id, document_id, title, category, waits_for from (
        select a.document_type, a.id, a.document_id, c.title, c.category, (select w.title from documents w where w.id = a.waits_for) as waits_for,
          c.sort_title, row_number() over (partition by a.document_type order by c.sort_title, a.id) as place
        ${ownDocuments(ctx.actor.userId, titledTypes)} and c.search_text like all (${patterns}::text[])
      ) found where place <= ${limit} order by sort_title, id`.execute(tx)
    return rows.map((row) => ({
      kind: 'myDocument',
      documentType: row.documentType,
      id: row.documentType === 'course' ? row.id : row.documentId,
      title: row.title,
      detail: row.waitsFor === null ? row.category : ctx.t('learning.locked', { title: row.waitsFor }),
    }))
  },
}
