import { type DocumentType, documentTypes } from '@learnt/contract/document-kinds'
import type { documents, FoundDocument } from '@learnt/contract/find-documents'
import { publicationStates } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { z } from 'zod'
import { isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { searched } from '../../../platform/db/search.ts'
import type { SearchKind } from '../../../platform/search-kinds.ts'
import { imageUrl } from '../../files/queries.ts'

/** Archived documents only when they are asked for. */
const usualStatuses = publicationStates.filter((status) => status !== 'archived')

/** Documents of every kind in whose search text all words stand, by title. */
export async function findDocuments(ctx: Ctx, query: z.output<typeof documents.find.query>): Promise<FoundDocument[]> {
  const { rows } = await ctx.read((tx) =>
    sql<Omit<FoundDocument, 'imageSmall'> & { imageFileId: string | null }>`
      with found as (
        select id from ${searched('documents', query.search)}
        where status = any(${query.status?.length ? query.status : usualStatuses}::text[])
          and ${query.type?.length ? sql`type = any(${query.type}::text[])` : sql`true`}
          and ${query.isBundle === undefined ? sql`true` : sql`is_bundle = ${query.isBundle}`}
        order by sort_title, id limit ${query.limit}
      )
      select d.id, d.type, d.title, d.status, d.is_bundle, d.minutes, d.image_file_id
      from found join documents d on d.id = found.id order by d.sort_title, d.id`.execute(tx),
  )
  return rows.map(({ imageFileId, ...row }) => ({ ...row, imageSmall: imageUrl(ctx, imageFileId) }))
}

/** Kinds of document that are found by their titles; resources are found by what is inside their files as well. */
export const titledTypes = documentTypes.filter((type) => type !== 'resource')

/** For administrators of the tenant, as the lists are: titles with every word, drafts too, so many of each type. */
export const documentSearch: SearchKind = {
  finds: ['document'],
  mayFind: isAdmin,
  find: async (_ctx, tx, words, limit) => {
    const { rows } = await sql<{ type: DocumentType; id: string; title: string; category: string }>`
      with found as (
        select id, row_number() over (partition by type order by sort_title, id) as place
        from ${searched('documents', words)} where type = any(${titledTypes}::text[]) and status = any(${usualStatuses}::text[])
      )
      select d.type, d.id, d.title, d.category from found join documents d on d.id = found.id
      where found.place <= ${limit} order by d.sort_title, d.id`.execute(tx)
    return rows.map(({ type, id, title, category }) => ({
      kind: 'document',
      documentType: type,
      id,
      title,
      detail: category,
    }))
  },
}
