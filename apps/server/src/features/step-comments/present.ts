import type { StepThread } from '@learnt/contract/step-comments'
import type { Ctx } from '../../platform/context.ts'
import type { CommentRow, ThreadRow } from './queries.ts'

export function presentThreads(
  ctx: Ctx,
  { threads, comments }: { threads: ThreadRow[]; comments: CommentRow[] },
): StepThread[] {
  const byStep = Map.groupBy(comments, (comment) => comment.activityId)
  return threads.flatMap((thread) => {
    const found = byStep.get(thread.activityId) ?? []
    if (found.length === 0) return []
    return [
      {
        activityId: thread.activityId,
        resolved: thread.resolvedAt && { at: thread.resolvedAt.toISOString(), by: thread.resolvedBy },
        comments: found.map(({ id, by, avatar, body, madeAt, authorId }) => ({
          id,
          by,
          avatar,
          at: madeAt.toISOString(),
          text: body,
          isOwn: authorId === ctx.actor.userId,
        })),
      },
    ]
  })
}
