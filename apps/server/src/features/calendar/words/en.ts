export const en = {
  validation: {
    endsBeforeStarts: 'The end is before the start',
    entryTooLong: 'At most a year',
    timeInGap: 'This time does not exist on this day: clocks go forward. Choose another time',
  },
  calendar: {
    tooManyEntries: 'Your calendar already has 2000 entries of your own. Remove some first.',
    feedName: 'Learnt',
    marks: {
      done: '{{title}} (done)',
      open: 'Due: {{title}}',
      overdue: 'Overdue: {{title}}',
      opens: 'Opens: {{title}}',
      closes: 'Closes: {{title}}',
      expires: 'Expires: {{title}}',
      expired: 'Expired: {{title}}',
      waiting: '{{title}} (waiting list)',
      cancelled: '{{title}} (cancelled)',
    },
  },
  dataExports: {
    files: {
      calendarEntries: 'Entries that you put into your calendar.',
      calendarFeed: 'When you made the address by which other calendars read yours, and when it was last read.',
    },
  },
  audit: { actions: { calendar: { createFeed: 'Calendar address created', revokeFeed: 'Calendar address ended' } } },
}
