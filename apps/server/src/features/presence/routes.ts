import { api } from '@learnt/contract'
import type { Presented } from '@learnt/contract/endpoint'
import type { Presence } from '@learnt/contract/presence'
import { type Route, route } from '../../platform/http/route.ts'
import { listPresence } from '../../platform/live/presence-rows.ts'

export const presenceRoutes: Route[] = [
  route(api.presence.list, async ({ ctx, query }) => {
    const rows = await ctx.read((tx) => listPresence(tx, ctx.actor, query.userId))
    return {
      items: rows.map(
        (row): Presented<typeof Presence> => ({
          ...row,
          currentTenant: row.state === 'online' ? ctx.actor.tenantId : null,
          lastChanged: row.lastChanged,
        }),
      ),
    }
  }),
]
