import { isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy } from '../../platform/authorize.ts'

/** Whoever may edit courses reads what their authors write; a comment is deleted by whoever wrote it. */
export const stepCommentPolicy: Policy<{ readonly authorId: string }, 'remove'> = {
  remove: (actor, comment) =>
    !isAdmin(actor) ? hidden : comment.authorId === actor.userId ? null : forbidden('stepComments.notOwn'),
}
