import { by, emptied, named, own, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  impersonationSessions: {
    rows: by('impersonated_user_id'),
    copy: { file: 'impersonations.json', without: ['user_id', 'team_id'], order: 't.created_at, t.id' },
    erased: [
      emptied('log', named('user_name'), own),
      emptied('log', (of) => ({ ...named('impersonated_name')(of), impersonated_email: `''`, reason: `''` })),
    ],
    isCounted: true,
    wordless: ['team_id', 'impersonated_team_id', 'status'],
  },
}
