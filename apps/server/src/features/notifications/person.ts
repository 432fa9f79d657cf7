import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  notifications: {
    copy: { file: 'notifications.json', without: ['key'], order: 't.created_at, t.id' },
    erased: [gone('messages')],
    isCounted: true,
  },
}
