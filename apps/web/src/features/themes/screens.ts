import type { Screens } from '../../testing/screens.ts'

export const screens: Screens = () => [
  {
    name: 'tenant-theme',
    as: 'superadmin',
    route: '/apps/superadmin/tenant/:tenantId/theme/:teamId',
    address: '/apps/superadmin/tenant/munro/theme/munro',
  },
]
