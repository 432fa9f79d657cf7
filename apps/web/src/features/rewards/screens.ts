import type { Screens } from '../../testing/screens.ts'

export const screens: Screens = () =>
  Promise.resolve([
    { name: 'reward-orders', as: 'admin', route: '/apps/admin/rewards', address: '/apps/admin/rewards?tab=orders' },
    { name: 'own-orders', as: 'learner', route: '/apps/rewards', address: '/apps/rewards?tab=orders' },
  ])
