import { type Feature, page } from '../../routes/feature.ts'

export const profile: Feature = {
  pages: [
    page('/pages/profile', 'signed-in', 'profile', () => import('./ProfilePage.tsx'), ['profile', 'accounts']),
    page('/pages/profile/sessions', 'signed-in', 'sessions', () => import('./SessionsPage.tsx'), ['profile']),
  ],
}
