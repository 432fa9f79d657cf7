import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const notifications: readonly DeclaredPage[] = [
  page('/pages/mynotifications', 'signed-in', 'myNotifications', () => import('./NotificationsPage.tsx'), [
    'notifications',
  ]),
]
