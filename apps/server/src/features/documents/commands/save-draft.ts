import { isDeepStrictEqual } from 'node:util'
import type { PublicationState } from '@learnt/contract/states'
import { findLastChange } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { stale } from '../../../platform/problem.ts'
import type { BaseContent, DocumentKindRules } from '../kind.ts'
import { type DocumentRecord, getWorkingContent, listNamed } from '../queries.ts'
import { changeDocument, stateAfter, tell } from './change-document.ts'

export interface SavedDraft {
  readonly revision: number
  readonly status: PublicationState
  readonly savedAt: Date
}

/**
 * Saves the whole draft over the revision it builds on. A published version stays: the first save after it begins a
 * draft beside it. Saving equal content changes nothing, also not the state.
 */
export function saveDraft<Content extends BaseContent>(
  ctx: Ctx,
  kind: DocumentKindRules<Content>,
  document: DocumentRecord,
  of: { revision: number; content: Content /** The published version that it comes from. */; restored?: number },
): Promise<SavedDraft> {
  return changeDocument(ctx, kind, document, 'edit', async (tx, locked) => {
    if (locked.revision !== of.revision)
      throw stale(await findLastChange(tx, { subjectId: locked.id, verbs: `${kind.noun}.` }))
    const [named, stored] = await Promise.all([
      listNamed(tx, kind.namedDocuments(of.content)),
      getWorkingContent<Content>(tx, locked),
    ])
    const content = await kind.check(ctx, tx, locked, of.content, named)
    if (isDeepStrictEqual(content, stored))
      return { revision: locked.revision, status: locked.status, savedAt: ctx.now }

    const state = stateAfter(locked, 'edit')
    const revision = locked.revision + 1
    const draftVersionId = locked.draftVersionId ?? newId()
    const saved = locked.draftVersionId
      ? tx
          .updateTable('documentVersions')
          .set({ content: json(content) })
          .where('id', '=', draftVersionId)
          .where('number', 'is', null)
          .executeTakeFirst()
      : tx
          .insertInto('documentVersions')
          .values({ id: draftVersionId, documentId: locked.id, content: json(content), createdAt: ctx.now })
          .executeTakeFirst()
    await Promise.all([
      saved,
      tx
        .updateTable('documents')
        .set({
          ...state,
          revision,
          draftVersionId,
          updatedAt: ctx.now,
          ...(locked.publishedVersionId ? {} : kind.details(content, named)),
        })
        .where('id', '=', locked.id)
        .execute(),
      of.restored === undefined
        ? tell(ctx, tx, kind, 'saveDraft', { id: locked.id, title: content.title }, { after: { revision } })
        : tell(
            ctx,
            tx,
            kind,
            'restoreVersion',
            { id: locked.id, title: content.title },
            { before: { content: stored }, after: { revision, number: of.restored } },
          ),
    ])
    return { revision, status: state.status, savedAt: ctx.now }
  })
}
