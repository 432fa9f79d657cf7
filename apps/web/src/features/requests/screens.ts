import type { Screens } from '../../testing/screens.ts'

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
