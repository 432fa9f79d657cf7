import { sql } from 'kysely'
import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  audiencePeople: {
    copy: {
      file: 'audiences.json',
      without: ['added_by'],
      with: () => sql`jsonb_build_object('title', (select a.title from audiences a where a.id = t.audience_id))`,
      order: 't.added_at, t.audience_id',
    },
    erased: [gone('profile')],
    isCounted: true,
  },
  audiences: { copy: 'rules of the tenant; that the person changed them stands in the audit entries' },
}
