import { isDeepStrictEqual } from 'node:util'
import type { CourseContent } from '@learnt/contract/courses'
import type { PublicationState } from '@learnt/contract/states'
import { findLastChange } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { stale } from '../../../platform/problem.ts'
import { detailsOf } from '../content.ts'
import { type CourseRecord, getWorkingContent } from '../queries.ts'
import { changeCourse, stateAfter, tell } from './change-course.ts'
import { checkContent } from './check-content.ts'

export interface SavedDraft {
  readonly revision: number
  readonly status: PublicationState
  readonly savedAt: Date
}

/**
 * Saves the whole draft over the revision that it builds on. A published version stays as it is: the first save after a
 * publication begins a draft beside it. What equals the stored content changes nothing, also not the state.
 */
export function saveDraft(
  ctx: Ctx,
  course: CourseRecord,
  of: { revision: number; content: CourseContent },
): Promise<SavedDraft> {
  return changeCourse(ctx, course, 'edit', async (tx, locked) => {
    if (locked.revision !== of.revision)
      throw stale(await findLastChange(tx, { subjectId: locked.id, verbs: 'courses.' }))
    const [{ content, children }, stored] = await Promise.all([
      checkContent(ctx, tx, locked, of.content),
      getWorkingContent(tx, locked),
    ])
    if (isDeepStrictEqual(content, stored))
      return { revision: locked.revision, status: locked.status, savedAt: ctx.now }

    const state = stateAfter(locked, 'edit')
    const revision = locked.revision + 1
    const draftVersionId = locked.draftVersionId ?? newId()
    const minutes = [...children.values()].reduce((sum, child) => sum + child.minutes, 0)
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
          ...(locked.publishedVersionId ? {} : detailsOf(content, minutes)),
        })
        .where('id', '=', locked.id)
        .execute(),
      tell(ctx, tx, 'saveDraft', { id: locked.id, title: content.title }, { after: { revision } }),
    ])
    return { revision, status: state.status, savedAt: ctx.now }
  })
}
