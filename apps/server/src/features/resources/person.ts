import { type PersonTables, within } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  resourceReads: {
    rows: within('assignments', 'assignment_id'),
    copy: { file: 'resource-reads.json', order: 't.assignment_id, t.first_opened_at' },
  },
}
