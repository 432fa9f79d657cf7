import { sql } from 'kysely'
import { by, emptied, gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  requests: {
    copy: {
      file: 'requests.json',
      // The levels name other people.
      without: ['decided_by', 'stood_in_at', 'levels', 'remind_at', 'reminded_at'],
      titleOf: 'document_id',
      order: 't.made_at, t.id',
    },
    erased: [emptied('comments', { note: `''`, reason: `''` })],
    isCounted: true,
    wordless: ['kind', 'document_type', 'state', 'sent_to', 'levels', 'title'],
  },
  requestDeciders: {
    rows: by('user_id', 'decided_by'),
    copy: {
      file: 'request-decisions.json',
      without: ['user_id', 'decided_by'],
      order: 't.request_id, t.level, t.state, t.decided_at',
    },
    wordless: ['state'],
  },
  standIns: {
    rows: by('user_id', 'stand_in_id'),
    copy: {
      file: 'stand-ins.json',
      without: ['user_id', 'stand_in_id'],
      with: (userId) =>
        sql`jsonb_build_object('role', case when t.user_id = ${userId}::uuid then 'away' else 'standsIn' end)`,
      order: 't.from_day, t.id',
    },
    erased: [gone('profile')],
    isCounted: true,
  },
}
