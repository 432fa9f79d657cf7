import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  savedViews: { copy: { file: 'views.json', order: 't.created_at, t.id' }, erased: [gone('profile')], isCounted: true },
}
