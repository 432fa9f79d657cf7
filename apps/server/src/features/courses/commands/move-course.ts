import type { Ctx } from '../../../platform/context.ts'
import { syncContainer } from '../../permissions/commands/sync-container.ts'
import { type CourseRecord, getWorkingContent, isVisible } from '../queries.ts'
import { changeCourse, stateAfter, tell } from './change-course.ts'

/** Hides the course from learners, puts it away, or brings it back; what is in it stays. */
export function moveCourse(
  ctx: Ctx,
  course: Pick<CourseRecord, 'id'>,
  verb: 'withdraw' | 'archive' | 'restore',
): Promise<void> {
  return changeCourse(ctx, course, verb, async (tx, locked) => {
    const state = stateAfter(locked, verb)
    await tx
      .updateTable('documents')
      .set({ ...state, updatedAt: ctx.now })
      .where('id', '=', locked.id)
      .execute()
    // A bundle that is hidden gives nothing; around a course that is, its bundles are worked out anew.
    if (isVisible(locked.status) !== isVisible(state.status)) await syncContainer(ctx, tx, locked.id)
    await tell(ctx, tx, verb, locked, { before: { status: locked.status }, after: { status: state.status } })
  })
}

/** Throws the draft away. The revision goes up: an editor that still shows the draft must not save it back unasked. */
export function discardDraft(ctx: Ctx, course: Pick<CourseRecord, 'id'>): Promise<void> {
  return changeCourse(ctx, course, 'discard', async (tx, locked) => {
    const state = stateAfter(locked, 'discard')
    const thrownAway = await getWorkingContent(tx, locked)
    await tx
      .updateTable('documents')
      .set({ ...state, draftVersionId: null, revision: locked.revision + 1, updatedAt: ctx.now })
      .where('id', '=', locked.id)
      .execute()
    await Promise.all([
      tx.deleteFrom('documentVersions').where('id', '=', locked.draftVersionId).where('number', 'is', null).execute(),
      tell(ctx, tx, 'discard', locked, {
        before: { status: locked.status, content: thrownAway },
        after: { status: state.status },
      }),
    ])
  })
}
