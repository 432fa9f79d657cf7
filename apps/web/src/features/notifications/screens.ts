import type { PageNotes } from '../../testing/screens.ts'

export const notes: PageNotes = {
  '/pages/mynotifications': {
    missing:
      'courses given, due and overdue, jobs, changes of account and rights; what to hear of can be chosen for mails about badges and certificates only',
  },
}
