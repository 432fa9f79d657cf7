import type { PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  packages: { copy: 'content of the tenant; the uploaded files are in uploads.json', isContent: true },
}
