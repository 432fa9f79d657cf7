import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  analyticsEvents: { copy: { file: 'analytics.json', order: 't.at, t.id' }, erased: [gone('messages')] },
}
