import { isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy } from '../../platform/authorize.ts'

/** People who may edit courses read what their authors write; a comment's author may delete it. */
export const stepCommentPolicy: Policy<{ readonly authorId: string }, 'remove'> = {
  remove: (actor, comment) =>
    !isAdmin(actor) ? hidden : comment.authorId === actor.userId ? null : forbidden('stepComments.notOwn'),
}
