import { api } from '@learnt/contract'
import type { SavedView } from '@learnt/contract/administration'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { removeView, saveView } from './commands.ts'
import { viewPolicy } from './policy.ts'
import { findView, listViews, type ViewRow } from './queries.ts'

export const viewRoutes: Route[] = [
  route(api.views.list, async ({ ctx, query }) => ({
    items: (await ctx.read((tx) => listViews(tx, ctx.actor.userId, query.list))).map(presentView),
  })),

  route(api.views.save, async ({ ctx, body }) => presentView(await saveView(ctx, body))),

  route(api.views.remove, async ({ ctx, params }) => {
    const view = await ctx.read((tx) => findView(tx, params.viewId))
    authorize(ctx.actor, viewPolicy.remove, view)
    await removeView(ctx, view)
    return undefined
  }),
]

function presentView(row: ViewRow): SavedView {
  return { id: row.id, list: row.list as SavedView['list'], name: row.name, query: row.query, isDefault: row.isDefault }
}
