import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  bulkUpdateRecords: {
    copy: 'how assignments were before a file of completions, for its undo; the assignments are in the copy, and what the file says in feed-rows.json',
    erased: [
      // What undoing a bulk update of completions needs.
      gone('feeds'),
    ],
  },
}
