import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  presence: { copy: { file: 'presence.json', without: ['process_id'], order: 't.user_id' }, erased: [gone('profile')] },
}
