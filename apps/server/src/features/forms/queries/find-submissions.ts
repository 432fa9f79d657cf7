import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field } from '@learnt/contract/forms/content'
import type { Outcome, SubmissionState } from '@learnt/contract/forms/submission-states'
import { sql } from 'kysely'
import type { ReadTx, Row, WriteTx } from '../../../platform/db/database.ts'
import type { FormAttempt } from '../../learning/policy.ts'
import { closesAtFor } from './end-of-writing.ts'

export type SubmissionRecord = Row<'submissions'> & { state: SubmissionState; outcome: Outcome | null }
export type AnswerRow = Row<'answers'> & { value: AnswerValue | null; earlier: AnswerValue | null }

/** A submission in lists of the person who made it. */
export interface OwnSubmissionRecord {
  id: string
  number: number
  state: SubmissionState
  outcome: Outcome | null
  versionId: string
  versionNumber: number
  assignmentId: string | null
  revision: number
  startedAt: Date
  savedAt: Date
  /** By the time limit alone; see endOfWriting(). */
  endsAt: Date | null
  /** When the form closes for the person. */
  closesAt: Date | null
  submittedAt: Date | null
  decidedAt: Date | null
  points: number | null
  outOf: number | null
  percent: number | null
  /** Its outcome is decided, and kept from the person for now. */
  isWithheld: boolean
  comment: string
  reopened: string[] | null
  drawn: Record<string, Field[]> | null
  /** Of one that may be written in: answers and comments by field. */
  written: Record<string, { value: AnswerValue | null; comment: string }> | null
}

/** A step of a course, in one cycle of a person's. */
export interface FormStep {
  readonly assignmentId: string
  readonly activityId: string
}

/**
 * Every attempt of a person at a form, newest first, with the answers of the one that is open: those at the form itself, or
 * those in one step of a course, or all. One statement.
 */
export async function listOwnSubmissions(
  tx: ReadTx,
  userId: string,
  formId: string,
  step: FormStep | 'all' | null = null,
): Promise<OwnSubmissionRecord[]> {
  const isMeant =
    step === 'all'
      ? sql`true`
      : step
        ? sql`s.assignment_id = ${step.assignmentId} and s.activity_id = ${step.activityId}`
        : sql`s.activity_id is null`
  const { rows } = await sql<OwnSubmissionRecord>`
    select s.id, s.number, s.state, s.outcome, s.version_id, v.number as version_number, s.assignment_id, s.revision, s.started_at, s.saved_at,
      s.ends_at, ${closesAtFor(sql`s.assignment_id`)} as closes_at, s.submitted_at, s.decided_at, s.points, s.out_of, s.percent, s.is_withheld, s.comment, s.reopened, s.drawn,
      case when s.state in ('inprogress', 'pendingResubmission', 'markingRequired') then coalesce((
        select jsonb_object_agg(x.field, jsonb_build_object('value', x.value, 'comment', x.comment)) from answers x where x.submission_id = s.id
      ), '{}') end as written
    from submissions s join document_versions v on v.id = s.version_id join documents d on d.id = s.form_id
    where s.user_id = ${userId} and s.form_id = ${formId} and ${isMeant} order by s.number desc limit 200`.execute(tx)
  return rows
}

/** One submission without its answers. The caller has checked that it is the reader's own. */
export async function getOwnSubmission(tx: ReadTx, id: string): Promise<OwnSubmissionRecord | undefined> {
  const { rows } = await sql<OwnSubmissionRecord>`
    select s.id, s.number, s.state, s.outcome, s.version_id, v.number as version_number, s.assignment_id, s.revision, s.started_at, s.saved_at,
      s.ends_at, ${closesAtFor(sql`s.assignment_id`)} as closes_at, s.submitted_at, s.decided_at, s.points, s.out_of, s.percent, s.is_withheld, s.comment, s.reopened, s.drawn, null as written
    from submissions s join document_versions v on v.id = s.version_id join documents d on d.id = s.form_id where s.id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

export function findSubmission(tx: ReadTx, id: string): Promise<SubmissionRecord | undefined> {
  return tx.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    SubmissionRecord | undefined
  >
}

/** The row as nobody else can change it until the end of the transaction. */
export function lockSubmission(tx: WriteTx, id: string): Promise<SubmissionRecord | undefined> {
  return tx.selectFrom('submissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    SubmissionRecord | undefined
  >
}

export function listAnswers(tx: ReadTx, submissionId: string): Promise<AnswerRow[]> {
  return tx.selectFrom('answers').selectAll().where('submissionId', '=', submissionId).execute() as Promise<AnswerRow[]>
}

export type FollowUpRow = Pick<Row<'followUps'>, 'key' | 'state' | 'reason' | 'doneAt'>

/** What the outcome of a submission set off. */
export function listFollowUps(tx: ReadTx, submissionId: string): Promise<FollowUpRow[]> {
  return tx
    .selectFrom('followUps')
    .select(['key', 'state', 'reason', 'doneAt'])
    .where('submissionId', '=', submissionId)
    .orderBy('madeAt')
    .orderBy('key')
    .execute()
}

/** The form's title as it is now, and the name of the decider. */
export async function findNames(
  tx: ReadTx,
  formId: string,
  decidedBy: string | null,
): Promise<{ title: string; decidedBy: string }> {
  const { rows } = await sql<{ title: string; decidedBy: string }>`
    select d.title, coalesce((
      select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = ${decidedBy}::uuid and m.is_primary), '') as decided_by
    from documents d where d.id = ${formId}`.execute(tx)
  return rows[0] ?? { title: '', decidedBy: '' }
}

/** Attempts at the form of a step, as its completion rule looks at them: without results that are kept from the person. */
export async function listStepAttempts(tx: ReadTx, of: FormStep & { formId: string }): Promise<FormAttempt[]> {
  const { rows } = await sql<FormAttempt>`
    select submitted_at is not null as is_submitted, case when not is_withheld then outcome end as outcome,
      case when outcome is not null and not is_withheld then percent end as percent from submissions
    where assignment_id = ${of.assignmentId} and activity_id = ${of.activityId} and form_id = ${of.formId}`.execute(tx)
  return rows
}

/** An attempt at the form of a step, for the report of a course. */
export interface StepSubmission {
  readonly activityId: string
  readonly submissionId: string
  readonly state: SubmissionState
  readonly outcome: Outcome | null
  readonly percent: number | null
  readonly startedAt: Date
  readonly submittedAt: Date | null
}

/** All attempts at the forms of the steps of an assignment, the first one first. */
export async function listStepSubmissions(tx: ReadTx, assignmentId: string): Promise<StepSubmission[]> {
  const { rows } = await sql<StepSubmission>`
    select activity_id, id as submission_id, state, outcome, percent, started_at, submitted_at from submissions
    where assignment_id = ${assignmentId} and activity_id is not null order by number`.execute(tx)
  return rows
}
