import { type Feature, page } from '../../routes/feature.ts'

export const rewards: Feature = {
  pages: [
    page('/apps/rewards', 'signed-in', 'rewards', () => import('./RewardsPage.tsx'), { namespaces: ['rewards'] }),
    page('/apps/admin/rewards', 'admin', 'rewards', 'AdminRewardsPage', {
      icon: 'result',
      namespaces: ['rewards', 'files'],
    }),
  ],
}
