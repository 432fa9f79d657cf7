import type { Activity, CourseContent } from '@learnt/contract/courses'
import { mostComments } from '@learnt/contract/step-comments'
import { audit } from '../../platform/audit.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { WriteTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { changeDocument } from '../documents/commands/change-document.ts'
import { type DocumentRecord, getWorkingContent } from '../documents/queries.ts'
import { stepCommentPolicy } from './policy.ts'
import { countComments, findComment, listAuthors } from './queries.ts'

interface OfStep {
  readonly activityId: string
}

/** Writes a comment on a step of the draft, reopens the step's thread and tells the other authors. */
export function addComment(ctx: Ctx, course: DocumentRecord, of: OfStep & { text: string }): Promise<void> {
  return changeDocument(ctx, { type: 'course' }, course, 'edit', async (tx, locked) => {
    const step = await getStep(tx, locked, of)
    const place = { documentId: locked.id, activityId: of.activityId }
    const count = await countComments(tx, place)
    if (count.ofStep >= mostComments.ofStep || count.ofCourse >= mostComments.ofCourse)
      throw new ProblemError('invalid-input', {
        errors: [{ path: 'body.text', code: 'tooMany', message: ctx.t('stepComments.tooMany') }],
      })
    const id = newId()
    await tx
      .insertInto('stepThreads')
      .values(place)
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'documentId', 'activityId']).doUpdateSet({ resolvedAt: null, resolvedBy: null }),
      )
      .execute()
    await tx
      .insertInto('stepComments')
      .values({ ...place, id, authorId: ctx.actor.userId, body: of.text, madeAt: ctx.now })
      .execute()
    await record(ctx, tx, 'add', locked, step)
    for (const userId of await listAuthors(tx, { ...place, without: ctx.actor.userId }))
      await notify(ctx, tx, {
        kind: 'stepComment',
        userId,
        by: ctx.actor,
        key: `stepComment:${id}`,
        params: { courseId: locked.id, title: locked.title, step: step.title },
        link: `/apps/admin/courses/${locked.id}?item=${of.activityId}`,
      })
  })
}

/** Closes or reopens the thread of a step; a thread that is so already stays as it is. */
export function resolveThread(ctx: Ctx, course: DocumentRecord, of: OfStep & { resolved: boolean }): Promise<void> {
  return changeDocument(ctx, { type: 'course' }, course, 'edit', async (tx, locked) => {
    const thread = await tx
      .selectFrom('stepThreads')
      .selectAll()
      .where('documentId', '=', locked.id)
      .where('activityId', '=', of.activityId)
      .executeTakeFirst()
    if (!thread) throw notFound()
    if ((thread.resolvedAt !== null) === of.resolved) return
    await tx
      .updateTable('stepThreads')
      .set(of.resolved ? { resolvedAt: ctx.now, resolvedBy: ctx.actor.userId } : { resolvedAt: null, resolvedBy: null })
      .where('documentId', '=', locked.id)
      .where('activityId', '=', of.activityId)
      .execute()
    await record(ctx, tx, of.resolved ? 'resolve' : 'reopen', locked, { title: '', id: of.activityId })
  })
}

export function removeComment(ctx: Ctx, course: DocumentRecord, commentId: string): Promise<void> {
  return changeDocument(ctx, { type: 'course' }, course, 'edit', async (tx, locked) => {
    const comment = await findComment(tx, locked.id, commentId)
    authorize(ctx.actor, stepCommentPolicy.remove, comment)
    await tx.deleteFrom('stepComments').where('id', '=', comment.id).execute()
    await record(ctx, tx, 'remove', locked, { title: '', id: comment.activityId })
  })
}

async function getStep(tx: WriteTx, course: DocumentRecord, { activityId }: OfStep): Promise<Activity> {
  const content = await getWorkingContent<CourseContent>(tx, course)
  const step = content.sections.flatMap((section) => section.activities).find(({ id }) => id === activityId)
  if (!step) throw notFound()
  return step
}

/** The log does not keep the words, so that deleting a comment really removes it. */
function record(
  ctx: Ctx,
  tx: WriteTx,
  verb: 'add' | 'remove' | 'reopen' | 'resolve',
  course: DocumentRecord,
  step: Pick<Activity, 'id' | 'title'>,
): Promise<void> {
  return audit(ctx, tx, {
    action: `stepComments.${verb}`,
    subjectType: 'course',
    subjectId: course.id,
    subjectTitle: course.title,
    after: { activityId: step.id, ...(step.title ? { step: step.title } : {}) },
  })
}
