import type { FormContent } from '@learnt/contract/forms/content'
import { readAnswer } from '@learnt/contract/forms/read-answer'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { type RawBuilder, sql } from 'kysely'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound } from '../../../platform/problem.ts'
import { advanceAssignment } from '../../assignments/commands/advance-assignment.ts'
import { describeStatement } from '../../learning/commands/describe-statements.ts'
import { storeStatements } from '../../learning/commands/store-statements.ts'
import { readOwn } from '../../permissions/commands/read-own.ts'
import { endOf, graceMs, mayOpenForm, startOf } from '../policy.ts'
import { listAnswers, listOwnSubmissions, type OwnSubmissionRecord } from '../queries/find-submissions.ts'
import { getVersion } from '../queries/find-version.ts'
import { findMember, findOwnForm, type OwnFormRow } from '../queries/own-forms.ts'
import { sceneOf } from './scene.ts'
import { submitForm } from './submit-form.ts'

/** A form of the caller's with their attempts, newest first. */
export interface OwnFormWhole {
  readonly form: OwnFormRow
  readonly content: Awaited<ReturnType<typeof getVersion>>
  readonly attempts: readonly OwnSubmissionRecord[]
  readonly member: Record<string, string[]>
}

/** Everything that the person's pages of one form show. An attempt whose time is over is submitted as it stands first. */
export async function loadOwnForm(ctx: Ctx, documentId: string): Promise<OwnFormWhole> {
  const whole = await readWhole(ctx, documentId)
  const late = whole.attempts.find(
    (one) => one.state === 'inprogress' && one.endsAt && one.endsAt.getTime() + graceMs < ctx.now.getTime(),
  )
  if (!late) return whole
  await submitForm(ctx, late.id, { revision: late.revision, window: 'end', changes: {} })
  return readWhole(ctx, documentId)
}

async function readWhole(ctx: Ctx, documentId: string): Promise<OwnFormWhole> {
  return readOwn(ctx, async (tx) => {
    const [form, attempts, member] = await Promise.all([
      findOwnForm(ctx, tx, documentId),
      listOwnSubmissions(tx, ctx.actor.userId, documentId),
      findMember(tx, ctx.actor.membershipId),
    ])
    authorize(ctx.actor, mayOpenForm, form)
    const content = await getVersion(tx, ctx.actor.tenantId, form.versionId)
    return { form, content, attempts, member }
  })
}

export function startOfWhole(ctx: Ctx, { form, content, attempts }: OwnFormWhole) {
  return startOf(
    content.settings,
    form,
    attempts.map((one) => ({ ...one, isOfNow: one.assignmentId === form.id })),
    ctx.now,
  )
}

/**
 * The attempt to go on with: the open one, or a new one. Of two that are begun at once there is one: both windows get it.
 * A form that cannot be begun is refused with the reason.
 */
export async function openForm(
  ctx: Ctx,
  documentId: string,
): Promise<OwnFormWhole & { readonly attempt: OwnSubmissionRecord }> {
  const whole = await loadOwnForm(ctx, documentId)
  const { reason } = startOfWhole(ctx, whole)
  authorize(ctx.actor, () => (reason === null ? null : wrongState(`forms.${reason}`)), whole.form)
  const open = whole.attempts.find((one) => one.state === 'inprogress' || one.state === 'pendingResubmission')
  if (open) return { ...whole, attempt: open }
  const number = (whole.attempts[0]?.number ?? 0) + 1
  const { form, content } = whole
  const begun: OwnSubmissionRecord = {
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
    endsAt: endOf(content.settings, form.extraPercent, ctx.now),
    submittedAt: null,
    decidedAt: null,
    points: null,
    outOf: null,
    percent: null,
    comment: '',
    reopened: null,
    drawn: null,
    written: {},
  }
  // A draft of an anonymous form stays on the device: nothing is stored of who opens it.
  if (content.settings.anonymous) return { ...whole, attempt: begun }
  const earlier = whole.attempts.find((one) => one.assignmentId === form.id)
  const asksAgain = earlier?.state === 'not approved'
  const isMine = await ctx.write(async (tx) => {
    const isFirst = await beginAttempt(ctx, tx, form, begun)
    if (isFirst && asksAgain) await takeAnswersAlong(ctx, tx, content, { from: earlier.id, to: begun.id })
    return isFirst
  })
  if (isMine && !asksAgain) return { ...whole, attempts: [begun, ...whole.attempts], attempt: begun }
  const again = await readWhole(ctx, documentId)
  const other = again.attempts.find((one) => one.state === 'inprogress' || one.state === 'pendingResubmission')
  if (!other) throw notFound()
  return { ...again, attempt: other }
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

type Attempt = Pick<OwnSubmissionRecord, 'id' | 'versionId' | 'assignmentId' | 'number' | 'endsAt'>

/** Stores a new attempt of the caller. False: another window was faster. */
export async function beginAttempt(
  ctx: Ctx,
  tx: WriteTx,
  form: Pick<OwnFormRow, 'id' | 'documentId' | 'userId' | 'title' | 'versionId'>,
  attempt: Attempt,
): Promise<boolean> {
  const advanced = await advanceAssignment(ctx, tx, {
    assignmentId: form.id,
    versionId: form.versionId,
    isFinished: false,
    seconds: 0,
    timedUntil: null,
    beside: insertAttempt(ctx, form.documentId, attempt),
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

function insertAttempt(ctx: Ctx, formId: string, attempt: Attempt): RawBuilder<unknown> {
  return sql`
    begun as (
      insert into submissions (id, form_id, version_id, assignment_id, user_id, membership_id, written_by, number, started_at, saved_at, ends_at)
      values (${attempt.id}, ${formId}, ${attempt.versionId}, ${attempt.assignmentId}, ${ctx.actor.userId}, ${ctx.actor.membershipId},
        ${ctx.actor.userId}, ${attempt.number}, ${ctx.now}, ${ctx.now}, ${attempt.endsAt})
      on conflict do nothing returning id
    ),
    begun_events as (
      insert into submission_events (id, submission_id, event, at, by_user)
      select ${newId()}::uuid, id, 'started', ${ctx.now}::timestamptz, ${ctx.actor.userId}::uuid from begun
    )`
}
