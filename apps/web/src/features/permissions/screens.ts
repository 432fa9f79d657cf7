import type { Screens } from '../../testing/screens.ts'

export const screens: Screens = async () => [
  {
    name: 'audiences',
    as: 'admin',
    route: '/apps/admin/permissions',
    address: '/apps/admin/permissions?tab=audiences',
  },
]
