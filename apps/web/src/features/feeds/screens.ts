import { api } from '@learnt/contract'
import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ admin }) => {
  const { items } = await admin.call(api.feeds.list, { query: { limit: 1 } })
  if (!items[0]) throw new Error('The demonstration has no run of a feed')
  return [
    {
      name: 'feed-run',
      as: 'admin',
      route: '/apps/admin/feed-history/:runId',
      address: `/apps/admin/feed-history/${items[0].id}`,
    },
    {
      name: 'feed-settings',
      as: 'admin',
      route: '/apps/admin/feed-history',
      address: '/apps/admin/feed-history?tab=settings',
    },
  ]
}

export const notes: PageNotes = {
  '/apps/admin/feed-history': {
    missing: 'runs by upload, by token and from a folder; values that name a person in own fields are ids',
  },
}
