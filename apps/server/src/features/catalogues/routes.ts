import { api } from '@learnt/contract'
import type { CatalogueKind } from '@learnt/contract/catalogues'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { applyWaitingRules } from '../permissions/commands/reevaluate-members.ts'
import { findWaiting } from '../permissions/queries/find-document.ts'
import { findOwnRequest, presentOwnRequest } from '../requests/queries/list-own.ts'
import { presentOffer } from './present.ts'
import { findOffer, listOfferSteps } from './queries/find-offer.ts'
import { listOffers } from './queries/list-offers.ts'
import { listKindsOff } from './queries/offers.ts'

export const catalogueRoutes: Route[] = [
  route(api.catalogues.list, async ({ ctx, query }) => {
    const page = await readOffers(ctx, (tx, kindsOff) => listOffers(ctx, tx, query, kindsOff))
    return {
      items: page.rows.map((row) => presentOffer(ctx, row)),
      next: page.next,
      total: page.total,
      facets: page.facets,
      isEmpty: page.isEmpty,
    }
  }),

  route(api.catalogues.get, async ({ ctx, params }) => {
    const offer = await readOffers(ctx, (tx, kindsOff) => findOffer(ctx, tx, params, kindsOff))
    if (!offer) throw notFound()
    const [sections, request] = await ctx.read((tx) =>
      Promise.all([listOfferSteps(ctx, tx, offer), offer.requestId ? findOwnRequest(ctx, tx, offer.requestId) : null]),
    )
    return {
      ...presentOffer(ctx, offer),
      sections,
      prerequisites: offer.prerequisites,
      request: request && presentOwnRequest(ctx, request),
    }
  }),
]

/** A rule counts from the moment it is saved: where its rows are still being written, the caller's own come first. */
async function readOffers<T>(
  ctx: Ctx,
  read: (tx: ReadTx, kindsOff: readonly CatalogueKind[]) => Promise<T>,
): Promise<T> {
  const [isWaiting, kindsOff] = await ctx.read((tx) => Promise.all([findWaiting(tx), listKindsOff(tx)]))
  if (isWaiting) await applyWaitingRules(ctx)
  return ctx.read((tx) => read(tx, kindsOff))
}
