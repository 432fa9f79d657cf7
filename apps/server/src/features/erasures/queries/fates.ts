import { type ErasureKind, type ProofKind, proofKinds } from '@learnt/contract/erasures'
import pg from 'pg'

/** Who is erased, in the words of the statements. */
export interface Erased {
  readonly userId: string
  readonly membershipIds: readonly string[]
  /** Stands where a name stood. */
  readonly pseudonym: string
}

/** What becomes of some rows of a table. The columns that are not named hold no words of or about a person. */
export interface Fate {
  readonly table: string
  readonly kind: ErasureKind
  /** SQL over the row `t`. */
  where(of: Erased): string
  /** The columns that lose what they say, with SQL for what they say then; null: the rows go. */
  readonly becomes: null | ((of: Erased) => Readonly<Record<string, string>>)
}

const text = (value: string) => pg.escapeLiteral(value)
const user = (of: Erased) => `${text(of.userId)}::uuid`
const members = (of: Erased) => `array[${of.membershipIds.map(text).join(', ')}]::text[]`
const own = (of: Erased) => `t.user_id = ${user(of)}`
const by = (column: string) => (of: Erased) => `t.${column} = ${user(of)}`
const within = (table: string, column: string) => (of: Erased) =>
  `t.${column} in (select x.id from ${table} x where x.user_id = ${user(of)})`
const ofAttempt = within('attempts', 'attempt_id')
const ofAssignment = within('assignments', 'assignment_id')
const ofSubmission = within('submissions', 'submission_id')
const isAbout = (of: Erased) =>
  `(t.subject_id = ${text(of.userId)} or t.subject_id = any (${members(of)})${' '}
   or t.subject_id in (select x.id::text from submissions x where x.user_id = ${user(of)}
     union all select x.id::text from requests x where x.user_id = ${user(of)}
     union all select x.id::text from certificates x where x.user_id = ${user(of)}
     union all select x.id::text from outside_certificates x where x.user_id = ${user(of)}
     union all select x.id::text from assignments x where x.user_id = ${user(of)}))`

const gone = (table: string, kind: ErasureKind, where: Fate['where'] = own): Fate => ({
  table,
  kind,
  where,
  becomes: null,
})
const emptied = (
  table: string,
  kind: ErasureKind,
  columns: Readonly<Record<string, string>> | ((of: Erased) => Readonly<Record<string, string>>),
  where: Fate['where'] = own,
): Fate => ({ table, kind, where, becomes: typeof columns === 'function' ? columns : () => columns })
const named =
  (...columns: string[]) =>
  (of: Erased) =>
    Object.fromEntries(columns.map((column) => [column, text(of.pseudonym)]))

/**
 * What an answer chose stays, since it is counted; what was written into it goes. Choices and cells are short keys without
 * spaces.
 */
const withoutWords = (column: string) => {
  const keys = (of: string) =>
    `jsonb_path_query_array(${of}, '$[*] ? (@.type() != "string" || @ like_regex "^[A-Za-z0-9_-]{1,40}$")')`
  return `case jsonb_typeof(${column}) when 'string' then '""'::jsonb when 'array' then ${keys(column)}
    when 'object' then coalesce((select jsonb_object_agg(e.key, case jsonb_typeof(e.value) when 'array' then ${keys('e.value')} else e.value end)
      from jsonb_each(${column}) e where jsonb_typeof(e.value) not in ('string', 'object')), '{}') else ${column} end`
}

/** What happened to which object, with score and times: neither the actor, nor what was typed, nor what a package added. */
const statementWithoutWords = `(select coalesce(jsonb_object_agg(e.key, case e.key when 'result' then e.value - 'response' - 'extensions' else e.value end), '{}')
  from jsonb_each(t.body) e where e.key in ('id', 'verb', 'object', 'result', 'timestamp', 'stored', 'version'))`

/** Subjects of the log that are a person's own, whose titles and changes are theirs too. */
const ownSubjects = `('file', 'session', 'user', 'membership', 'standIn', 'rewardOrder', 'submission', 'request', 'outsideCertificate', 'schedule')`

/** In this order: a row goes before the one that it points at. */
export const fates: readonly Fate[] = [
  gone('presence', 'profile'),
  gone('scim_people', 'profile'),
  // With the rows by which a merge is undone: they say what each record was.
  gone('person_merges', 'profile', (of) => `t.stay_user_id = ${user(of)} or t.gone_user_id = ${user(of)}`),
  gone('schedule_receivers', 'profile', (of) =>
    [own(of), `t.schedule_id in (select x.id from schedules x where x.owner_id = ${user(of)})`].join(' or '),
  ),
  gone(
    'schedule_runs',
    'profile',
    (of) => `t.schedule_id in (select x.id from schedules x where x.owner_id = ${user(of)})`,
  ),
  gone('schedules', 'profile', by('owner_id')),
  gone('saved_views', 'profile'),
  gone('quick_notes', 'profile'),
  gone('personal_entries', 'profile'),
  gone('calendar_feeds', 'profile'),
  gone('calendar_entries', 'profile'),
  gone('event_facilitators', 'profile'),
  gone('session_facilitators', 'profile'),
  gone('audience_people', 'profile'),
  gone('extra_times', 'profile'),
  gone('shown_badges', 'profile'),
  gone('event_interests', 'profile'),
  gone('event_reservations', 'profile', by('manager_id')),
  gone('manager_relations', 'profile', (of) => `${own(of)} or ${by('manager_id')(of)}`),
  gone('manager_reminders', 'profile', (of) => `${own(of)} or ${by('manager_id')(of)}`),
  gone('stand_ins', 'profile', (of) => `${own(of)} or ${by('stand_in_id')(of)}`),

  gone('notifications', 'messages'),
  gone('mails', 'messages'),
  gone('analytics_events', 'messages'),
  gone('live_events', 'messages'),
  gone('idempotency_keys', 'messages'),

  gone('step_comments', 'comments', by('author_id')),
  emptied('ratings', 'comments', { comment: `''` }),
  emptied('requests', 'comments', { note: `''`, reason: `''` }),
  emptied('reward_orders', 'comments', { note: `''` }),
  emptied('registrations', 'comments', { note: `''` }),
  emptied('registration_steps', 'comments', { note: `''` }, within('registrations', 'registration_id')),
  emptied('due_extensions', 'comments', { reason: `''` }),
  emptied('step_waivers', 'comments', { reason: `''`, evidence_file_id: 'null' }),
  emptied('point_entries', 'comments', { reason: `''` }),

  emptied(
    'answers',
    'submissions',
    { value: withoutWords('t.value'), earlier: 'null', reason: `''`, comment: `''` },
    ofSubmission,
  ),
  emptied('submissions', 'submissions', { comment: `''` }),
  emptied('submission_events', 'submissions', { comment: `''` }, ofSubmission),
  emptied('submission_markings', 'submissions', { comment: `''`, marks: `'{}'` }, ofSubmission),
  emptied('follow_ups', 'submissions', { reason: `''` }, ofSubmission),

  emptied('certificates', 'certificates', (of) => ({
    ...named('holder_name')(of),
    revoke_reason: `''`,
    pdf_sha256: 'null',
    pdf_size: 'null',
    pdf_locale: 'null',
  })),
  emptied('badge_awards', 'badges', (of) => ({
    ...named('holder_name')(of),
    note: `''`,
    revoke_reason: `''`,
    credential: 'null',
    signed_at: 'null',
  })),
  gone('outside_certificates', 'outsideCertificates'),

  gone('data_exports', 'files'),
  gone('uploads', 'files'),

  emptied('attempt_scos', 'learning', { cmi: `'{}'` }, ofAttempt),
  gone('runtime_calls', 'learning', ofAttempt),
  emptied('activity_progress', 'learning', { position: 'null' }, ofAssignment),
  emptied('statements', 'learning', { body: statementWithoutWords }),

  // What a bulk update of completions is undone with.
  gone('bulk_update_records', 'feeds'),
  emptied('feed_rows', 'feeds', (of) => ({
    ...named('person')(of),
    ...Object.fromEntries(['by_unique', 'by_email', 'by_username', 'by_employee'].map((column) => [column, `''`])),
    fields: `'{}'`,
    managers: 'null',
    errors: `'[]'`,
    before: 'null',
  })),

  emptied('audit_entries', 'log', (of) => ({ ...named('actor_name')(of), address: `''` }), by('actor_id')),
  emptied(
    'audit_entries',
    'log',
    { subject_title: `''` },
    (of) => `t.actor_id = ${user(of)} and t.subject_type in ${ownSubjects}`,
  ),
  emptied('audit_entries', 'log', named('impersonator_name'), by('impersonator_id')),
  emptied(
    'audit_entries',
    'log',
    named('subject_title'),
    (of) => `(t.subject_id = ${text(of.userId)} or t.subject_id = any (${members(of)}))`,
  ),
  gone(
    'audit_payloads',
    'log',
    (of) =>
      `t.entry_id in (select t.id from audit_entries t where ${isAbout(of)} or (t.actor_id = ${user(of)} and t.subject_type in ${ownSubjects}))`,
  ),
  emptied('jobs', 'log', named('created_by_name'), by('created_by')),
  emptied(
    'job_rows',
    'log',
    named('title'),
    (of) => `t.subject_id = any (${members(of)}) or t.subject_id = ${text(of.userId)}`,
  ),
  emptied('impersonation_sessions', 'log', named('user_name')),
  emptied(
    'impersonation_sessions',
    'log',
    (of) => ({ ...named('impersonated_name')(of), impersonated_email: `''`, reason: `''` }),
    by('impersonated_user_id'),
  ),
  emptied('erase_requests', 'log', { reason: `''` }),
  gone('legal_holds', 'log'),
]

export function isProof(kind: ErasureKind): kind is ProofKind {
  return (proofKinds as readonly string[]).includes(kind)
}

/** When the latest record of a kind was made, from which its retention counts. SQL over the person's rows. */
export const proofMade: Readonly<Record<ProofKind, { table: string; at: string }>> = {
  certificates: { table: 'certificates', at: 't.issued_at' },
  badges: { table: 'badge_awards', at: 't.awarded_at' },
  outsideCertificates: { table: 'outside_certificates', at: 't.created_at' },
  submissions: { table: 'submissions', at: 'coalesce(t.submitted_at, t.saved_at)' },
}

/** Columns of a person's rows that hold no words of or about them: states, keys, ids, and titles of the tenant's content. */
export const wordless: Readonly<Record<string, readonly string[]>> = {
  activity_days: ['state'],
  activity_progress: ['state'],
  answers: ['field', 'saved_in', 'verdict'],
  assignment_days: ['state', 'document_type'],
  assignment_sources: ['kind'],
  assignments: ['document_type', 'state', 'cycle_reason'],
  attempt_scos: ['sco_id', 'status', 'status_before'],
  attempts: ['state', 'current_sco'],
  attendance_marks: ['mark', 'source'],
  audit_entries: ['action', 'subject_type', 'subject_id', 'request_id', 'actor_team_id'],
  badge_awards: ['cause_key', 'kind', 'document_type', 'document_title', 'rule_title'],
  causes: ['kind', 'document_type', 'state'],
  certificates: ['serial', 'document_type', 'title'],
  earlier_sources: ['kind'],
  // `search` is empty when the erasure has ended, and `outcome` counts.
  erase_requests: ['team_id', 'search', 'outcome'],
  event_scans: ['result'],
  feed_rows: ['outcome', 'state'],
  follow_ups: ['key', 'state'],
  impersonation_sessions: ['team_id', 'impersonated_team_id', 'status'],
  kept_proofs: ['kind', 'reason'],
  point_entries: ['team_id', 'kind', 'document_type', 'document_title', 'key'],
  progress_deltas: ['state', 'document_type'],
  registration_steps: ['verb', 'state'],
  registrations: ['state'],
  request_deciders: ['state'],
  requests: ['kind', 'document_type', 'state', 'sent_to', 'levels', 'title'],
  reward_orders: ['title', 'state'],
  statements: ['verb', 'object_id'],
  submission_events: ['event', 'level'],
  submission_figures: ['figures'],
  submission_markings: ['finish'],
  submissions: ['state', 'outcome', 'reopened', 'drawn', 'counted_sign'],
}

/** Content of the tenant: authors wrote it for everybody, so copies of a person are not looked for in it. */
export const contentTables: readonly string[] = [
  'documents',
  'document_versions',
  'document_sections',
  'document_steps',
  'course_activities',
  'questions',
  'question_versions',
  'badges',
  'badge_versions',
  'certificate_templates',
  'certificate_template_versions',
  'packages',
  'prepared_files',
  'prepared_parts',
  'rewards',
  'custom_fields',
  'issuer_keys',
  'status_lists',
  'form_figures',
  'events',
  'event_rooms',
]
