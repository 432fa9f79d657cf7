import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  quickNotes: { copy: { file: 'notes.json', order: 't.created_at, t.id' }, erased: [gone('profile')], isCounted: true },
}
