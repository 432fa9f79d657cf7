import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { findLastChange } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { stale } from '../../../platform/problem.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { startGiving } from '../../permissions/commands/start-giving.ts'
import { syncContainer, syncLocks } from '../../permissions/commands/sync-container.ts'
import type { BaseContent, DocumentKindRules, Named, UnderWayOf } from '../kind.ts'
import { findBlockedPrerequisites } from '../queries/find-blocked-prerequisites.ts'
import { type DocumentRecord, getWorkingContent, isVisible, listNamed, nextVersionNumber } from '../queries.ts'
import { changeDocument, refuse, stateAfter, tell } from './change-document.ts'
import { storeSteps } from './store-steps.ts'

/**
 * Makes a version of the draft that never changes again. A withdrawn document without a draft comes back with the version
 * that it had. `revision` null publishes whatever the draft is now.
 */
export function publishDocument<Content extends BaseContent>(
  ctx: Ctx,
  kind: DocumentKindRules<Content>,
  document: Pick<DocumentRecord, 'id'>,
  of: { revision: number | null; underWay: UnderWayOf; note: string },
): Promise<void> {
  return changeDocument(ctx, kind, document, 'publish', async (tx, locked) => {
    if (of.revision !== null && locked.revision !== of.revision)
      throw stale(await findLastChange(tx, { subjectId: locked.id, verbs: `${kind.noun}.` }))
    const content = await getWorkingContent<Content>(tx, locked)
    const named = await listNamed(tx, kind.namedDocuments(content))
    const hasNeeds = Boolean(content.prerequisites?.length) || kind.steps(content, locked, named) !== null
    if (hasNeeds) await lockRules(tx, 'alone')
    refuse(ctx, 'content', `${kind.noun}.problem`, [
      ...kind.findProblems(content, locked, named),
      ...(hasNeeds ? await findBlockedPrerequisites(tx, kind, locked, content, named) : []),
    ])

    const fromVersionId = locked.publishedVersionId
    const published = locked.draftVersionId
      ? await insertVersion(ctx, tx, kind, { document: locked, content, named, note: of.note })
      : { id: fromVersionId, number: null }
    const toVersionId = published.id
    if (toVersionId === null) throw new Error('A document without any content')
    await tx
      .updateTable('documents')
      .set({
        ...stateAfter(locked, 'publish'),
        ...kind.details(content, named),
        publishedVersionId: toVersionId,
        draftVersionId: null,
        publishedAt: ctx.now,
        updatedAt: ctx.now,
      })
      .where('id', '=', locked.id)
      .execute()
    if (locked.draftVersionId)
      await tx
        .deleteFrom('documentVersions')
        .where('id', '=', locked.draftVersionId)
        .where('number', 'is', null)
        .execute()
    if (kind.carryOver && fromVersionId !== null && fromVersionId !== toVersionId)
      await kind.carryOver(ctx, tx, {
        document: { id: locked.id, title: content.title, isBundle: locked.isBundle },
        fromVersionId,
        toVersionId,
        choice: of.underWay,
      })
    await kind.published?.(ctx, tx, {
      document: { id: locked.id, title: content.title },
      fromVersionId,
      versionId: toVersionId,
      content,
    })
    if (published.number === 1) await startGiving(ctx, tx, locked.id)
    // Also for a document that comes into sight: the containers around it are worked out anew.
    if (kind.steps(content, locked, named) || !isVisible(locked.status)) await syncContainer(ctx, tx, locked.id)
    if (!isDeepStrictEqual(locked.prerequisites, content.prerequisites ?? [])) await syncLocks(ctx, tx, locked.id)
    await tell(
      ctx,
      tx,
      kind,
      'publish',
      { id: locked.id, title: content.title },
      {
        before: { status: locked.status },
        after: { status: 'published', number: published.number, underWay: of.underWay, note: of.note },
      },
    )
  })
}

/** A row of its own, not the draft's: should the transaction fail, nobody can have seen this id with another content. */
async function insertVersion<Content extends BaseContent>(
  ctx: Ctx,
  tx: WriteTx,
  kind: DocumentKindRules<Content>,
  of: { document: DocumentRecord; content: Content; named: Named; note: string },
): Promise<{ id: string; number: number }> {
  const id = newId()
  const { document, content } = of
  const number = await nextVersionNumber(tx, document.id)
  await tx
    .insertInto('documentVersions')
    .values({
      id,
      documentId: document.id,
      number,
      content: json(content),
      note: of.note,
      createdAt: ctx.now,
      publishedAt: ctx.now,
      publishedBy: ctx.actor.userId,
    })
    .execute()
  await sql`select keep_activities(${id})`.execute(tx)
  const steps = kind.steps(content, document, of.named)
  if (steps) await storeSteps(tx, { documentId: document.id, versionId: id, ...steps })
  return { id, number }
}
