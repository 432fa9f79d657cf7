import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import { asksOf, changeableKeys, type Filler, writableBy } from '@learnt/contract/forms/field-access'
import { readAnswer } from '@learnt/contract/forms/read-answer'
import type { SubmissionState } from '@learnt/contract/forms/submission-states'
import { visibleToLearners } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { authorize, hidden, type Refusal, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { isOver, observeSubmission } from '../policy.ts'
import { closesAtFor } from '../queries/end-of-writing.ts'
import { getVersion } from '../queries/find-version.ts'
import { findReviewed } from '../queries/list-submissions.ts'
import { withDrawn } from './draw-questions.ts'

/** What a window sends: the revision that it saw last, its own key, and the answers that changed; null: taken back. */
export interface Save {
  readonly revision: number
  readonly window: string
  readonly changes: Readonly<Record<string, AnswerValue | null>>
}

/** A submission with what decides whether its writer may go on. */
export interface WrittenSubmission {
  readonly id: string
  readonly formId: string
  readonly title: string
  readonly documentStatus: string
  readonly versionId: string
  readonly versionNumber: number
  /** The form's, or that of the course that it is a step of. */
  readonly assignmentId: string | null
  readonly activityId: string | null
  readonly isActive: boolean
  readonly userId: string
  readonly membershipId: string
  readonly writtenBy: string
  readonly number: number
  readonly state: SubmissionState
  readonly revision: number
  readonly endsAt: Date | null
  readonly closesAt: Date | null
  readonly startedAt: Date
  readonly reopened: string[] | null
  readonly drawn: Record<string, Field[]> | null
  /** The person was erased: nothing more is written of them. */
  readonly isErased: boolean
}

/**
 * The row, locked until the end of the transaction. A learner who was in the middle of a step when the next cycle of
 * the course began finishes it in the earlier one.
 */
export async function lockWritten(tx: WriteTx, id: string): Promise<WrittenSubmission | null> {
  const { rows } = await sql<WrittenSubmission>`
    select s.id, s.form_id, d.title, d.status as document_status, s.version_id, v.number as version_number, s.assignment_id, s.activity_id,
      coalesce((a.is_active or (s.activity_id is not null and a.ended_at is not null)) and not a.needs_request and a.waits_for is null
        and (s.activity_id is null or c.status = any(${visibleToLearners}::text[])), true) as is_active, s.user_id, s.membership_id, s.written_by, s.number, s.state, s.revision,
      s.ends_at, ${closesAtFor(sql`s.assignment_id`)} as closes_at, s.started_at, s.reopened, s.drawn,
      exists (select from memberships gone where gone.id = s.membership_id and gone.erased_at is not null) as is_erased
    from submissions s join documents d on d.id = s.form_id join document_versions v on v.id = s.version_id
    left join assignments a on a.id = s.assignment_id left join documents c on c.id = a.document_id
    where s.id = ${id} for update of s`.execute(tx)
  return rows[0] ?? null
}

/** The person sees it, as long as they have the form. */
export function mayWrite(actor: Actor, submission: WrittenSubmission): Refusal | null {
  return submission.userId === actor.userId && isGiven(submission) ? null : hidden
}

function isGiven(submission: WrittenSubmission): boolean {
  return submission.isActive && visibleToLearners.some((state) => state === submission.documentStatus)
}

/** A locked submission, its form, and the role in which the caller writes in it. */
export interface HeldToWrite {
  readonly submission: WrittenSubmission
  readonly form: FormContent
  readonly as: Filler
}

/** The person writes in their own submissions, an assessor in those to forms that leave something to assessors. */
export async function holdToWrite(ctx: Ctx, tx: WriteTx, id: string): Promise<HeldToWrite> {
  const submission = await lockWritten(tx, id)
  const as = submission?.userId === ctx.actor.userId ? 'person' : 'assessor'
  authorize(
    ctx.actor,
    (actor, one) =>
      as === 'person' ? mayWrite(actor, one) : one.isErased ? wrongState('erased') : isGiven(one) ? null : hidden,
    submission,
  )
  const form = withDrawn(await getVersion(tx, ctx.actor.tenantId, submission.versionId), submission.drawn)
  if (as === 'assessor') {
    const [row] = await findReviewed(ctx, tx, [id])
    authorize(ctx.actor, (actor, one) => (asksOf(form, 'assessor') ? observeSubmission(actor, one) : hidden), row)
  }
  return { submission, form, as }
}

/** Whether more can be written now. */
export function refuseWriting({ submission, as }: HeldToWrite, now: Date): Refusal | null {
  if (!writableBy[as].includes(submission.state)) return wrongState('forms.submitted')
  return isOver(submission, now, as) ? wrongState('forms.timeOver') : null
}

/** Changes of the fields that the caller may change; the others stay as they are. */
export function ownChanges({ submission, form, as }: HeldToWrite, changes: Save['changes']): Save['changes'] {
  const keys = changeableKeys(form, as, submission)
  return Object.fromEntries(Object.entries(changes).filter(([key]) => keys.has(key)))
}

/** The changes as they may be stored. Throws at a field that does not exist or whose answer does not fit. */
export function readChanges(
  ctx: Ctx,
  fields: ReadonlyMap<string, Field>,
  changes: Save['changes'],
): Record<string, AnswerValue | null> {
  const read: Record<string, AnswerValue | null> = {}
  const wrong: string[] = []
  for (const [key, value] of Object.entries(changes)) {
    const field = fields.get(key)
    const answer = field && value !== null ? readAnswer(field, value) : value
    if (!field || answer === undefined) wrong.push(key)
    else read[key] = answer
  }
  if (wrong.length > 0)
    throw new ProblemError('invalid-input', {
      errors: wrong.map((key) => ({
        path: `body.changes.${key}`,
        message: ctx.t('forms.complaints.invalid'),
        code: 'invalid',
      })),
    })
  return read
}

export interface Written {
  readonly revision: number
  readonly conflicts: { field: string; value: AnswerValue | null }[]
  readonly others: Record<string, AnswerValue | null>
}

/**
 * Stores answers of a submission that is locked. What another window has changed since `revision` stays, and is answered.
 * One statement, whatever the number.
 */
export async function writeAnswers(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  submission: Pick<WrittenSubmission, 'id' | 'revision' | 'reopened' | 'state'>,
  save: Save,
): Promise<Written> {
  const isReopened = submission.state === 'pendingResubmission' && submission.reopened !== null
  const isEmpty = Object.keys(save.changes).length === 0
  const revision = isEmpty ? submission.revision : submission.revision + 1
  const { rows } = await sql<Omit<Written, 'revision'>>`
    with given as (
      select g.key as field, nullif(g.value, 'null'::jsonb) as value from jsonb_each(${json(save.changes)}::jsonb) g
      where ${isReopened ? sql`g.key = any(${submission.reopened}::text[])` : sql`true`}
    ),
    stored as (
      select a.field, a.value from answers a
      where a.submission_id = ${submission.id} and a.revision > ${save.revision} and a.saved_in <> ${save.window}
    ),
    clash as (
      select s.field, s.value from stored s join given g on g.field = s.field where s.value is distinct from g.value
    ),
    kept as (
      insert into answers (submission_id, field, value, revision, saved_in, saved_at)
      select ${submission.id}::uuid, g.field, g.value, ${revision}::integer, ${save.window}, ${ctx.now}::timestamptz from given g
      where not exists (select from clash c where c.field = g.field)
      on conflict (tenant_id, submission_id, field) do update set
        value = excluded.value, revision = excluded.revision, saved_in = excluded.saved_in, saved_at = excluded.saved_at
    )
    ${isEmpty ? sql`` : sql`, moved as (update submissions set revision = ${revision}, saved_at = ${ctx.now} where id = ${submission.id})`}
    select coalesce((select jsonb_agg(jsonb_build_object('field', field, 'value', value)) from clash), '[]') as conflicts,
      coalesce((select jsonb_object_agg(field, value) from stored s where not exists (select from given g where g.field = s.field)), '{}') as others`.execute(
    tx,
  )
  return { revision, conflicts: rows[0]?.conflicts ?? [], others: rows[0]?.others ?? {} }
}
