import { sql } from 'kysely'
import { emptied, gone, named, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  badgeAwards: {
    copy: {
      file: 'badges.json',
      without: ['awarded_by', 'revoked_by', 'cause_key', 'status_position', 'membership_id'],
      with: () => sql`jsonb_build_object('title', (select v.title from badge_versions v where v.id = t.version_id))`,
      order: 't.awarded_at, t.id',
    },
    erased: [
      emptied('badges', (of) => ({
        ...named('holder_name')(of),
        note: `''`,
        revoke_reason: `''`,
        credential: 'null',
        signed_at: 'null',
      })),
    ],
    madeAt: 't.awarded_at',
    isCounted: true,
    wordless: ['cause_key', 'kind', 'document_type', 'document_title', 'rule_title'],
  },
  shownBadges: {
    copy: { file: 'shown-badges.json', without: ['session_id'], order: 't.shown_at, t.award_id' },
    erased: [gone('profile')],
  },
  badges: { copy: 'content of the tenant; that the person made it stands in the audit entries', isContent: true },
  badgeVersions: {
    copy: 'content of the tenant; that the person changed it stands in the audit entries',
    isContent: true,
  },
  badgeRules: { copy: 'rules of the tenant; that the person changed them stands in the audit entries' },
}
