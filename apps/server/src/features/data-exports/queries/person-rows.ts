import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/db/database.ts'
import { hidesResult, shownOutcome } from '../../forms/queries/shown-results.ts'

/** Rows of a person that become one file of the copy. */
export interface PersonRows {
  /** Also names the line of `readme.txt` that says what it is. */
  readonly file: string
  readonly format: 'json' | 'ndjson'
  readonly tables: readonly (keyof DB)[]
  /** One column, a JSON object each. */
  rows(userId: string, now: Date): RawBuilder<unknown>
}

/** All columns of a table but the tenant's name and those that are ours or somebody else's. */
function part(
  file: string,
  table: keyof DB,
  of: {
    where: (userId: string, now: Date) => RawBuilder<unknown>
    without?: readonly string[]
    /** Further columns. */
    with?: (userId: string, now: Date) => RawBuilder<unknown>
    order: string
    format?: 'ndjson'
    also?: readonly (keyof DB)[]
  },
): PersonRows {
  const left = ['tenant_id', ...(of.without ?? [])]
  return {
    file,
    format: of.format ?? 'json',
    tables: [table, ...(of.also ?? [])],
    rows: (userId, now) => sql`
      select to_jsonb(t) - ${left}::text[] ${of.with ? sql`|| ${of.with(userId, now)}` : sql``} as row
      from ${sql.table(table)} t where ${of.where(userId, now)} order by ${sql.raw(of.order)}`,
  }
}

const own = (userId: string) => sql`t.user_id = ${userId}::uuid`
const ofAttempt = (userId: string) =>
  sql`t.attempt_id in (select a.id from attempts a where a.user_id = ${userId}::uuid)`
const ofAssignment = (userId: string) =>
  sql`t.assignment_id in (select a.id from assignments a where a.user_id = ${userId}::uuid)`
const ofSubmission = (userId: string) =>
  sql`t.submission_id in (select s.id from submissions s where s.user_id = ${userId}::uuid)`
const courseTitle = (column: string) =>
  sql`jsonb_build_object('title', (select c.title from documents c where c.id = ${sql.ref(column)}))`
/** What takes the place of columns while the result of the submission is kept from the person. */
const whileHidden = (now: Date, submissionId: string, columns: RawBuilder<unknown>) => sql`(
  select case when ${hidesResult(now)} then ${columns} else '{}' end from submissions s where s.id = ${sql.ref(submissionId)})`
/** Entries whose subject is the person: their account, or one of their memberships. */
const isSubject = (userId: string) => sql`(t.subject_id = ${userId}::text or t.subject_id in
  (select m.id from memberships m where m.user_id = ${userId}::uuid))`

/** What is in the copy beside the account, which the control plane keeps. A test holds it against the catalogue. */
export const personRows: readonly PersonRows[] = [
  part('memberships.json', 'memberships', {
    where: own,
    // Who manages them stands in a file of its own, by name.
    without: [
      'managers',
      'rule_managers',
      'all_managers',
      'search_text',
      'search_words',
      'sort_name',
      'shown_first_name',
      'revision',
    ],
    order: 't.created_at, t.id',
  }),
  {
    file: 'managers.json',
    format: 'json',
    tables: ['managerRelations'],
    rows: (userId) => sql`
      select distinct jsonb_build_object('name', rtrim(m.shown_first_name || ' ' || m.last_name)) as row
      from manager_relations r join memberships m on m.user_id = r.manager_id
      where r.user_id = ${userId}::uuid order by 1`,
  },
  part('scim.json', 'scimPeople', { where: own, without: ['token_id', 'user_name_key'], order: 't.user_id' }),
  part('feed-rows.json', 'feedRows', {
    where: own,
    without: ['managers', 'by_unique', 'by_email', 'by_username', 'by_employee', 'person'],
    order: 't.run_id, t.place',
  }),
  part('reminders.json', 'managerReminders', {
    where: own,
    without: ['manager_id'],
    order: 't.reminded_at, t.manager_id',
  }),
  part('assignments.json', 'assignments', {
    where: own,
    without: ['changed_day'],
    with: () => courseTitle('t.document_id'),
    order: 't.assigned_at, t.id',
  }),
  part('assignment-sources.json', 'assignmentSources', {
    where: own,
    without: ['granted_by'],
    order: 't.granted_at, t.assignment_id, t.kind, t.source_id',
  }),
  part('merges.json', 'personMerges', {
    // Nobody's else name or id: that, and when, two records of the person became one.
    where: (userId) => sql`${userId}::uuid in (t.stay_user_id, t.gone_user_id)`,
    without: ['stay_membership_id', 'points', 'made_by', 'made_by_name', 'undone_by'],
    order: 't.made_at, t.id',
  }),
  part('due-extensions.json', 'dueExtensions', {
    where: own,
    without: ['extended_by'],
    order: 't.extended_at, t.id',
  }),
  part('points.json', 'pointEntries', { where: own, without: ['by_user_id', 'place'], order: 't.place' }),
  part('badges.json', 'badgeAwards', {
    where: own,
    without: ['awarded_by', 'revoked_by', 'cause_key', 'status_position', 'membership_id'],
    with: () => sql`jsonb_build_object('title', (select v.title from badge_versions v where v.id = t.version_id))`,
    order: 't.awarded_at, t.id',
  }),
  part('shown-badges.json', 'shownBadges', { where: own, without: ['session_id'], order: 't.shown_at, t.award_id' }),
  part('reward-orders.json', 'rewardOrders', { where: own, without: ['closed_by'], order: 't.ordered_at, t.id' }),
  part('certificates.json', 'certificates', {
    where: own,
    without: ['revoked_by', 'pdf_sha256'],
    order: 't.issued_at, t.id',
  }),
  part('outside-certificates.json', 'outsideCertificates', {
    where: own,
    without: ['decided_by'],
    order: 't.created_at, t.id',
  }),
  part('causes.json', 'causes', { where: own, order: 't.at, t.id' }),
  part('ratings.json', 'ratings', { where: own, order: 't.rated_at, t.assignment_id' }),
  part('earlier-sources.json', 'earlierSources', {
    where: own,
    without: ['granted_by'],
    order: 't.granted_at, t.assignment_id, t.kind, t.source_id',
  }),
  part('requests.json', 'requests', {
    where: own,
    // The levels name other people.
    without: ['decided_by', 'stood_in_at', 'levels', 'remind_at', 'reminded_at'],
    with: () => courseTitle('t.document_id'),
    order: 't.made_at, t.id',
  }),
  part('request-decisions.json', 'requestDeciders', {
    where: (userId) => sql`(t.user_id = ${userId}::uuid or t.decided_by = ${userId}::uuid)`,
    without: ['user_id', 'decided_by'],
    order: 't.request_id, t.level, t.state, t.decided_at',
  }),
  part('stand-ins.json', 'standIns', {
    where: (userId) => sql`(t.user_id = ${userId}::uuid or t.stand_in_id = ${userId}::uuid)`,
    without: ['user_id', 'stand_in_id'],
    with: (userId) =>
      sql`jsonb_build_object('role', case when t.user_id = ${userId}::uuid then 'away' else 'standsIn' end)`,
    order: 't.from_day, t.id',
  }),
  part('follow-ups.json', 'followUps', { where: ofSubmission, order: 't.made_at, t.submission_id, t.key' }),
  part('resource-reads.json', 'resourceReads', { where: ofAssignment, order: 't.assignment_id, t.first_opened_at' }),
  part('step-comments.json', 'stepComments', {
    where: (userId) => sql`t.author_id = ${userId}::uuid`,
    with: () => courseTitle('t.document_id'),
    order: 't.made_at, t.id',
  }),
  part('seen-versions.json', 'seenVersions', { where: ofAssignment, order: 't.assignment_id, t.from_at' }),
  part('submissions.json', 'submissions', {
    where: own,
    // The questions that were drawn stand there with their keys.
    without: ['written_by', 'decided_by', 'revision', 'marked_revision', 'drawn', 'counted_sign', 'is_withheld'],
    with: (_, now) =>
      sql`${courseTitle('t.form_id')} || ${whileHidden(
        now,
        't.id',
        sql`jsonb_build_object('outcome', ${shownOutcome(now)}, 'points', null, 'out_of', null, 'percent', null, 'decided_at', null,
        'state', case when s.state in ('competent', 'notCompetent') then 'markingRequired' else s.state end,
        'comment', case when s.state = 'pendingResubmission' then s.comment else '' end)`,
      )}`,
    order: 't.started_at, t.id',
  }),
  part('answers.json', 'answers', {
    where: ofSubmission,
    without: ['saved_in', 'revision'],
    with: (_, now) =>
      whileHidden(
        now,
        't.submission_id',
        sql`jsonb_build_object('points', null, 'out_of', null, 'verdict', null, 'by_hand', null, 'key_points', null, 'reason', '',
          'comment', case when s.state = 'pendingResubmission' then t.comment else '' end)`,
      ),
    order: 't.submission_id, t.field',
  }),
  part('submission-events.json', 'submissionEvents', {
    where: ofSubmission,
    without: ['by_user', 'for_user'],
    with: (_, now) =>
      whileHidden(
        now,
        't.submission_id',
        sql`case when t.event in ('marked', 'regraded') then jsonb_build_object('comment', '') else '{}' end`,
      ),
    order: 't.at, t.id',
  }),
  part('event-registrations.json', 'registrations', {
    where: own,
    without: ['request_id'],
    with: () => courseTitle('t.event_id'),
    order: 't.registered_at, t.id',
  }),
  part('event-registration-steps.json', 'registrationSteps', {
    where: (userId) => sql`t.registration_id in (select r.id from registrations r where r.user_id = ${userId}::uuid)`,
    without: ['by_user'],
    order: 't.at, t.id',
  }),
  part('event-attendance.json', 'attendanceMarks', {
    where: own,
    without: ['by_user'],
    with: () => courseTitle('t.event_id'),
    order: 't.at, t.session_id',
  }),
  part('event-scans.json', 'eventScans', {
    where: own,
    without: ['by_user'],
    with: () => courseTitle('t.event_id'),
    order: 't.scanned_at, t.id',
  }),
  part('event-interests.json', 'eventInterests', {
    where: own,
    with: () => courseTitle('t.event_id'),
    order: 't.at, t.event_id',
  }),
  part('event-calendar-entries.json', 'calendarEntries', {
    where: own,
    without: ['fingerprint'],
    with: () => courseTitle('t.event_id'),
    order: 't.sent_at, t.session_id',
  }),
  part('event-facilitators.json', 'eventFacilitators', { where: own, order: 't.added_at' }),
  part('event-sessions-led.json', 'sessionFacilitators', {
    where: own,
    with: () => courseTitle('t.event_id'),
    order: 't.session_id',
  }),
  part('event-reservations.json', 'eventReservations', {
    where: (userId) => sql`t.manager_id = ${userId}::uuid`,
    with: () => courseTitle('t.event_id'),
    order: 't.made_at, t.event_id',
  }),
  part('submission-markings.json', 'submissionMarkings', {
    where: (userId, now) => sql`t.submission_id in (
      select s.id from submissions s where s.user_id = ${userId}::uuid and not ${hidesResult(now)})`,
    without: ['marker_id', 'revision'],
    order: 't.submission_id, t.saved_at',
  }),
  part('extra-times.json', 'extraTimes', {
    where: own,
    without: ['given_by'],
    with: () => courseTitle('t.form_id'),
    order: 't.form_id',
  }),
  part('anonymous-forms.json', 'anonymousMarks', {
    where: own,
    with: () => courseTitle('t.form_id'),
    order: 't.form_id',
  }),
  part('step-waivers.json', 'stepWaivers', { where: own, order: 't.waived_at, t.step_id' }),
  part('audiences.json', 'audiencePeople', {
    where: own,
    without: ['added_by'],
    with: () => sql`jsonb_build_object('title', (select a.title from audiences a where a.id = t.audience_id))`,
    order: 't.added_at, t.audience_id',
  }),
  part('assignment-days.json', 'assignmentDays', { where: own, order: 't.assignment_id, t.from_day' }),
  part('activities.json', 'activityProgress', {
    where: ofAssignment,
    without: ['changed_day'],
    order: 't.assignment_id, t.activity_id',
  }),
  part('activity-days.json', 'activityDays', {
    where: ofAssignment,
    order: 't.assignment_id, t.activity_id, t.from_day',
  }),
  part('attempts.json', 'attempts', {
    where: own,
    without: ['epoch', 'acked_epoch'],
    order: 't.started_at, t.id',
  }),
  part('attempt-parts.json', 'attemptScos', {
    where: ofAttempt,
    without: ['acked_epoch', 'acked_seq', 'visit_epoch', 'visit'],
    order: 't.attempt_id, t.sco_id',
  }),
  part('package-calls.ndjson', 'runtimeCalls', {
    where: ofAttempt,
    format: 'ndjson',
    order: 't.attempt_id, t.epoch, t.n',
  }),
  part('statements.ndjson', 'statements', { where: own, format: 'ndjson', order: 't.stored, t.id' }),
  part('notifications.json', 'notifications', { where: own, without: ['key'], order: 't.created_at, t.id' }),
  part('notes.json', 'quickNotes', { where: own, order: 't.created_at, t.id' }),
  part('calendar-entries.json', 'personalEntries', { where: own, order: 't.created_at, t.id' }),
  part('calendar-feed.json', 'calendarFeeds', { where: own, without: ['token_hash'], order: 't.created_at' }),
  part('views.json', 'savedViews', { where: own, order: 't.created_at, t.id' }),
  part('schedules.json', 'schedules', {
    where: (userId) => sql`t.owner_id = ${userId}::uuid`,
    order: 't.created_at, t.id',
  }),
  part('received-reports.json', 'scheduleReceivers', { where: own, order: 't.schedule_id' }),
  part('mails.json', 'mails', {
    where: own,
    without: ['html_body', 'link_id', 'link_code', 'reason_detail', 'sending_since'],
    order: 't.created_at, t.id',
  }),
  part('uploads.json', 'files', {
    where: (userId) => sql`t.created_by = ${userId}::uuid`,
    without: ['variants', 'sha256'],
    order: 't.created_at, t.id',
  }),
  // Subjects of jobs may be other people.
  part('jobs.json', 'jobs', {
    where: (userId) => sql`t.created_by = ${userId}::uuid`,
    without: ['subject', 'input', 'actor', 'result', 'link', 'error', 'cancel_asked', 'attempts'],
    order: 't.created_at, t.id',
  }),
  {
    file: 'audit.json',
    format: 'json',
    tables: ['auditEntries', 'auditPayloads'],
    // Of what others did with them: the name of who did it. Of what they did with others: that they did it.
    rows: (userId) => sql`
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
  part('analytics.json', 'analyticsEvents', { where: own, order: 't.at, t.id' }),
  part('impersonations.json', 'impersonationSessions', {
    where: (userId) => sql`t.impersonated_user_id = ${userId}::uuid`,
    without: ['user_id', 'team_id'],
    order: 't.created_at, t.id',
  }),
  part('presence.json', 'presence', { where: own, without: ['process_id'], order: 't.user_id' }),
  part('data-exports.json', 'dataExports', { where: own, without: ['sha256'], order: 't.asked_at, t.id' }),
  part('erase-requests.json', 'eraseRequests', {
    where: own,
    without: ['begun_by', 'confirmed_by', 'search'],
    order: 't.asked_at',
  }),
]

/** Tables that name people and are not in the copy, with why. */
export const leftOut: Partial<Record<keyof DB, string>> = {
  audiences: 'rules of the tenant; that the person changed them stands in the audit entries',
  badges: 'content of the tenant; that the person made it stands in the audit entries',
  badgeVersions: 'content of the tenant; that the person changed it stands in the audit entries',
  badgeRules: 'rules of the tenant; that the person changed them stands in the audit entries',
  certificateRules: 'rules of the tenant; that the person changed them stands in the audit entries',
  certificateTemplates: 'content of the tenant; that the person made it stands in the audit entries',
  certificateTemplateVersions: 'content of the tenant; that the person changed it stands in the audit entries',
  legalHolds: 'may be about a case of which the person must not learn from a file; administrators tell them',
  keptProofs: 'of people who were erased, without a name',
  retentionPeriods: 'settings of the tenant; that the person changed them stands in the audit entries',
  documents: 'content of the tenant; that the person made it stands in the audit entries',
  documentVersions: 'content of the tenant; that the person published it stands in the audit entries',
  questions: 'content of the tenant; that the person made or changed it stands in the audit entries',
  questionVersions: 'content of the tenant; that the person made it stands in the audit entries',
  issuerKeys: 'keys of the tenant; that the person replaced one stands in the audit entries',
  keyCorrections: 'content of the tenant; that the person corrected it stands in the audit entries',
  packages: 'content of the tenant; the uploaded files are in uploads.json',
  stepThreads:
    'which threads of comments are resolved; the comments are in the copy, and who resolved stands in the audit entries',
  feedRuns:
    'files of the tenant; that the person ran one stands in the audit entries, and what it says of them in feed-rows.json',
  bulkUpdateRecords:
    'how assignments were before a file of completions, for its undo; the assignments are in the copy, and what the file says in feed-rows.json',
  feedSettings: 'settings of a team; that the person changed them stands in the audit entries',
  scimTokens: 'tokens of the tenant; that the person made or revoked one stands in the audit entries',
  managerRules: 'rules of the tenant; that the person changed them stands in the audit entries',
  permissions: 'rules of the tenant; that the person changed them stands in the audit entries',
  uploads: 'files on their way, forgotten after a day; what became a file is in uploads.json',
  idempotencyKeys: 'digests of requests, forgotten after a day',
  learnerDueRollups: 'counted from the assignments, which are in the copy',
  learnerRollups: 'counted from the assignments, which are in the copy',
  progressDeltas: 'changes of assignments on their way into the counts, folded within seconds',
  liveEvents: 'signals for open pages, without content, forgotten within minutes',
}
