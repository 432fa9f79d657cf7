import type { PageNotes } from '../../testing/screens.ts'

export const notes: PageNotes = {
  '/apps/admin/settings/dynamic-custom-fields': {
    remark: 'names, kinds, choices and rights of the organisation’s own fields of people',
  },
}
