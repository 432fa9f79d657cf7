import { api } from '@learnt/contract'
import { nextPeriod, periodFrom } from '@learnt/contract/cycle-periods'
import type { Reset, ResetPreview } from '@learnt/contract/cycles'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { documentPolicy } from '../documents/policy.ts'
import { findDocument } from '../documents/queries.ts'
import { renewCycle } from './commands/renew-cycle.ts'
import { startOver } from './commands/start-over.ts'
import { mayRenewCycle, mayStartOver } from './policy.ts'
import { findDay, listStarts, type Starts } from './queries/due-cycles.ts'
import { findOwnCycle } from './queries/find-own-cycle.ts'

export const cycleRoutes: Route[] = [
  route(api.cycles.preview, async ({ ctx, params, body }) => {
    const document = await ctx.read((tx) => findDocument(tx, params.documentType, params.documentId))
    authorize(ctx.actor, documentPolicy.edit, document)
    const [{ today }, starts] = await ctx.read((tx) =>
      Promise.all([findDay(tx, ctx.now, ''), listStarts(tx, document.id)]),
    )
    return previewReset(body.reset, starts, today)
  }),

  route(api.cycles.renew, async ({ ctx, params }) => {
    const own = await ctx.read((tx) => findOwnCycle(ctx, tx, 'course', params.userCourseId))
    authorize(ctx.actor, mayRenewCycle, own)
    return { userCourseId: await renewCycle(ctx, own) }
  }),

  route(api.cycles.renewPathway, async ({ ctx, params }) => {
    const own = await ctx.read((tx) => findOwnCycle(ctx, tx, 'pathway', params.pathwayId))
    authorize(ctx.actor, mayRenewCycle, own)
    return { assignmentId: await renewCycle(ctx, own) }
  }),

  route(api.cycles.startOver, async ({ ctx, params }) => {
    const own = await ctx.read((tx) => findOwnCycle(ctx, tx, 'course', params.userCourseId))
    authorize(ctx.actor, mayStartOver, own)
    return { userCourseId: await startOver(ctx, own) }
  }),
]

function previewReset(reset: Reset, starts: readonly Starts[], today: string): ResetPreview {
  const days = new Map<string, number>()
  let [people, beginNow, unfinished] = [0, 0, 0]
  for (const start of starts) {
    people += start.people
    const next = nextPeriod(reset, start, today)
    if (next) {
      beginNow += start.people
      unfinished += start.unfinished
    }
    const end = periodFrom(reset, next ?? start)?.end
    if (end) days.set(end, (days.get(end) ?? 0) + start.people)
  }
  const [day] = [...days.keys()].sort()
  return { today, people, beginNow, unfinished, next: day ? { day, people: days.get(day) ?? 0 } : null }
}
