import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = () =>
  Promise.resolve([
    { name: 'reward-orders', as: 'admin', route: '/apps/admin/rewards', address: '/apps/admin/rewards?tab=orders' },
    { name: 'own-orders', as: 'learner', route: '/apps/rewards', address: '/apps/rewards?tab=orders' },
  ])

export const notes: PageNotes = {
  '/apps/rewards': { remark: 'what points can buy, with the balance; own orders' },
  '/apps/admin/rewards': { remark: 'what points can buy, with stock and approval; orders are delivered or refused' },
}
