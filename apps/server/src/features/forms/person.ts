import { type RawBuilder, sql } from 'kysely'
import { emptied, gone, type PersonTables, within } from '../../platform/person-tables.ts'
import { hidesResult, shownOutcome } from './queries/shown-results.ts'

export const personTables: PersonTables = {
  followUps: {
    rows: within('submissions', 'submission_id'),
    copy: { file: 'follow-ups.json', order: 't.made_at, t.submission_id, t.key' },
    erased: [emptied('submissions', { reason: `''` })],
    wordless: ['key', 'state'],
  },
  submissions: {
    copy: {
      file: 'submissions.json',
      // The questions that were drawn stand there with their keys.
      without: ['written_by', 'decided_by', 'revision', 'marked_revision', 'drawn', 'counted_sign', 'is_withheld'],
      titleOf: 'form_id',
      with: (_, now) =>
        whileHidden(
          now,
          't.id',
          sql`jsonb_build_object('outcome', ${shownOutcome(now)}, 'points', null, 'out_of', null, 'percent', null, 'decided_at', null,
        'state', case when s.state in ('competent', 'notCompetent') then 'markingRequired' else s.state end,
        'comment', case when s.state = 'pendingResubmission' then s.comment else '' end)`,
        ),
      order: 't.started_at, t.id',
    },
    erased: [emptied('submissions', { comment: `''` })],
    madeAt: 'coalesce(t.submitted_at, t.saved_at)',
    isCounted: true,
    wordless: ['state', 'outcome', 'reopened', 'drawn', 'counted_sign'],
  },
  answers: {
    rows: within('submissions', 'submission_id'),
    copy: {
      file: 'answers.json',
      without: ['saved_in', 'revision'],
      with: (_, now) =>
        whileHidden(
          now,
          't.submission_id',
          sql`jsonb_build_object('points', null, 'out_of', null, 'verdict', null, 'by_hand', null, 'key_points', null, 'reason', '',
          'comment', case when s.state = 'pendingResubmission' then t.comment else '' end)`,
        ),
      order: 't.submission_id, t.field',
    },
    erased: [emptied('submissions', { value: withoutWords('t.value'), earlier: 'null', reason: `''`, comment: `''` })],
    wordless: ['field', 'saved_in', 'verdict'],
  },
  submissionEvents: {
    rows: within('submissions', 'submission_id'),
    copy: {
      file: 'submission-events.json',
      without: ['by_user', 'for_user'],
      with: (_, now) =>
        whileHidden(
          now,
          't.submission_id',
          sql`case when t.event in ('marked', 'regraded') then jsonb_build_object('comment', '') else '{}' end`,
        ),
      order: 't.at, t.id',
    },
    erased: [emptied('submissions', { comment: `''` })],
    wordless: ['event', 'level'],
  },
  submissionMarkings: {
    rows: within('submissions', 'submission_id'),
    copy: {
      file: 'submission-markings.json',
      only: (now) => sql`t.submission_id in (select s.id from submissions s where not ${hidesResult(now)})`,
      without: ['marker_id', 'revision'],
      order: 't.submission_id, t.saved_at',
    },
    erased: [emptied('submissions', { comment: `''`, marks: `'{}'` })],
    wordless: ['finish'],
  },
  extraTimes: {
    copy: { file: 'extra-times.json', without: ['given_by'], titleOf: 'form_id', order: 't.form_id' },
    erased: [gone('profile')],
  },
  anonymousMarks: { copy: { file: 'anonymous-forms.json', titleOf: 'form_id', order: 't.form_id' } },
  questions: {
    copy: 'content of the tenant; that the person made or changed it stands in the audit entries',
    isContent: true,
  },
  questionVersions: {
    copy: 'content of the tenant; that the person made it stands in the audit entries',
    isContent: true,
  },
  keyCorrections: { copy: 'content of the tenant; that the person corrected it stands in the audit entries' },
  submissionFigures: { wordless: ['figures'] },
  formFigures: { isContent: true },
}

/** What takes the place of columns while the result of the submission is kept from the person. */
function whileHidden(now: Date, submissionId: string, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
  select case when ${hidesResult(now)} then ${columns} else '{}' end from submissions s where s.id = ${sql.ref(submissionId)})`
}

/**
 * What an answer chose stays, since it is counted; what was written into it goes. Choices and cells are short keys without
 * spaces.
 */
function withoutWords(column: string): string {
  const keys = (of: string) =>
    `jsonb_path_query_array(${of}, '$[*] ? (@.type() != "string" || @ like_regex "^[A-Za-z0-9_-]{1,40}$")')`
  return `case jsonb_typeof(${column}) when 'string' then '""'::jsonb when 'array' then ${keys(column)}
    when 'object' then coalesce((select jsonb_object_agg(e.key, case jsonb_typeof(e.value) when 'array' then ${keys('e.value')} else e.value end)
      from jsonb_each(${column}) e where jsonb_typeof(e.value) not in ('string', 'object')), '{}') else ${column} end`
}
