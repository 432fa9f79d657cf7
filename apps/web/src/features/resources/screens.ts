import { api } from '@learnt/contract'
import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ learner, admin }) => {
  const [own, all] = await Promise.all([
    learner.call(api.resources.mine, { query: { limit: 20 } }),
    admin.call(api.resources.list, { query: { limit: 1, status: ['published'] } }),
  ])
  if (!own.items[0] || !all.items[0]) throw new Error('The demonstration has no resource')
  const route = '/apps/admin/resources/:resourceId'
  const address = `/apps/admin/resources/${all.items[0].id}`
  return [
    ...own.items.map(({ type, resourceId }) => ({
      name: `resource-${type}`,
      as: 'learner' as const,
      route: '/apps/resource/:resourceId/:resourceHandle?',
      address: `/apps/resource/${resourceId}`,
    })),
    { name: 'resource-editor', as: 'admin', route, address },
    { name: 'resource-editor-readers', as: 'admin', route, address: `${address}?tab=readers` },
  ]
}

export const notes: PageNotes = {
  '/apps/resource/:resourceId/:resourceHandle?': {
    remark: 'PDF, Word, Excel, CSV, PowerPoint, image, video, audio, link; a wrong handle redirects',
  },
  '/apps/admin/resources': { remark: 'several files at once become one resource each' },
  '/apps/admin/resources/:resourceId': { remark: 'file or link, people, readers with CSV and XLSX, versions' },
}
