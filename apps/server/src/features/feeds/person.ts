import { emptied, named, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  feedRows: {
    copy: {
      file: 'feed-rows.json',
      without: ['managers', 'by_unique', 'by_email', 'by_username', 'by_employee', 'person'],
      order: 't.run_id, t.place',
    },
    erased: [
      emptied('feeds', (of) => ({
        ...named('person')(of),
        ...Object.fromEntries(['by_unique', 'by_email', 'by_username', 'by_employee'].map((column) => [column, `''`])),
        fields: `'{}'`,
        managers: 'null',
        errors: `'[]'`,
        before: 'null',
      })),
    ],
    isCounted: true,
    wordless: ['outcome', 'state'],
  },
  feedRuns: {
    copy: 'files of the tenant; that the person ran one stands in the audit entries, and what it says of them in feed-rows.json',
  },
  feedSettings: { copy: 'settings of a team; that the person changed them stands in the audit entries' },
}
