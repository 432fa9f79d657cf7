import { api } from '@learnt/contract'
import type { PathwayContent } from '@learnt/contract/pathways'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { listCycles } from '../cycles/queries/list-cycles.ts'
import { documentRoutes } from '../documents/kind-routes.ts'
import { documentPolicy } from '../documents/policy.ts'
import { findDocument, getWorkingContent } from '../documents/queries.ts'
import { readOwn } from '../permissions/commands/read-own.ts'
import { findStepImpact } from '../permissions/queries/find-step-impact.ts'
import { unwaiveStep, waiveStep } from './commands/waive-step.ts'
import { emptyPathway, pathwayKind, stepsOf } from './kind.ts'
import { mayLookAt, mayTravel, mayWaive } from './policy.ts'
import { presentOwnPathway, presentPathwayCard } from './present.ts'
import {
  findOwnPathway,
  findPathwayOf,
  listPathwaysOf,
  type OwnPathwayRow,
  readRoute,
} from './queries/find-own-pathway.ts'
import { listOwnPathways, searchOwnPathways } from './queries/list-pathways.ts'

export const pathwayRoutes: Route[] = [
  ...documentRoutes(api.pathways, pathwayKind, emptyPathway),

  route(api.pathways.impact, async ({ ctx, params }) => {
    const pathway = await ctx.read((tx) => findDocument(tx, 'pathway', params.documentId))
    authorize(ctx.actor, documentPolicy.see, pathway)
    return ctx.read(async (tx) => {
      const content = await getWorkingContent<PathwayContent>(tx, pathway)
      const documentIds = stepsOf(content).map(({ step }) => step.documentId)
      return findStepImpact(ctx, tx, { documentId: pathway.id, documentIds, sections: content.sections })
    })
  }),

  route(api.pathways.search, async ({ ctx, query }) => {
    const { rows, total } = await readOwn(ctx, (tx) => searchOwnPathways(ctx, tx, query))
    return { items: rows.map((row) => presentPathwayCard(ctx, row)), page: query.page, total }
  }),

  route(api.pathways.mine, async ({ ctx, query }) => {
    const { rows, next, total } = await readOwn(ctx, (tx) => listOwnPathways(ctx, tx, query))
    return { items: rows.map((row) => presentPathwayCard(ctx, row)), next, total }
  }),

  route(api.pathways.own, async ({ ctx, params }) => {
    const pathway = await readOwn(ctx, (tx) => findOwnPathway(ctx, tx, params.documentId))
    authorize(ctx.actor, mayTravel, pathway)
    return ctx.read((tx) => showWay(ctx, tx, pathway))
  }),

  route(api.pathways.ofPerson, async ({ ctx, params }) => {
    const rows = await ctx.read((tx) => listPathwaysOf(ctx, tx, { userId: params.userId, limit: 100 }))
    if (rows === null) throw notFound()
    return { items: rows.map((row) => presentPathwayCard(ctx, row)) }
  }),

  route(api.pathways.person, async ({ ctx, params }) => showOf(ctx, params)),

  route(api.pathways.waive, async ({ ctx, params, body }) => {
    const pathway = await ctx.read((tx) => findPathwayOf(ctx, tx, params))
    authorize(ctx.actor, mayWaive, pathway)
    await ctx.write((tx) => waiveStep(ctx, tx, pathway, { stepId: params.stepId, ...body }))
    return showOf(ctx, params)
  }),

  route(api.pathways.unwaive, async ({ ctx, params }) => {
    const pathway = await ctx.read((tx) => findPathwayOf(ctx, tx, params))
    authorize(ctx.actor, mayWaive, pathway)
    await ctx.write((tx) => unwaiveStep(ctx, tx, pathway, params.stepId))
    return showOf(ctx, params)
  }),
]

async function showWay(ctx: Ctx, tx: ReadTx, pathway: OwnPathwayRow) {
  const { userId, pathwayId: documentId } = pathway
  const [way, cycles] = await Promise.all([
    readRoute(tx, pathway),
    pathway.cycle > 0 ? listCycles(tx, { userId, documentId }) : [],
  ])
  return presentOwnPathway(ctx, pathway, way, cycles)
}

async function showOf(ctx: Ctx, of: { documentId: string; userId: string }) {
  return ctx.read(async (tx) => {
    const pathway = await findPathwayOf(ctx, tx, of)
    authorize(ctx.actor, mayLookAt, pathway)
    return showWay(ctx, tx, pathway)
  })
}
