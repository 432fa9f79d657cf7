import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = () => [
  { name: 'manager-requests', as: 'manager', route: '/apps/manager/requests' },
  { name: 'admin-requests', as: 'admin', route: '/apps/admin/requests' },
  {
    name: 'all-requests',
    as: 'admin',
    route: '/apps/admin/requests',
    address: '/apps/admin/requests?state=open&state=approved&state=declined&state=withdrawn&state=returned',
  },
]

export const notes: PageNotes = {
  '/apps/admin/requests': {
    remark: 'documents of the catalogue, seats at events, and forms that have to be approved, level by level',
  },
  '/apps/manager/requests': { remark: 'the same over the manager’s own people' },
}
