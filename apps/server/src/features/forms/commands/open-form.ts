import type { FormContent } from '@learnt/contract/forms/content'
import { asksOf, submitsAs } from '@learnt/contract/forms/field-access'
import { readAnswer } from '@learnt/contract/forms/read-answer'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { type RawBuilder, sql } from 'kysely'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type ReadTx, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { advanceAssignment } from '../../assignments/commands/advance-assignment.ts'
import { recordDecision } from '../../learning/commands/record-progress.ts'
import { describeStatement, storeStatements } from '../../learning/commands/statements.ts'
import { mayOpenStep } from '../../learning/policy.ts'
import { findOwnStep } from '../../learning/queries/find-own-course.ts'
import { readOwn } from '../../permissions/commands/read-own.ts'
import { isOver, limitFrom, mayOpenForm, startOf } from '../policy.ts'
import {
  type FormStep,
  listAnswers,
  listOwnSubmissions,
  type OwnSubmissionRecord,
} from '../queries/find-submissions.ts'
import { getVersion } from '../queries/find-version.ts'
import { findFormInCourse, findMember, findOwnForm, type OwnFormRow } from '../queries/own-forms.ts'
import { type Drawing, drawFor } from './draw-questions.ts'
import { sceneOf } from './scene.ts'
import { submitForm } from './submit-form.ts'

/** A form that the caller has, or the one of a step of their course. */
export type FormPlace = { readonly documentId: string } | { readonly userCourseId: string; readonly activityId: string }

/** A form of the caller's with their attempts, newest first. */
export interface OwnFormWhole {
  /** Null: it is no step of a course. */
  readonly step: FormStep | null
  readonly form: OwnFormRow
  readonly content: Awaited<ReturnType<typeof getVersion>>
  readonly attempts: readonly OwnSubmissionRecord[]
  readonly member: Record<string, string[]>
}

/** Everything that the person's pages of one form show. An attempt whose time is over is submitted as it stands first. */
export async function loadOwnForm(
  ctx: Ctx,
  place: FormPlace,
): Promise<OwnFormWhole & { readonly hasJustEnded?: boolean }> {
  const whole = await readWhole(ctx, place)
  const late = whole.attempts.find((one) => isOver(one, ctx.now) && submitsAs(whole.content, 'person', one))
  if (!late) return whole
  await submitForm(ctx, late.id, { revision: late.revision, window: 'end', changes: {} })
  return { ...(await readWhole(ctx, place)), hasJustEnded: true }
}

function readWhole(ctx: Ctx, place: FormPlace): Promise<OwnFormWhole> {
  return readOwn(ctx, async (tx) => {
    const { formId, step } = await findPlace(ctx, tx, place)
    const [form, attempts, member] = await Promise.all([
      step ? findFormInCourse(ctx, tx, { ...step, formId }) : findOwnForm(ctx, tx, formId),
      listOwnSubmissions(tx, ctx.actor.userId, formId, step),
      findMember(tx, ctx.actor.membershipId),
    ])
    authorize(ctx.actor, mayOpenForm, form)
    const content = await getVersion(tx, ctx.actor.tenantId, form.versionId)
    // Nobody could know whose step it completes. Courses refuse such forms; one may have become anonymous since.
    if (step && content.settings.anonymous)
      throw new ProblemError('wrong-state', { detail: 'reason.forms.anonymousInCourse' })
    // Who somebody is decides nothing in an anonymous form: a question for one person would name them.
    const known = content.settings.anonymous ? {} : member
    return { step, form, content, attempts: step ? numbered(attempts) : attempts, member: known }
  })
}

/** The step has to be one of the caller's course, and open. */
async function findPlace(ctx: Ctx, tx: ReadTx, place: FormPlace): Promise<{ formId: string; step: FormStep | null }> {
  if ('documentId' in place) return { formId: place.documentId, step: null }
  const own = await findOwnStep(ctx, tx, place)
  authorize(ctx.actor, mayOpenStep, own)
  const { formId } = own.step
  if (!formId) throw notFound()
  return { formId, step: { assignmentId: own.course.id, activityId: own.step.id } }
}

/** In a course the attempts of its step are counted, and not those elsewhere. */
function numbered(attempts: readonly OwnSubmissionRecord[]): OwnSubmissionRecord[] {
  return attempts.map((one, at) => ({ ...one, number: attempts.length - at }))
}

export function startOfWhole(ctx: Ctx, { form, content, attempts }: OwnFormWhole) {
  const again = attempts.find((one) => one.state === 'pendingResubmission')
  const isByAssessor = !asksOf(content, 'person') || (again !== undefined && !submitsAs(content, 'person', again))
  return startOf(
    content.settings,
    { ...form, isByAssessor },
    // What is kept from the person decides nothing that they could see.
    attempts.map((one) => ({
      ...one,
      state: one.isWithheld && one.state !== 'completed' ? ('markingRequired' as const) : one.state,
      isOfNow: one.assignmentId === form.id,
    })),
    ctx.now,
  )
}

/**
 * The attempt to go on with: the open one, or a new one. Of two that are begun at once there is one: both windows get it.
 * A form that cannot be begun is refused with the reason.
 */
export async function openForm(
  ctx: Ctx,
  place: FormPlace,
): Promise<OwnFormWhole & { readonly attempt: OwnSubmissionRecord }> {
  const whole = await loadOwnForm(ctx, place)
  // Whoever comes back after the time sees what became of it, and begins another attempt by choice only.
  const reason = whole.hasJustEnded ? 'timeOver' : startOfWhole(ctx, whole).reason
  authorize(ctx.actor, () => (reason === null ? null : wrongState(`forms.${reason}`)), whole.form)
  const open = whole.attempts.find((one) => one.state === 'inprogress' || one.state === 'pendingResubmission')
  if (open) return { ...whole, attempt: open }
  const number = (whole.attempts[0]?.number ?? 0) + 1
  const { form, content, step } = whole
  const begun = newAttempt(ctx, form, number, limitFrom(content.settings, form.extraPercent, ctx.now))
  // A draft of an anonymous form stays on the device: nothing is stored of who opens it.
  if (content.settings.anonymous) return { ...whole, attempt: begun }
  const drawing = await ctx.read((tx) => drawFor(tx, content, { authorOf: form.documentId }))
  const attempt = { ...begun, drawn: drawing?.drawn ?? null }
  const stored = { ...attempt, membershipId: ctx.actor.membershipId }
  const earlier = whole.attempts.find((one) => one.assignmentId === form.id)
  const asksAgain = earlier?.state === 'not approved'
  const isMine = await ctx.write(async (tx) => {
    const isFirst = await (step
      ? beginInCourse(ctx, tx, { ...step, form }, stored, drawing)
      : beginAttempt(ctx, tx, form, stored, drawing))
    if (isFirst && asksAgain) await takeAnswersAlong(ctx, tx, content, { from: earlier.id, to: attempt.id })
    return isFirst
  })
  if (isMine && !asksAgain) return { ...whole, attempts: [attempt, ...whole.attempts], attempt }
  const again = await readWhole(ctx, place)
  const other = again.attempts.find((one) => one.state === 'inprogress' || one.state === 'pendingResubmission')
  if (!other) throw notFound()
  return { ...again, attempt: other }
}

/** An attempt as it begins. */
export function newAttempt(
  ctx: Ctx,
  form: Pick<OwnFormRow, 'id' | 'versionId' | 'versionNumber' | 'closesAt'>,
  number: number,
  endsAt: Date | null,
): OwnSubmissionRecord {
  return {
    id: newId(),
    number,
    state: 'inprogress',
    outcome: null,
    versionId: form.versionId,
    versionNumber: form.versionNumber,
    assignmentId: form.id,
    revision: 0,
    startedAt: ctx.now,
    savedAt: ctx.now,
    endsAt,
    closesAt: form.closesAt,
    submittedAt: null,
    decidedAt: null,
    points: null,
    outOf: null,
    percent: null,
    isWithheld: false,
    comment: '',
    reopened: null,
    drawn: null,
    written: {},
  }
}

/** Whoever asks again after a refusal finds the earlier answers, as far as they still fit; consent is given anew. */
async function takeAnswersAlong(
  ctx: Ctx,
  tx: WriteTx,
  form: FormContent,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const fields = fieldsByKey(form)
  const kept = (await listAnswers(tx, from)).filter(({ field: key, value }) => {
    const field = fields.get(key)
    if (!field || value === null || field.kind === 'consent' || field.kind === 'signature') return false
    return readAnswer(field, value) !== undefined
  })
  if (kept.length === 0) return
  await tx
    .insertInto('answers')
    .values(
      kept.map(({ field, value }) => ({
        submissionId: to,
        field,
        value: json(value),
        revision: 0,
        savedIn: 'earlier',
        savedAt: ctx.now,
      })),
    )
    .execute()
}

type Attempt = Pick<OwnSubmissionRecord, 'id' | 'versionId' | 'assignmentId' | 'endsAt'> & {
  /** The membership of the person through which it is made. */
  readonly membershipId: string
}

/** Stores a new attempt of the form's person, begun by the caller. False: another window was faster. */
export async function beginAttempt(
  ctx: Ctx,
  tx: WriteTx,
  form: Pick<OwnFormRow, 'id' | 'documentId' | 'userId' | 'title' | 'versionId'>,
  attempt: Attempt,
  drawing: Drawing | null = null,
): Promise<boolean> {
  const advanced = await advanceAssignment(ctx, tx, {
    assignmentId: form.id,
    versionId: form.versionId,
    isFinished: false,
    seconds: 0,
    timedUntil: null,
    beside: insertAttempt(ctx, { formId: form.documentId, userId: form.userId, activityId: null }, attempt, drawing),
    answer: sql`(select count(*)::int from begun)`,
  })
  if (!advanced) throw notFound()
  if (advanced.before === 'notstarted') {
    const scene = sceneOf(ctx, {
      userId: form.userId,
      assignmentId: form.id,
      formId: form.documentId,
      title: form.title,
    })
    await storeStatements(ctx, tx, scene, [
      describeStatement(scene, {
        verb: 'initialized',
        step: null,
        state: 'inprogress',
        progress: 0,
        scorePercent: null,
        seconds: 0,
      }),
    ])
  }
  return advanced.beside === 1
}

/**
 * The same in a step of a course, whose progress it moves. The assignment is locked first, so that of two windows the second
 * finds the attempt of the first.
 */
export async function beginInCourse(
  ctx: Ctx,
  tx: WriteTx,
  of: FormStep & { form: Pick<OwnFormRow, 'documentId' | 'userId'> },
  attempt: Attempt,
  drawing: Drawing | null = null,
): Promise<boolean> {
  const { assignmentId, activityId } = of
  await recordDecision(ctx, tx, of, () => ({
    state: 'inprogress',
    progress: 0,
    scorePercent: null,
    secondsAdded: 0,
    source: 'form',
  }))
  const { rows } = await sql<{ begun: number }>`
    with ${insertAttempt(ctx, { formId: of.form.documentId, userId: of.form.userId, activityId }, { ...attempt, assignmentId }, drawing)}
    select count(*)::int as begun from begun`.execute(tx)
  return rows[0]?.begun === 1
}

function insertAttempt(
  ctx: Ctx,
  of: { formId: string; userId: string; activityId: string | null },
  attempt: Attempt,
  drawing: Drawing | null,
): RawBuilder<unknown> {
  return sql`
    begun as (
      insert into submissions (id, form_id, version_id, assignment_id, activity_id, user_id, membership_id, written_by, number, started_at, saved_at, ends_at, drawn)
      select ${attempt.id}::uuid, ${of.formId}::uuid, ${attempt.versionId}::uuid, ${attempt.assignmentId}::uuid, ${of.activityId}::uuid, ${of.userId}::uuid,
        ${attempt.membershipId}, ${ctx.actor.userId}::uuid, coalesce(max(s.number), 0) + 1, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${attempt.endsAt}::timestamptz, ${drawing && json(drawing.drawn)}::jsonb
      from submissions s where s.user_id = ${of.userId} and s.form_id = ${of.formId}
      on conflict do nothing returning id
    ),
    begun_events as (
      insert into submission_events (id, submission_id, event, at, by_user)
      select ${newId()}::uuid, id, 'started', ${ctx.now}::timestamptz, ${ctx.actor.userId}::uuid from begun
    ),
    begun_questions as (
      insert into drawn_questions (submission_id, question_id, version)
      select b.id, q."questionId", q.version
      from begun b cross join jsonb_to_recordset(${json(drawing?.questions ?? [])}::jsonb) as q("questionId" uuid, version int)
    )`
}
