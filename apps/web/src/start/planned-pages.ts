import { type DeclaredPage, notYet } from '../routes/declared-page.ts'

/** Pages that no feature has yet: their addresses and rules are known, and the navigation of a team may name them. */
export const plannedPages: readonly DeclaredPage[] = [
  notYet('/apps/home/preview', 'admin', 'homePreview', 'homepage', { chrome: 'bare' }),
  notYet('/apps/chat', 'signed-in', 'chat', 'chat', { icon: 'chat' }),
  notYet('/blogs', 'signed-in', 'blogs', 'blogs', { icon: 'blog' }),
  notYet('/blog/:id', 'signed-in', 'blog', 'blogs'),
  notYet('/product/:id', 'signed-in', 'product', 'products'),
  notYet('/apps/superadmin/query-firestore', 'superadmin', 'queryConsole', 'tenants', {
    icon: 'audit',
  }),
  notYet('/apps/superadmin/monthly-license', 'superadmin', 'monthlyLicence', 'tenants', {
    icon: 'billing',
  }),
  notYet('/apps/superadmin/triggers', 'superadmin', 'triggers', 'tenants', { icon: 'job' }),
  notYet('/apps/superadmin/jobs', 'superadmin', 'allJobs', 'tenants'),
  notYet('/apps/superadmin/audit-log', 'superadmin', 'allAuditLog', 'tenants'),
  notYet('/apps/admin/settings/billing', 'superadmin', 'settingsBilling', 'settings', {
    icon: 'billing',
  }),
  notYet('/apps/admin/settings/notifications', 'superadmin', 'settingsNotifications', 'settings', {
    icon: 'bell',
  }),
  notYet('/apps/admin/homepage-editor', 'admin', 'homepageEditor', 'homepage', {
    chrome: 'noToolbar',
    icon: 'home',
  }),
  notYet('/apps/admin/chat/channels', 'admin', 'channels', 'chat', { icon: 'chat' }),
  notYet('/apps/admin/chat/channels/:channelId', 'admin', 'channel', 'chat'),
]
