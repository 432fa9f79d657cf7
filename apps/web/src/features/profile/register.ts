import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const profile: readonly DeclaredPage[] = [
  page('/pages/profile', 'signed-in', 'profile', () => import('./ProfilePage.tsx'), ['profile', 'accounts']),
  page('/pages/profile/sessions', 'signed-in', 'sessions', () => import('./SessionsPage.tsx'), ['profile']),
]
