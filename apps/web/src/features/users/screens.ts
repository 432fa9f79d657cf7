import type { PageNotes } from '../../testing/screens.ts'

export const notes: PageNotes = {
  '/apps/admin/settings/usermanagement': {
    remark: 'people of all teams: invite, roles, suspend, sessions, second factors',
  },
}
