/** Addresses of pages that only this feature leads to. */
export const notificationPaths = {
  myNotifications: '/pages/mynotifications',
} as const
