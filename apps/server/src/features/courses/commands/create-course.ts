import type { CourseContent } from '@learnt/contract/courses'
import { cutText } from '@learnt/contract/cut-text'
import { publicationRank } from '@learnt/contract/states'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { detailsOf, emptyContent, freshCopy } from '../content.ts'
import { type CourseRecord, getWorkingContent, listChildren } from '../queries.ts'
import { tell } from './change-course.ts'

/** Begins a course or a bundle as an empty draft. */
export function createCourse(
  ctx: Ctx,
  of: { title: string; isBundle: boolean; category: string },
): Promise<CourseRecord> {
  return ctx.write((tx) => insertDraft(ctx, tx, { isBundle: of.isBundle, content: emptyContent(of) }))
}

/** A draft with the same steps under fresh ids; files and packages are shared, nobody has it. */
export function duplicateCourse(
  ctx: Ctx,
  course: CourseRecord,
  of: { title?: string | undefined },
): Promise<CourseRecord> {
  return ctx.write(async (tx) => {
    const content = await getWorkingContent(tx, course)
    const title = of.title ?? cutText(ctx.t('courses.copyOf', { title: content.title }), 200)
    return insertDraft(ctx, tx, { isBundle: course.isBundle, content: freshCopy(content, title), copyOf: course.id })
  })
}

async function insertDraft(
  ctx: Ctx,
  tx: WriteTx,
  of: { isBundle: boolean; content: CourseContent; copyOf?: string },
): Promise<CourseRecord> {
  const id = newId()
  const draftVersionId = newId()
  const children = await listChildren(tx, of.content.courseIds)
  const minutes = children.reduce((sum, child) => sum + child.minutes, 0)
  const [course] = await Promise.all([
    tx
      .insertInto('documents')
      .values({
        ...detailsOf(of.content, minutes),
        id,
        isBundle: of.isBundle,
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
      .values({ id: draftVersionId, documentId: id, content: json(of.content), createdAt: ctx.now })
      .execute(),
    tell(
      ctx,
      tx,
      of.copyOf ? 'duplicate' : 'create',
      { id, title: of.content.title },
      { after: { isBundle: of.isBundle, ...(of.copyOf ? { copyOf: of.copyOf } : {}) } },
    ),
  ])
  return course
}
