import type { Screens } from '../../testing/screens.ts'

export const screens: Screens = () => [
  {
    name: 'manager-team-all-levels',
    as: 'manager',
    route: '/apps/manager/team',
    address: '/apps/manager/team?levels=all',
  },
]
