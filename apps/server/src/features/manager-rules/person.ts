import { sql } from 'kysely'
import { by, gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  managerRules: { copy: 'rules of the tenant; that the person changed them stands in the audit entries' },
  managerRelations: {
    copy: {
      file: 'managers.json',
      select: (userId) => sql`
      select distinct jsonb_build_object('name', rtrim(m.shown_first_name || ' ' || m.last_name)) as row
      from manager_relations r join memberships m on m.user_id = r.manager_id
      where r.user_id = ${userId}::uuid order by 1`,
    },
    rows: by('user_id', 'manager_id'),
    erased: [gone('profile')],
  },
}
