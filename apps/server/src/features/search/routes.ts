import { api } from '@learnt/contract'
import { limits } from '@learnt/contract/measures'
import type { Found } from '@learnt/contract/search'
import { type Route, route } from '../../platform/http/route.ts'
import { listSearchKinds } from '../../platform/search-kinds.ts'
import { listShownTypes } from '../documents/queries.ts'

export const searchRoutes: Route[] = [
  route(api.search.all, async ({ ctx, query }) => {
    const kinds = listSearchKinds().filter((kind) => kind.mayFind(ctx.actor))
    // One round trip for all kinds.
    const [shownTypes, ...found] = await ctx.read((tx) =>
      Promise.all([
        listShownTypes(tx),
        ...kinds.map((kind) => kind.find(ctx, tx, query.q, limits.pageSuggestions)),
      ] as const),
    )
    const shown = found.flat().filter((one) => one.documentType === null || shownTypes.includes(one.documentType))
    const byKind = Map.groupBy(shown, (one) => `${one.kind} ${one.documentType}`)
    return { items: takeTurns([...byKind.values()], limits.pageSuggestions) }
  }),
]

/** The best of every kind before the second of any, so that none crowds out the others; each kind stays together. */
function takeTurns(found: readonly Found[][], limit: number): Found[] {
  const counts = found.map(() => 0)
  let left = limit
  for (let round = 0; left > 0 && found.some((list) => list.length > round); round++) {
    for (const [at, list] of found.entries()) {
      if (left > 0 && list.length > round) {
        counts[at] = round + 1
        left--
      }
    }
  }
  return found.flatMap((list, at) => list.slice(0, counts[at]))
}
