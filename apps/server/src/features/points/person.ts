import { emptied, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  pointEntries: {
    copy: { file: 'points.json', without: ['by_user_id', 'place'], order: 't.place' },
    erased: [emptied('comments', { reason: `''` })],
    wordless: ['team_id', 'kind', 'document_type', 'document_title', 'key'],
  },
}
