import type { PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  memberships: {
    copy: {
      file: 'memberships.json',
      // Who manages them stands in a file of its own, by name.
      without: [
        'managers',
        'rule_managers',
        'all_managers',
        'search_text',
        'search_words',
        'sort_name',
        'shown_first_name',
        'revision',
      ],
      order: 't.created_at, t.id',
    },
  },
}
