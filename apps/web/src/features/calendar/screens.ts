import type { PageNotes } from '../../testing/screens.ts'

export const notes: PageNotes = {
  '/apps/calendar': {
    remark:
      'month, week, day, agenda; own entries by pointer and keyboard; the view, the day and the filter are in the address; a feed for other calendars',
  },
}
