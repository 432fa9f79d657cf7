import type { PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  customFields: { isContent: true },
}
