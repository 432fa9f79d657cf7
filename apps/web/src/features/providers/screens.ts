import type { PageNotes } from '../../testing/screens.ts'

export const notes: PageNotes = {
  '/apps/admin/settings/providers': { remark: 'sign-in providers and the ways of signing in that each team takes' },
}
