import type { PageNotes } from '../../testing/screens.ts'

export const notes: PageNotes = {
  '/apps/admin/settings/navigation': { remark: 'order, words, icons, own links and groups, preview by role' },
  '/apps/superadmin/navigation-settings': { remark: 'what is available, for one team or all of an organisation' },
}
