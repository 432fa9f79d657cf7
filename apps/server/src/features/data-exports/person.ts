import { emptied, gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  dataExports: {
    copy: { file: 'data-exports.json', without: ['sha256'], order: 't.asked_at, t.id' },
    erased: [gone('files')],
    isCounted: true,
  },
  eraseRequests: {
    copy: { file: 'erase-requests.json', without: ['begun_by', 'confirmed_by', 'search'], order: 't.asked_at' },
    erased: [emptied('log', { reason: `''` })],
    // `search` is empty when the erasure has ended, and `outcome` counts.
    wordless: ['team_id', 'search', 'outcome'],
  },
}
