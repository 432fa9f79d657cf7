import { api } from '@learnt/contract'
import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ admin }) => {
  const { items } = await admin.call(api.bulkUpdates.list, { query: { limit: 1 } })
  if (!items[0]) throw new Error('The demonstration has no bulk update')
  return [
    {
      name: 'bulk-update-run',
      as: 'admin',
      route: '/apps/admin/bulk-update/:runId',
      address: `/apps/admin/bulk-update/${items[0].id}`,
    },
  ]
}

export const notes: PageNotes = {
  '/apps/admin/bulk-update': {
    missing: 'no xAPI statements for what is imported; points of single steps are not given',
  },
}
