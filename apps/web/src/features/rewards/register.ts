import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const rewards: readonly DeclaredPage[] = [
  page('/apps/rewards', 'signed-in', 'rewards', () => import('./RewardsPage.tsx'), ['rewards']),
  page('/apps/admin/rewards', 'admin', 'rewards', 'AdminRewardsPage', ['rewards', 'files'], { icon: 'result' }),
]
