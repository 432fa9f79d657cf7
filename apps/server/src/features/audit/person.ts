import { type RawBuilder, sql } from 'kysely'
import {
  by,
  type Erased,
  emptied,
  gone,
  literal,
  membershipsOf,
  named,
  type PersonTables,
  userOf,
} from '../../platform/person-tables.ts'

/** Subjects of the log that are a person's own, whose titles and changes are theirs too. */
const ownSubjects = `('file', 'session', 'user', 'membership', 'standIn', 'rewardOrder', 'submission', 'request', 'outsideCertificate', 'schedule')`

export const personTables: PersonTables = {
  auditEntries: {
    copy: {
      file: 'audit.json',
      also: ['auditPayloads'],
      // Of what others did with them: the name of who did it. Of what they did with others: that they did it.
      select: (userId) => sql`
      select jsonb_build_object('id', t.id, 'at', t.at, 'action', t.action, 'by', t.actor_name,
          'acting_for_them', t.impersonator_name, 'subject_type', t.subject_type)
        || case when t.actor_id = ${userId}::uuid and t.impersonator_id is null
          then jsonb_build_object('address', t.address) else '{}' end
        || case when ${isSubject(userId)}
          then jsonb_build_object('subject_title', t.subject_title, 'before', p.before, 'after', p.after)
          when t.subject_type in ('course', 'bundle') then jsonb_build_object('subject_title', t.subject_title)
          else '{}' end as row
      from audit_entries t left join audit_payloads p on p.entry_id = t.id
      where t.actor_id = ${userId}::uuid or ${isSubject(userId)} order by t.at, t.id`,
    },
    erased: [
      emptied('log', (of) => ({ ...named('actor_name')(of), address: `''` }), by('actor_id')),
      emptied(
        'log',
        { subject_title: `''` },
        (of) => `t.actor_id = ${userOf(of)} and t.subject_type in ${ownSubjects}`,
      ),
      emptied('log', named('impersonator_name'), by('impersonator_id')),
      emptied(
        'log',
        named('subject_title'),
        (of) => `(t.subject_id = ${literal(of.userId)} or t.subject_id = any (${membershipsOf(of)}))`,
      ),
    ],
    isCounted: true,
    wordless: ['action', 'subject_type', 'subject_id', 'request_id', 'actor_team_id'],
  },
  auditPayloads: {
    rows: (of) =>
      `t.entry_id in (select t.id from audit_entries t where ${isAbout(of)} or (t.actor_id = ${userOf(of)} and t.subject_type in ${ownSubjects}))`,
    erased: [gone('log')],
  },
}

/** Entries whose subject is the person: their account, or one of their memberships. */
function isSubject(userId: string): RawBuilder<unknown> {
  return sql`(t.subject_id = ${userId}::text or t.subject_id in
  (select m.id from memberships m where m.user_id = ${userId}::uuid))`
}

function isAbout(of: Erased): string {
  return `(t.subject_id = ${literal(of.userId)} or t.subject_id = any (${membershipsOf(of)})${' '}
   or t.subject_id in (select x.id::text from submissions x where x.user_id = ${userOf(of)}
     union all select x.id::text from requests x where x.user_id = ${userOf(of)}
     union all select x.id::text from certificates x where x.user_id = ${userOf(of)}
     union all select x.id::text from outside_certificates x where x.user_id = ${userOf(of)}
     union all select x.id::text from assignments x where x.user_id = ${userOf(of)}))`
}
