import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  personalEntries: {
    copy: { file: 'calendar-entries.json', order: 't.created_at, t.id' },
    erased: [gone('profile')],
    isCounted: true,
  },
  calendarFeeds: {
    copy: { file: 'calendar-feed.json', without: ['token_hash'], order: 't.created_at' },
    erased: [gone('profile')],
    isCounted: true,
  },
}
