import type { PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  permissions: { copy: 'rules of the tenant; that the person changed them stands in the audit entries' },
}
