import { api } from '@learnt/contract'
import type { Screen, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ manager }) => {
  const route = '/apps/manager/preview/:documentType/:documentId'
  const [courses, pathways] = await Promise.all([
    manager.call(api.reports.manager.courses, { query: { having: 'assigned' } }),
    manager.call(api.reports.manager.pathways, { query: { having: 'assigned', type: ['pathway'] } }),
  ])
  const preview = (name: string, type: string, documentId: string | undefined): Screen => ({
    name,
    as: 'manager',
    route,
    address: `/apps/manager/preview/${type}/${documentId}`,
  })
  return [
    {
      name: 'manager-team-all-levels',
      as: 'manager',
      route: '/apps/manager/team',
      address: '/apps/manager/team?levels=all',
    },
    preview('manager-preview-course', 'course', courses.items.find((one) => !one.isBundle)?.courseId),
    preview('manager-preview-pathway', 'pathway', pathways.items[0]?.documentId),
  ]
}
