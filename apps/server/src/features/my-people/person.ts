import { by, gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  managerReminders: {
    copy: { file: 'reminders.json', without: ['manager_id'], order: 't.reminded_at, t.manager_id' },
    erased: [gone('profile', by('user_id', 'manager_id'))],
  },
}
