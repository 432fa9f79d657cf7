import { by, gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  personMerges: {
    // Nobody's else name or id: that, and when, two records of the person became one.
    rows: by('stay_user_id', 'gone_user_id'),
    copy: {
      file: 'merges.json',
      without: ['stay_membership_id', 'points', 'made_by', 'made_by_name', 'undone_by'],
      order: 't.made_at, t.id',
    },
    erased: [
      // With the rows by which a merge is undone: they say what each record was.
      gone('profile'),
    ],
  },
}
