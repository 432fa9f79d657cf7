import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { documentPolicy } from '../documents/policy.ts'
import { type DocumentRecord, findDocument } from '../documents/queries.ts'
import { addComment, removeComment, resolveThread } from './commands.ts'
import { presentThreads } from './present.ts'
import { listThreads } from './queries.ts'

export const stepCommentRoutes: Route[] = [
  route(api.stepComments.list, async ({ ctx, params }) => show(ctx, await load(ctx, params.courseId))),

  route(api.stepComments.add, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, documentPolicy.edit, course)
    await addComment(ctx, course, { ...params, ...body })
    return show(ctx, course)
  }),

  route(api.stepComments.resolve, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, documentPolicy.edit, course)
    await resolveThread(ctx, course, { ...params, ...body })
    return show(ctx, course)
  }),

  route(api.stepComments.remove, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, documentPolicy.edit, course)
    await removeComment(ctx, course, params.commentId)
    return undefined
  }),
]

async function load(ctx: Ctx, courseId: string): Promise<DocumentRecord> {
  const course = await ctx.read((tx) => findDocument(tx, 'course', courseId))
  authorize(ctx.actor, documentPolicy.see, course)
  return course
}

async function show(ctx: Ctx, course: DocumentRecord) {
  return { items: presentThreads(ctx, await ctx.read((tx) => listThreads(tx, course.id))) }
}
