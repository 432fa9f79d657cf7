import { api } from '@learnt/contract'
import { authorize, canOf } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { requireFreshProof } from '../../platform/session/fresh-proof.ts'
import { refusePerson } from '../members/policy.ts'
import { beginErasure, confirmErasure, holdPerson, releasePerson } from './commands/decide-erasure.ts'
import { setRetention } from './commands/set-retention.ts'
import { erasurePolicy, retentionPolicy } from './policy.ts'
import { presentErasure, presentHold, presentPerson } from './present.ts'
import { findPerson, listErasures, listHolds } from './queries/find-erasures.ts'
import { listPeriods, previewErasure } from './queries/preview-erasure.ts'

const { erasures } = api

export const erasureRoutes: Route[] = [
  route(erasures.list, async ({ ctx, query }) => {
    const { rows, next, total } = await listErasures(ctx, query)
    return { items: rows.map(presentErasure), next, total }
  }),

  route(erasures.ofMember, async ({ ctx, params, query }) => show(ctx, { ...params, ...query })),

  route(erasures.preview, async ({ ctx, params, query }) => {
    const person = await find(ctx, { ...params, ...query })
    // Counted are records of all teams.
    authorize(ctx.actor, (actor, one) => erasurePolicy.read(actor, one) ?? refusePerson(actor, one.all), person)
    const { name, email, can } = presentPerson(ctx.actor, person)
    return {
      name,
      email,
      can,
      ...(await previewErasure(ctx, params.userId)),
      backupDays: ctx.services.settings.backupKeptDays ?? null,
    }
  }),

  route(erasures.begin, async ({ ctx, params, query, body }) => {
    const of = { ...params, ...query }
    await authorizedFind(ctx, of, erasurePolicy.begin)
    await beginErasure(ctx, of, body.reason)
    return show(ctx, of)
  }),

  route(erasures.confirm, async ({ ctx, params, query, body }) => {
    const of = { ...params, ...query }
    await authorizedFind(ctx, of, erasurePolicy.confirm)
    await requireFreshProof(ctx)
    await confirmErasure(ctx, of, body.confirmation)
    return show(ctx, of)
  }),

  route(erasures.retention, async ({ ctx }) => ({
    periods: await ctx.read(listPeriods),
    backupDays: ctx.services.settings.backupKeptDays ?? null,
    can: canOf(ctx.actor, retentionPolicy, {}),
  })),

  route(erasures.setRetention, async ({ ctx, params, body }) => {
    authorize(ctx.actor, retentionPolicy.change, {})
    await setRetention(ctx, params.kind, body)
    return undefined
  }),

  route(erasures.holds, async ({ ctx, query }) => {
    const { rows, next, total } = await listHolds(ctx, query)
    return { items: rows.map(presentHold), next, total }
  }),

  route(erasures.hold, async ({ ctx, params, query, body }) => {
    const of = { ...params, ...query }
    await authorizedFind(ctx, of, erasurePolicy.hold)
    await holdPerson(ctx, of, body.reason)
    return undefined
  }),

  route(erasures.release, async ({ ctx, params, query }) => {
    const of = { ...params, ...query }
    await authorizedFind(ctx, of, erasurePolicy.hold)
    await releasePerson(ctx, of)
    return undefined
  }),
]

interface Of {
  userId: string
  teamId?: string | undefined
}

function find(ctx: Ctx, { userId, teamId }: Of) {
  return ctx.read((tx) => findPerson(ctx, tx, { userId, teamId }))
}

/** Refuses before anything is locked; the command looks again. */
async function authorizedFind(
  ctx: Ctx,
  of: Of,
  rule: (typeof erasurePolicy)['begin' | 'confirm' | 'hold'],
): Promise<void> {
  authorize(ctx.actor, rule, await find(ctx, of))
}

async function show(ctx: Ctx, of: Of) {
  const person = await find(ctx, of)
  authorize(ctx.actor, erasurePolicy.read, person)
  return presentPerson(ctx.actor, person)
}
