import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { documentPolicy } from '../documents/policy.ts'
import { findDocument } from '../documents/queries.ts'
import { rate } from './commands/rate.ts'
import { mayLookAtRating, mayRate } from './policy.ts'
import { presentOwnRating, presentRating } from './present.ts'
import { findRating } from './queries/find-rating.ts'
import { listRatings } from './queries/list-ratings.ts'

export const ratingRoutes: Route[] = [
  route(api.ratings.own, ({ ctx, params }) => showOwn(ctx, params.userCourseId)),

  route(api.ratings.rate, async ({ ctx, params, body }) => {
    const one = await ctx.read((tx) => findRating(tx, params.userCourseId))
    authorize(ctx.actor, mayRate, one)
    await ctx.write((tx) => rate(ctx, tx, one, body))
    return showOwn(ctx, one.id)
  }),

  route(api.ratings.list, async ({ ctx, params, query }) => {
    const document = await ctx.read((tx) => findDocument(tx, params.documentType, params.documentId))
    authorize(ctx.actor, documentPolicy.see, document)
    const { rows, ...page } = await listRatings(ctx, document.id, query)
    return { ...page, items: rows.map(presentRating) }
  }),
]

async function showOwn(ctx: Ctx, assignmentId: string) {
  const one = await ctx.read((tx) => findRating(tx, assignmentId))
  if (!one) throw notFound()
  authorize(ctx.actor, mayLookAtRating, one)
  return presentOwnRating(one)
}
