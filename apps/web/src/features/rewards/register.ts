import { type Feature, page } from '../../routes/feature.ts'

export const rewards: Feature = {
  pages: [
    page('/apps/rewards', 'signed-in', 'rewards', () => import('./RewardsPage.tsx'), ['rewards']),
    page('/apps/admin/rewards', 'admin', 'rewards', 'AdminRewardsPage', ['rewards', 'files'], { icon: 'result' }),
  ],
}
