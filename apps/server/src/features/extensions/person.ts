import { emptied, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  dueExtensions: {
    copy: { file: 'due-extensions.json', without: ['extended_by'], order: 't.extended_at, t.id' },
    erased: [emptied('comments', { reason: `''` })],
  },
}
