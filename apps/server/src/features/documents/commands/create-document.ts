import { cutText } from '@learnt/contract/cut-text'
import { publicationRank } from '@learnt/contract/states'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { type BaseContent, type DocumentKindRules, sharedTexts } from '../kind.ts'
import { type DocumentRecord, getWorkingContent, listNamed } from '../queries.ts'
import { tell } from './change-document.ts'

/** Begins a document as a draft. */
export function createDocument<Content extends BaseContent>(
  ctx: Ctx,
  kind: DocumentKindRules<Content>,
  of: { content: Content; isBundle?: boolean },
): Promise<DocumentRecord> {
  return ctx.write((tx) => insertDraft(ctx, tx, kind, of))
}

/** A draft with the same content under fresh ids; files and packages are shared, nobody has it. */
export function duplicateDocument<Content extends BaseContent>(
  ctx: Ctx,
  kind: DocumentKindRules<Content>,
  document: DocumentRecord,
  of: { title?: string | undefined },
): Promise<DocumentRecord> {
  return ctx.write(async (tx) => {
    const content = await getWorkingContent<Content>(tx, document)
    const title = of.title ?? cutText(ctx.t(`${sharedTexts(kind)}.copyOf`, { title: content.title }), 200)
    return insertDraft(ctx, tx, kind, {
      isBundle: document.isBundle,
      content: kind.copy(content, title),
      copyOf: document.id,
    })
  })
}

/** In a transaction of the caller's. */
export async function insertDraft<Content extends BaseContent>(
  ctx: Ctx,
  tx: WriteTx,
  kind: DocumentKindRules<Content>,
  of: { content: Content; isBundle?: boolean; copyOf?: string },
): Promise<DocumentRecord> {
  const id = newId()
  const draftVersionId = newId()
  const { isBundle = false, content } = of
  const named = await listNamed(tx, kind.namedDocuments(content))
  const [document] = await Promise.all([
    tx
      .insertInto('documents')
      .values({
        ...kind.details(content, named),
        id,
        type: kind.type,
        isBundle,
        status: 'draft',
        statusRank: publicationRank.draft,
        draftVersionId,
        createdBy: ctx.actor.userId,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
    tx
      .insertInto('documentVersions')
      .values({ id: draftVersionId, documentId: id, content: json(content), createdAt: ctx.now })
      .execute(),
    tell(
      ctx,
      tx,
      kind,
      of.copyOf ? 'duplicate' : 'create',
      { id, title: content.title },
      { after: { ...(kind.type === 'course' ? { isBundle } : {}), ...(of.copyOf ? { copyOf: of.copyOf } : {}) } },
    ),
  ])
  return document
}
