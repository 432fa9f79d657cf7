import type { PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  issuerKeys: { copy: 'keys of the tenant; that the person replaced one stands in the audit entries', isContent: true },
  statusLists: { isContent: true },
}
