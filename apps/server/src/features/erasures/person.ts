import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  legalHolds: {
    copy: 'may be about a case of which the person must not learn from a file; administrators tell them',
    erased: [gone('log')],
  },
  keptProofs: { copy: 'of people who were erased, without a name', wordless: ['kind', 'reason'] },
  retentionPeriods: { copy: 'settings of the tenant; that the person changed them stands in the audit entries' },
}
