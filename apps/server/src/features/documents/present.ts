import type { DocumentRow } from '@learnt/contract/documents'
import { canOf } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { imageUrl, listFiles, presentFile } from '../files/queries.ts'
import type { BaseContent, DocumentKindRules } from './kind.ts'
import { documentPolicy } from './policy.ts'
import { type DocumentRecord, type ListedDocument, listNamed, readSurroundings } from './queries.ts'

export function presentDocumentRow(ctx: Ctx, row: ListedDocument): DocumentRow {
  return {
    id: row.id,
    title: row.title,
    imageSmall: imageUrl(ctx, row.imageFileId),
    status: row.status,
    subtype: row.subtype,
    category: row.category,
    tags: row.tags,
    availability: { required: row.requiredCount, optional: row.optionalCount },
    activityCount: row.activityCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    can: canOf(ctx.actor, documentPolicy, row),
  }
}

/** A document with the content that the editor works on, and everything that the content names: two round trips. */
export async function presentDocument<Content extends BaseContent>(
  ctx: Ctx,
  tx: ReadTx,
  kind: DocumentKindRules<Content>,
  document: DocumentRecord,
  /** Of an earlier version; left out: what the editor works on. */
  earlier?: Content,
) {
  const { content: working, createdBy, publishedNumber } = await readSurroundings<Content>(tx, document)
  const content = earlier ?? working
  const [files, named] = await Promise.all([
    listFiles(tx, kind.namedFiles(content)),
    listNamed(tx, kind.namedDocuments(content)),
  ])
  return {
    ...presentDocumentRow(ctx, document),
    description: document.description,
    createdBy,
    publishedAt: document.publishedAt?.toISOString() ?? null,
    publishedNumber,
    content: kind.present?.(ctx, content) ?? content,
    revision: document.revision,
    files: files.map((file) => presentFile(ctx, file)),
    documents: [...named.values()].map(({ imageFileId, activityCount: _, ...one }) => ({
      ...one,
      imageSmall: imageUrl(ctx, imageFileId),
    })),
  }
}
