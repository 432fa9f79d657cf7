import { api } from '@learnt/contract'
import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ learner, admin }) => {
  const [own, all] = await Promise.all([
    learner.call(api.pathways.mine, { query: { limit: 1 } }),
    admin.call(api.pathways.list, { query: { limit: 1, status: ['published'] } }),
  ])
  if (!own.items[0] || !all.items[0]) throw new Error('The demonstration has no pathway')
  const route = '/apps/admin/pathways/:pathwayId'
  const address = `/apps/admin/pathways/${all.items[0].id}`
  return [
    {
      name: 'pathway',
      as: 'learner',
      route: '/apps/pathways/:pathwayId',
      address: `/apps/pathways/${own.items[0].pathwayId}`,
    },
    { name: 'pathway-editor', as: 'admin', route, address },
    { name: 'pathway-editor-people', as: 'admin', route, address: `${address}?tab=people` },
  ]
}

export const notes: PageNotes = {
  '/apps/admin/pathways/:pathwayId': { missing: 'steps are courses, bundles, resources, forms and events' },
}
