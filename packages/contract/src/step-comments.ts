import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    stepComments: { verbs: 'add' | 'remove' | 'reopen' | 'resolve' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    stepComment: { courseId: string; name: string; title: string; step: string }
  }
}

export const StepComment = z.object({
  id: Id,
  by: z.string(),
  /** Where the author's picture is; empty: there is none. */
  avatar: z.string(),
  at: Moment,
  text: z.string(),
  /** The caller's own. */
  isOwn: z.boolean(),
})
export type StepComment = z.infer<typeof StepComment>

export const StepThread = z.object({
  activityId: Id,
  /** Null while it is open. */
  resolved: z.object({ at: Moment, by: z.string() }).nullable(),
  /** Oldest first. */
  comments: z.array(StepComment),
})
export type StepThread = z.infer<typeof StepThread>

/** On one step, and on one course: more is no conversation. */
export const mostComments = { ofStep: 200, ofCourse: 2000 } as const

const ofCourse = z.object({ courseId: Id })
const ofStep = z.object({ courseId: Id, activityId: Id })
const Threads = z.object({ items: z.array(StepThread) })

export const stepComments = {
  list: endpoint({
    id: 'stepComments.list',
    summary: 'What authors wrote to each other on the steps of a course. Nothing of it is published.',
    method: 'GET',
    path: '/api/courses/:courseId/comments',
    access: 'admin',
    callers: ['token', 'looking'],
    params: ofCourse,
    response: Threads,
  }),
  add: endpoint({
    id: 'stepComments.add',
    summary: 'Write a comment on a step; a resolved thread is open again. The other authors are told.',
    method: 'POST',
    path: '/api/courses/:courseId/steps/:activityId/comments',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'stepComments.add',
    sample: () => ({ body: { text: 'Is this still right?' } }),
    params: ofStep,
    body: z.strictObject({ text: z.string().trim().min(1, { error: 'required' }).max(2000) }),
    response: Threads,
    status: 201,
  }),
  resolve: endpoint({
    id: 'stepComments.resolve',
    summary: 'Close the thread of a step, or open it again.',
    method: 'PUT',
    path: '/api/courses/:courseId/steps/:activityId/comments/resolved',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: ['stepComments.resolve', 'stepComments.reopen'],
    sample: () => ({ body: { resolved: true }, alsoFine: [404] }),
    params: ofStep,
    body: z.strictObject({ resolved: z.boolean() }),
    response: Threads,
  }),
  remove: endpoint({
    id: 'stepComments.remove',
    summary: 'Delete a comment of one’s own.',
    method: 'DELETE',
    path: '/api/courses/:courseId/comments/:commentId',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'stepComments.remove',
    sample: (given) => ({ params: { commentId: given.newId() }, alsoFine: [404] }),
    params: z.object({ courseId: Id, commentId: Id }),
  }),
}
