import type { CourseContent, UnderWayChoice } from '@learnt/contract/courses'
import type { z } from 'zod'
import { findLastChange } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { stale } from '../../../platform/problem.ts'
import { stepsOfBundle, storeSteps } from '../../documents/commands/store-steps.ts'
import { carryOver } from '../../learning/commands/carry-over.ts'
import { startGiving } from '../../permissions/commands/start-giving.ts'
import { syncContainer } from '../../permissions/commands/sync-container.ts'
import { detailsOf, findPublishProblems } from '../content.ts'
import { type CourseRecord, getWorkingContent, isVisible, listChildren, nextVersionNumber } from '../queries.ts'
import { changeCourse, stateAfter, tell } from './change-course.ts'
import { refuse } from './check-content.ts'

/**
 * Makes a version of the draft that never changes again. A withdrawn course without a draft comes back
 * with the version that it had. `revision` null publishes whatever the draft is now.
 */
export function publishCourse(
  ctx: Ctx,
  course: Pick<CourseRecord, 'id'>,
  of: { revision: number | null; underWay: z.infer<typeof UnderWayChoice>; note: string },
): Promise<void> {
  return changeCourse(ctx, course, 'publish', async (tx, locked) => {
    if (of.revision !== null && locked.revision !== of.revision)
      throw stale(await findLastChange(tx, { subjectId: locked.id, verbs: 'courses.' }))
    const content = await getWorkingContent(tx, locked)
    const children = await listChildren(tx, content.courseIds)
    const known = new Map(
      children.map((child) => [child.id, { title: child.title, isPublished: isVisible(child.status) }]),
    )
    refuse(ctx, 'content', 'courses.problem', findPublishProblems(content, locked, known))

    const fromVersionId = locked.publishedVersionId
    const published = locked.draftVersionId
      ? await insertVersion(ctx, tx, locked, content, of.note)
      : { id: fromVersionId, number: null }
    const toVersionId = published.id
    if (toVersionId === null) throw new Error('A course without any content')
    const minutes = children.reduce((sum, child) => sum + child.minutes, 0)
    await tx
      .updateTable('documents')
      .set({
        ...stateAfter(locked, 'publish'),
        ...detailsOf(content, minutes),
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
    if (fromVersionId !== null && fromVersionId !== toVersionId) {
      await carryOver(ctx, tx, { courseId: locked.id, fromVersionId, toVersionId, choice: of.underWay })
    }
    if (published.number === 1) await startGiving(ctx, tx, locked.id)
    // Also for a course that comes into sight: the bundles around it are worked out anew.
    if (locked.isBundle || !isVisible(locked.status)) await syncContainer(ctx, tx, locked.id)
    await tell(
      ctx,
      tx,
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
async function insertVersion(
  ctx: Ctx,
  tx: WriteTx,
  course: CourseRecord,
  content: CourseContent,
  note: string,
): Promise<{ id: string; number: number }> {
  const id = newId()
  const number = await nextVersionNumber(tx, course.id)
  await tx
    .insertInto('documentVersions')
    .values({
      id,
      documentId: course.id,
      number,
      content: json(content),
      note,
      createdAt: ctx.now,
      publishedAt: ctx.now,
      publishedBy: ctx.actor.userId,
    })
    .execute()
  if (course.isBundle)
    await storeSteps(tx, { documentId: course.id, versionId: id, ...stepsOfBundle(content.courseIds) })
  return { id, number }
}
