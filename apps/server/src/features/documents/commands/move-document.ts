import type { Ctx } from '../../../platform/context.ts'
import { syncContainer } from '../../permissions/commands/sync-container.ts'
import type { DocumentKindRules } from '../kind.ts'
import { type DocumentRecord, getWorkingContent, isVisible } from '../queries.ts'
import { changeDocument, stateAfter, tell } from './change-document.ts'

type Kind = Pick<DocumentKindRules, 'type' | 'noun'>

/** Hides the document from learners, puts it away, or brings it back; what is in it stays. */
export function moveDocument(
  ctx: Ctx,
  kind: Kind,
  document: Pick<DocumentRecord, 'id'>,
  verb: 'withdraw' | 'archive' | 'restore',
): Promise<void> {
  return changeDocument(ctx, kind, document, verb, async (tx, locked) => {
    const state = stateAfter(locked, verb)
    await tx
      .updateTable('documents')
      .set({ ...state, updatedAt: ctx.now })
      .where('id', '=', locked.id)
      .execute()
    // A container that is hidden gives nothing; the containers around a document that is hidden are worked out anew.
    if (isVisible(locked.status) !== isVisible(state.status)) await syncContainer(ctx, tx, locked.id)
    await tell(ctx, tx, kind, verb, locked, { before: { status: locked.status }, after: { status: state.status } })
  })
}

/** Throws the draft away. The revision goes up: an editor that still shows the draft must not save it back unasked. */
export function discardDraft(ctx: Ctx, kind: Kind, document: Pick<DocumentRecord, 'id'>): Promise<void> {
  return changeDocument(ctx, kind, document, 'discard', async (tx, locked) => {
    const state = stateAfter(locked, 'discard')
    const thrownAway = await getWorkingContent(tx, locked)
    await tx
      .updateTable('documents')
      .set({ ...state, draftVersionId: null, revision: locked.revision + 1, updatedAt: ctx.now })
      .where('id', '=', locked.id)
      .execute()
    await Promise.all([
      tx.deleteFrom('documentVersions').where('id', '=', locked.draftVersionId).where('number', 'is', null).execute(),
      tell(ctx, tx, kind, 'discard', locked, {
        before: { status: locked.status, content: thrownAway },
        after: { status: state.status },
      }),
    ])
  })
}
