import { emptied, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  ratings: {
    copy: { file: 'ratings.json', order: 't.rated_at, t.assignment_id' },
    erased: [emptied('comments', { comment: `''` })],
    isCounted: true,
  },
}
