import { emptied, literal, type PersonTables } from '../../platform/person-tables.ts'

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
        'sort_name',
        'shown_first_name',
        'revision',
      ],
      order: 't.created_at, t.id',
    },
    erased: [
      emptied(
        'profile',
        (of) => ({
          managers: `array_remove(t.managers, ${literal(of.userId)})`,
          rule_managers: `array_remove(t.rule_managers, ${literal(of.userId)})`,
        }),
        (of) => `${literal(of.userId)} = any (t.all_managers)`,
      ),
    ],
  },
}
