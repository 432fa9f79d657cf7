import type { Screens } from '../../testing/screens.ts'

export const screens: Screens = () => [
  { name: 'permissions', as: 'admin', route: '/apps/admin/permissions' },
  {
    name: 'audiences',
    as: 'admin',
    route: '/apps/admin/permissions',
    address: '/apps/admin/permissions?tab=audiences',
  },
]
