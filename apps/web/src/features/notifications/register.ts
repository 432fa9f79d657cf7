import { type Feature, page } from '../../routes/feature.ts'

export const notifications: Feature = {
  pages: [
    page('/pages/mynotifications', 'signed-in', 'myNotifications', () => import('./NotificationsPage.tsx'), [
      'notifications',
    ]),
  ],
}
