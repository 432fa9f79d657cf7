import type { AnswerOfKind, Answers, AnswerValue } from '@learnt/contract/forms/answers'
import { checkAnswers } from '@learnt/contract/forms/check-answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import type { AnswerComplaint } from '@learnt/contract/forms/read-answer'
import { resolve } from '@learnt/contract/forms/resolve'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type ReadTx, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { listFiles } from '../../files/queries.ts'
import { openByLevels } from '../../requests/commands/levels.ts'
import { type Mark, markQuestion } from '../marking.ts'
import { outcomeOf, stateAfter } from '../policy.ts'
import { getVersion } from '../queries/find-version.ts'
import { findMember, today } from '../queries/own-forms.ts'
import { withDrawn } from './draw-questions.ts'
import { startFollowUps } from './follow-ups.ts'
import { recordOutcome } from './record-outcome.ts'
import {
  isOver,
  lockWritten,
  mayWrite,
  readChanges,
  type Save,
  type WrittenSubmission,
  writeAnswers,
} from './write-answers.ts'

interface StoredAnswer {
  readonly field: string
  readonly value: AnswerValue | null
  readonly points: number | null
  readonly outOf: number | null
  readonly verdict: Mark['verdict'] | null
  readonly byHand: boolean
}

type FieldComplaint = AnswerComplaint & { readonly field: string }

/**
 * Submits what is stored and what comes along, once: a second call finds it submitted and answers the same. Answers of
 * hidden fields are not kept. When the time is over it is submitted as it was saved, with whatever is missing.
 */
export async function submitForm(
  ctx: Ctx,
  submissionId: string,
  save: Save,
  { bySystem = false }: { bySystem?: boolean } = {},
): Promise<{ id: string; byTime: boolean }> {
  const result = await ctx.write(async (tx) => {
    const submission = await lockWritten(tx, submissionId)
    authorize(ctx.actor, (actor, one) => (bySystem ? null : mayWrite(actor, one)), submission)
    if (submission.state !== 'inprogress' && submission.state !== 'pendingResubmission')
      return { errors: [], byTime: false }
    const form = withDrawn(await getVersion(tx, ctx.actor.tenantId, submission.versionId), submission.drawn)
    const byTime = isOver(submission, ctx.now)
    if (!byTime) {
      const written = await writeAnswers(ctx, tx, submission, {
        ...save,
        changes: readChanges(ctx, fieldsByKey(form), save.changes),
      })
      // The person has not seen what the other window wrote.
      if (written.conflicts.length > 0)
        return { errors: written.conflicts.map(({ field }) => ({ field, code: 'conflict' as const })), byTime }
    }
    const [stored, member, day] = await Promise.all([
      sql<StoredAnswer>`
        select field, value, points, out_of, verdict, by_hand from answers where submission_id = ${submission.id}`.execute(
        tx,
      ),
      findMember(tx, submission.membershipId),
      sql<{ day: string }>`select ${today(ctx.now)} as day`.execute(tx),
    ])
    const answers = Object.fromEntries(
      stored.rows.flatMap((row) => (row.value === null ? [] : [[row.field, row.value]])),
    )
    const checked = checkAnswers(form, answers, member, day.rows[0]?.day ?? '')
    const known = await readNamed(tx, form, checked.answers)
    const errors = byTime ? [] : inOrder(form, [...checked.errors, ...known.errors])
    if (errors.length > 0) return { errors, byTime }
    await keepSubmission(ctx, tx, submission, form, { answers: known.answers, member, byTime, stored: stored.rows })
    return { errors: [], byTime }
  })
  if (result.errors.length > 0) throw refuseAnswers(ctx, result.errors)
  return { id: submissionId, byTime: result.byTime }
}

/** Complaints as an answer, each at its field. */
export function refuseAnswers(
  ctx: Ctx,
  errors: readonly { field: string; code: string; value?: string | number }[],
): ProblemError {
  if (errors.some((one) => one.code === 'conflict'))
    return new ProblemError('conflict', {
      errors: errors.map(({ field }) => ({
        path: `answers.${field}`,
        message: ctx.t('problem.conflict'),
        code: 'conflict',
      })),
    })
  return new ProblemError('invalid-input', {
    errors: errors.map(({ field, code, value }) => ({
      path: `answers.${field}`,
      message: ctx.t(`forms.complaints.${code}`, { value: value ?? '', label: '' }),
      code,
    })),
  })
}

function inOrder(form: FormContent, errors: readonly FieldComplaint[]): FieldComplaint[] {
  const order = new Map([...fieldsByKey(form).keys()].map((key, at) => [key, at]))
  const first = new Map<string, FieldComplaint>()
  for (const error of errors) if (!first.has(error.field)) first.set(error.field, error)
  return [...first.values()].sort((a, b) => (order.get(a.field) ?? 0) - (order.get(b.field) ?? 0))
}

/** Names of people and files as the tenant has them, whatever was sent. */
async function readNamed(
  tx: ReadTx,
  form: FormContent,
  answers: Answers,
): Promise<{ answers: Answers; errors: FieldComplaint[] }> {
  const fields = fieldsByKey(form)
  const of = <K extends 'person' | 'file'>(kind: K) =>
    Object.entries(answers).flatMap(([key, answer]): [string, AnswerOfKind[K]][] =>
      fields.get(key)?.kind === kind ? [[key, answer as AnswerOfKind[K]]] : [],
    )
  const [people, files] = [of('person'), of('file')]
  if (people.length === 0 && files.length === 0) return { answers, errors: [] }
  const [named, stored] = await Promise.all([
    people.length === 0
      ? []
      : tx
          .selectFrom('memberships')
          .select(['userId', 'firstName', 'lastName'])
          .where(
            'userId',
            'in',
            people.flatMap(([, list]) => list.map((one) => one.id)),
          )
          .where('isPrimary', '=', true)
          .execute(),
    listFiles(
      tx,
      files.flatMap(([, list]) => list.map((one) => one.fileId)),
    ),
  ])
  const names = new Map(named.map((row) => [row.userId, fullName(row)]))
  const known = new Map(stored.filter((file) => file.purpose === 'answer').map((file) => [file.id, file]))
  const changed: Record<string, AnswerValue> = { ...answers }
  const errors: FieldComplaint[] = []
  for (const [key, list] of people) {
    changed[key] = list.map((one) => ({ id: one.id, name: names.get(one.id) ?? '' }))
    if (list.some((one) => !names.has(one.id))) errors.push({ field: key, code: 'noSuchPerson' })
  }
  for (const [key, list] of files) {
    changed[key] = list.map((one) => {
      const file = known.get(one.fileId)
      return { fileId: one.fileId, name: file?.name ?? '', size: Number(file?.size ?? 0) }
    })
    if (list.some((one) => !known.has(one.fileId))) errors.push({ field: key, code: 'noSuchFile' })
  }
  return { answers: changed, errors }
}

/** Marks of every visible question, in the order of the form. */
export function marksOf(
  form: FormContent,
  answers: Answers,
  member: Record<string, readonly string[]>,
): { field: string; mark: Mark }[] {
  const fields = fieldsByKey(form)
  return [...resolve(form, answers, member).visible].flatMap((key) => {
    const field = fields.get(key) as Field
    const mark = 'quiz' in field ? markQuestion(field, answers[key]) : null
    return mark ? [{ field: key, mark }] : []
  })
}

export interface Sums {
  readonly points: number | null
  readonly outOf: number | null
  readonly percent: number | null
  readonly isMarked: boolean
}

/** Nobody ends below zero. Without a question that earns points there is nothing to sum up. */
export function sumUp(marks: readonly { points: number | null; outOf: number }[]): Sums {
  const outOf = marks.reduce((sum, mark) => sum + mark.outOf, 0)
  const isMarked = marks.every((mark) => mark.points !== null)
  if (outOf === 0) return { points: null, outOf: null, percent: null, isMarked }
  const points = Math.max(0, Math.round(marks.reduce((sum, mark) => sum + (mark.points ?? 0), 0) * 1000) / 1000)
  return { points, outOf, percent: Math.min(100, Math.round((points / outOf) * 10_000) / 100), isMarked }
}

type Submitted = Pick<
  WrittenSubmission,
  | 'id'
  | 'formId'
  | 'title'
  | 'versionId'
  | 'assignmentId'
  | 'userId'
  | 'membershipId'
  | 'writtenBy'
  | 'state'
  | 'revision'
  | 'startedAt'
  | 'reopened'
>

/** Stores what was submitted with its marks, and what follows from it. */
export async function keepSubmission(
  ctx: Ctx,
  tx: WriteTx,
  submission: Submitted,
  form: FormContent,
  of: { answers: Answers; member: Record<string, string[]>; byTime: boolean; stored: readonly StoredAnswer[] },
): Promise<void> {
  // Marks that a person gave stay where the question was not reopened.
  const byHand = new Map(
    of.stored.flatMap((row) =>
      row.byHand && submission.reopened !== null && !submission.reopened.includes(row.field) ? [[row.field, row]] : [],
    ),
  )
  const marks = marksOf(form, of.answers, of.member).map(({ field, mark }) => {
    const given = byHand.get(field)
    return { field, mark: given?.verdict ? { ...mark, points: given.points, verdict: given.verdict } : mark }
  })
  const sums = sumUp(marks.map((one) => one.mark))
  const state = stateAfter(form, submission.state, 'submit', sums.isMarked)
  if (state === null) throw new Error(`Nothing is submitted from ${submission.state}`)
  const outcome = outcomeOf(state, form.settings, sums.percent)
  const rows = [...new Set([...Object.keys(of.answers), ...marks.map((one) => one.field)])].map((field) => {
    const mark = marks.find((one) => one.field === field)?.mark
    return {
      field,
      value: of.answers[field] ?? null,
      points: mark?.points ?? null,
      out_of: mark?.outOf ?? null,
      verdict: mark?.verdict ?? null,
      by_hand: byHand.has(field),
    }
  })
  const isDecided = outcome !== null
  await sql`
    with given as (
      select * from jsonb_to_recordset(${json(rows)}::jsonb) as g(field text, value jsonb, points numeric, out_of numeric, verdict text, by_hand boolean)
    ),
    gone as (
      delete from answers a where a.submission_id = ${submission.id} and not exists (select from given g where g.field = a.field)
    ),
    kept as (
      insert into answers (submission_id, field, value, revision, saved_in, saved_at, points, out_of, verdict, by_hand)
      select ${submission.id}::uuid, field, nullif(value, 'null'::jsonb), ${submission.revision}::integer, 'submit', ${ctx.now}::timestamptz, points, out_of, verdict, by_hand from given
      on conflict (tenant_id, submission_id, field) do update set
        value = excluded.value, out_of = excluded.out_of, points = excluded.points, verdict = excluded.verdict, by_hand = excluded.by_hand
    ),
    told as (
      insert into submission_events (id, submission_id, event, at, by_user)
      values (${newId()}, ${submission.id}, 'submitted', ${ctx.now}, ${submission.writtenBy})
    )
    update submissions set state = ${state}, outcome = ${outcome}, submitted_at = ${ctx.now}, saved_at = ${ctx.now}, by_time = ${of.byTime},
      decided_at = ${isDecided ? ctx.now : null}, decided_by = null, points = ${sums.points}, out_of = ${sums.outOf}, percent = ${sums.percent}
    where id = ${submission.id}`.execute(tx)
  if (state === 'approvalRequired')
    await openByLevels(ctx, tx, {
      submissionId: submission.id,
      documentId: submission.formId,
      title: submission.title,
      userId: submission.userId,
      membershipId: submission.membershipId,
      levels: form.settings.levels,
    })
  if (state === 'pending' || state === 'markingRequired')
    await enqueue(ctx, tx, 'forms.tell', {
      submissionId: submission.id,
      notice: 'markingWaits',
      key: ctx.now.toISOString(),
    })
  if (outcome !== null) await startFollowUps(ctx, tx, { submissionId: submission.id, form, outcome })
  if (submission.assignmentId === null) return
  const seconds = Math.round((ctx.now.getTime() - submission.startedAt.getTime()) / 1000)
  await recordOutcome(ctx, tx, {
    assignmentId: submission.assignmentId,
    userId: submission.userId,
    formId: submission.formId,
    title: submission.title,
    versionId: submission.versionId,
    outcome,
    percent: sums.percent,
    seconds: submission.state === 'inprogress' ? Math.min(seconds, longestSitting) : 0,
    isSubmission: true,
    replaces: false,
  })
}

/** Nobody sits over a form for longer; whoever leaves it open and comes back next week does not either. */
const longestSitting = 4 * 3600
