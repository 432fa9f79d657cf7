import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem.ts'
import { memberPolicy, refusePerson } from '../members/policy.ts'
import { findMember, listMembershipsOf } from '../members/queries.ts'
import { makeMerge, previewMerge } from './commands/merge-people.ts'
import { undoMerge } from './commands/undo-merge.ts'
import { presentMerge } from './present.ts'
import { findMerge, listMerges } from './queries/find-merges.ts'

const { merges } = api

export const mergeRoutes: Route[] = [
  route(merges.preview, ({ ctx, body }) => previewMerge(ctx, body)),

  route(merges.make, async ({ ctx, body }) => {
    const id = await makeMerge(ctx, body)
    const merge = await ctx.read((tx) => findMerge(tx, id))
    if (!merge) throw new ProblemError('not-found')
    return presentMerge(merge)
  }),

  route(merges.ofPerson, ({ ctx, params }) =>
    ctx.read(async (tx) => {
      const [member, all] = await Promise.all([
        findMember(tx, ctx.actor, params.userId, undefined),
        listMembershipsOf(tx, params.userId),
      ])
      authorize(ctx.actor, memberPolicy.read, member)
      // A merge was of whole records, and names the other one.
      if (refusePerson(ctx.actor, all)) return { items: [] }
      return { items: (await listMerges(tx, params.userId)).map(presentMerge) }
    }),
  ),

  route(merges.undo, ({ ctx, params }) => undoMerge(ctx, params.mergeId)),
]
