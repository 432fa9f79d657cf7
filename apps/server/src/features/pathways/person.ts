import { emptied, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  stepWaivers: {
    copy: { file: 'step-waivers.json', order: 't.waived_at, t.step_id' },
    erased: [emptied('comments', { reason: `''`, evidence_file_id: 'null' })],
  },
}
